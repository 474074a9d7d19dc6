import type { HistoryRow } from '@redress/contracts/release-api';
import { Button, EmptyState, LoadError } from '@redress/ui';
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

const build = (id: string | null) => (id ? shortId(id) : 'none');

/** Every snapshot of the channel, and what each one changed. */
export function SnapshotsView() {
  const { api, channel } = useConsole();
  const { open } = useActs();
  const { data, refusal, reload } = useLoaded(
    useCallback(() => api('history', { channel, limit: 50 }), [api, channel]),
  );
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
      render: ({ kind, changes, switched }) => (
        <span>
          {kind} {switched.map(({ name, off }) => `${name} ${off ? 'off' : 'on'}`).join(', ')}{' '}
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
          {number !== data?.[0]?.number && (
            <Button
              size="small"
              variant="secondary"
              aria-label={actTexts.backTo(number)}
              onClick={() => open({ kind: 'backTo', snapshot: number, seen: data?.[0]?.number ?? number })}
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
  return (
    <DataTable
      caption={`Snapshots of the channel ${channel}, newest first`}
      columns={columns}
      rows={data ?? []}
      rowKey={({ number }) => String(number)}
      status={data ? 'ready' : 'loading'}
      empty={<EmptyState title={texts.none} />}
      renderDetails={(row) => (row.number === opened ? <Difference number={row.number} /> : null)}
    />
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
