import type { BuildHealth, RemoteStatus } from '@redress/contracts/release-api';
import { Badge, Button, EmptyState, LoadError } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback } from 'react';
import { ActButtons } from './acts/act-buttons.tsx';
import { actTexts } from './acts/act-texts.ts';
import { useActs } from './acts/wanted-act.ts';
import { useConsole } from './console-context.ts';
import styles from './console.module.css';
import { useLoaded } from './use-loaded.ts';
import { shortId, texts } from './texts.ts';

const REFRESH_MS = 3_000;
const FAILURES = new Set(['load-failed', 'mount-failed', 'timed-out', 'integrity-refused', 'render-error']);

/** Sessions of the last hour in which this build failed, of those in which it ran. */
function failures(health: readonly BuildHealth[], { name, buildId }: RemoteStatus): string {
  const own = health.filter((row) => row.remote === name && row.buildId === buildId);
  const sum = (rows: readonly BuildHealth[]) => rows.reduce((total, { sessions }) => total + sessions, 0);
  const failed = sum(own.filter(({ kind }) => FAILURES.has(kind)));
  const loaded = sum(own.filter(({ kind }) => kind === 'loaded'));
  return loaded + failed === 0 ? 'no reports' : `${failed} of ${loaded + failed}`;
}

/** Every remote with the build it serves, how it fares, and the way back. */
export function RemotesView() {
  const { api, channel, times } = useConsole();
  const load = useCallback(async () => {
    const [status, health] = await Promise.all([api('status', { channel }), api('health', { minutes: 60 })]);
    return { status, health };
  }, [api, channel]);
  const { data, refusal, reload } = useLoaded(load, REFRESH_MS);
  const { open } = useActs();
  if (!data && refusal) return <LoadError title={texts.failed} text={refusal.message} onRetry={reload} />;

  const seen = data?.status.number ?? 0;
  const ways = data?.status.remotes.filter(({ lastGood }) => lastGood !== null) ?? [];
  const columns: Column<RemoteStatus>[] = [
    {
      key: 'name',
      header: 'Remote',
      isRowHeader: true,
      render: ({ name }) => <span className={styles['build']}>{name}</span>,
    },
    {
      key: 'build',
      header: 'Serves',
      render: ({ version, buildId }) => (
        <span className={styles['build']} title={buildId}>
          {version} <code>{shortId(buildId)}</code>
        </span>
      ),
    },
    {
      key: 'about',
      header: 'Commit',
      render: ({ about }) =>
        about && (
          <span className={styles['state']} title={about.origin.ciRun}>
            <code>{about.origin.commit?.slice(0, 7)}</code> {about.origin.branch} {about.origin.author}
            {about.origin.message && `: ${about.origin.message}`}
          </span>
        ),
    },
    {
      key: 'size',
      header: 'First load',
      render: ({ about }) =>
        about && `${Math.ceil(about.firstLoadBytes / 1024)} of ${Math.floor(about.budgetBytes / 1024)} KB`,
    },
    {
      key: 'state',
      header: 'State',
      render: ({ off, heldFrom }) =>
        off ? (
          <span className={styles['state']}>
            <Badge tone="danger">Off</Badge> {off.reason} ({off.actor})
          </span>
        ) : heldFrom ? (
          <span className={styles['state']}>
            <Badge tone="pending">Held</Badge> Rolled back from {shortId(heldFrom.buildId)}: {heldFrom.reason}
          </span>
        ) : (
          <Badge tone="success">Released</Badge>
        ),
    },
    { key: 'health', header: 'Failed sessions, 1 h', render: (remote) => failures(data?.health ?? [], remote) },
    { key: 'owner', header: 'Owner', render: ({ owner }) => <span className={styles['build']}>{owner}</span> },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      render: (remote) => <ActButtons remote={remote} seen={seen} />,
    },
  ];
  return (
    <>
      {data && data.status.number > 0 && (
        <p className={styles['soft']}>
          Snapshot {data.status.number}, good until{' '}
          {times.instant(data.status.expiresAt ?? data.status.createdAt ?? '')}
        </p>
      )}
      <DataTable
        caption="Remotes and the builds they serve"
        columns={columns}
        rows={data?.status.remotes ?? []}
        rowKey={({ name }) => name}
        status={data ? 'ready' : 'loading'}
        expectedRows={6}
        empty={<EmptyState title={texts.none} />}
      />
      {ways.length > 1 && (
        <div>
          <Button variant="secondary" onClick={() => open({ kind: 'rollBackSeveral', remotes: ways, seen })}>
            {actTexts.rollBackSeveral}
          </Button>
        </div>
      )}
    </>
  );
}
