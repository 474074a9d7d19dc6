import type { BuildDiff, HistoryRow } from '@redress/contracts/release-api';
import { Button, EmptyState, LoadError } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback, useState } from 'react';
import { useConsole } from './console-context.ts';
import { Instant } from './instant.tsx';
import styles from './console.module.css';
import { useLoaded } from './use-loaded.ts';
import { shortId, texts } from './texts.ts';

const build = (id: string | null) => (id ? shortId(id) : 'none');

/** Every snapshot of the channel, and what each one changed. */
export function SnapshotsView() {
  const { api, channel } = useConsole();
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
      render: ({ number, changes }) =>
        changes.length > 0 && (
          <Button
            size="small"
            variant="secondary"
            aria-expanded={opened === number}
            aria-label={`Difference of snapshot ${number}`}
            onClick={() => setOpened(opened === number ? null : number)}
          >
            Difference
          </Button>
        ),
    },
  ];
  if (!data && refusal) return <LoadError title={texts.failed} text={refusal.message} onRetry={reload} />;
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
  if (refusal) return <LoadError title={texts.failed} text={refusal.message} onRetry={reload} />;
  return (
    <ul className={styles['diff']}>
      {(data ?? []).map((diff) => (
        <li key={diff.name}>
          <strong>{diff.name}</strong>: {diff.files.added} new files, {diff.files.removed} gone; a returning visitor
          fetches {Math.ceil(diff.wireBytes.fetchedAgain / 1024)} KB of {Math.ceil(diff.wireBytes.to / 1024)} KB
          {notes(diff)}
        </li>
      ))}
    </ul>
  );
}

function notes({ slots, routes, shared, exposes }: BuildDiff): string {
  const parts = Object.entries({ slots, routes, shared, modules: exposes }).flatMap(([label, { added, removed }]) =>
    added.length + removed.length === 0
      ? []
      : [`${label} ${[...added.map((item) => `+${item}`), ...removed.map((item) => `−${item}`)].join(' ')}`],
  );
  return parts.length > 0 ? `; ${parts.join('; ')}` : '';
}
