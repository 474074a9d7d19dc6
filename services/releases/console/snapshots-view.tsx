import type { HistoryRow } from '@redress/contracts/release-api';
import { Button, EmptyState, LinkButton, LoadError } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback, useState } from 'react';
import { actTexts } from './acts/act-texts.ts';
import { BuildDifference } from './acts/build-difference.tsx';
import { useActs } from './acts/wanted-act.ts';
import { useConsole } from './console-context.ts';
import { Instant } from './instant.tsx';
import styles from './console.module.css';
import { useLoaded } from './use-loaded.ts';
import { shortId, texts } from './texts.ts';
import type { ViewProps } from './view-props.ts';

const PAGE = 50;

const build = (id: string | null) => (id ? shortId(id) : 'none');

/** Every snapshot of the channel, and what each one changed. */
export function SnapshotsView({ item }: ViewProps) {
  const { api, channel, linkTo } = useConsole();
  const { open } = useActs();
  const load = useCallback(async () => {
    const before = /^\d+$/.test(item ?? '') ? { before: Number(item) } : {};
    // One more than is shown says whether there is another page.
    const rows = await api('history', { channel, limit: PAGE + 1, ...before });
    const [newest] = 'before' in before ? await api('history', { channel, limit: 1 }) : rows;
    return { item, rows: rows.slice(0, PAGE), hasMore: rows.length > PAGE, newest: newest?.number ?? 0 };
  }, [api, channel, item]);
  const { data: answer, refusal, reload } = useLoaded(load);
  // The answer of another page is not shown as the answer of this one.
  const data = answer?.item === item ? answer : null;
  const [opened, setOpened] = useState<number | null>(null);
  const columns: Column<HistoryRow>[] = [
    { key: 'number', header: 'Snapshot', isRowHeader: true, render: ({ number }) => number },
    {
      key: 'when',
      header: 'When',
      render: ({ createdAt }) => <Instant at={createdAt} form="ago" />,
    },
    { key: 'who', header: 'Who', render: ({ actor }) => actor },
    {
      key: 'what',
      header: 'What',
      render: ({ kind, changes, switched, rolledOut }) => (
        <span>
          {kind} {rolledOut && `${rolledOut.name} ${build(rolledOut.to)} to ${rolledOut.percent} %`}
          {switched.map(({ name, off }) => `${name} ${off ? 'off' : 'on'}`).join(', ')}{' '}
          {changes.length > 3
            ? `of ${changes.length} builds`
            : changes.map(({ name, from, to }) => `${name} ${build(from)} to ${build(to)}`).join(', ')}
        </span>
      ),
    },
    { key: 'why', header: 'Why', render: ({ reason }) => reason },
    {
      key: 'diff',
      header: 'Difference',
      hideHeader: true,
      render: ({ number, changes }) => (
        <span className={styles['acts']}>
          {number !== data?.newest && (
            <Button
              size="small"
              variant="secondary"
              aria-label={actTexts.backTo(number)}
              onClick={() => open({ kind: 'backTo', snapshot: number, seen: data?.newest ?? number })}
            >
              Back to it
            </Button>
          )}
          {changes.length > 0 && (
            <Button
              size="small"
              variant="secondary"
              aria-expanded={opened === number}
              aria-label={`Difference of snapshot ${number}`}
              onClick={() => setOpened(opened === number ? null : number)}
            >
              Difference
            </Button>
          )}
        </span>
      ),
    },
  ];
  if (!data && refusal)
    return <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />;
  const last = data?.rows.at(-1)?.number;
  return (
    <>
      <DataTable
        caption={`Snapshots of the channel ${channel}, newest first`}
        columns={columns}
        rows={data?.rows ?? []}
        rowKey={({ number }) => String(number)}
        status={data ? 'ready' : 'loading'}
        empty={<EmptyState title={texts.none} />}
        renderDetails={(row) => (row.number === opened ? <Difference number={row.number} /> : null)}
      />
      <nav className={styles['buttons']} aria-label="Pages of the snapshots">
        {item !== null && (
          <LinkButton variant="secondary" href={linkTo('snapshots')}>
            Newest
          </LinkButton>
        )}
        {data?.hasMore && last !== undefined && (
          <LinkButton variant="secondary" href={linkTo('snapshots', String(last))}>
            Older
          </LinkButton>
        )}
      </nav>
    </>
  );
}

function Difference({ number }: { number: number }) {
  const { api, channel } = useConsole();
  const { data, refusal, reload } = useLoaded(
    useCallback(() => api('diff', { channel, from: number - 1, to: number }), [api, channel, number]),
  );
  if (refusal) return <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />;
  return (
    <ul className={styles['diff']}>
      {(data ?? []).map((diff) => (
        <li key={diff.name}>
          <strong>{diff.name}</strong>
          <BuildDifference diff={diff} />
        </li>
      ))}
    </ul>
  );
}
