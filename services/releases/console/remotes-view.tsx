import type { BuildFigures, RemoteStatus } from '@redress/contracts/release-api';
import { Badge, Button, EmptyState, LoadError } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback } from 'react';
import { audienceOf } from '../src/rollouts/audience.ts';
import { ActButtons } from './acts/act-buttons.tsx';
import { actTexts } from './acts/act-texts.ts';
import { useActs } from './acts/wanted-act.ts';
import { useConsole } from './console-context.ts';
import styles from './console.module.css';
import { Instant } from './instant.tsx';
import { nowTexts } from './now/now-texts.ts';
import { remoteTexts } from './remote/remote-texts.ts';
import { useLoaded } from './use-loaded.ts';
import { shortId, texts } from './texts.ts';

const REFRESH_MS = 5_000;
/** Counted as the first page and the gate count: a session that loads again is not another one. */
function Failures({ figures }: { figures: BuildFigures | undefined }) {
  if (!figures || figures.all === 0) return remoteTexts.noReports;
  return (
    <span className={styles['state']}>
      {figures.failing} of {figures.all} {remoteTexts.since} <Instant at={figures.since} form="clock" />
    </span>
  );
}

/** Every remote with the build it serves, how it fares, and the way back. */
export function RemotesView() {
  const { api, channel, times } = useConsole();
  const load = useCallback(async () => {
    const [status, overview] = await Promise.all([api('status', { channel }), api('overview', {})]);
    const served = overview.channels.find((each) => each.channel === channel)?.remotes ?? [];
    return { status, figures: new Map(served.map(({ name, buildId, figures }) => [`${name} ${buildId}`, figures])) };
  }, [api, channel]);
  const { data, refusal, reload } = useLoaded(load, REFRESH_MS);
  const { open } = useActs();
  if (!data && refusal)
    return <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />;

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
      render: ({ off, heldFrom, rollout }) =>
        off ? (
          <span className={styles['state']}>
            <Badge tone="danger">Off</Badge> {off.reason} ({off.actor})
          </span>
        ) : heldFrom ? (
          <span className={styles['state']}>
            <Badge tone="pending">{nowTexts.held}</Badge> From {shortId(heldFrom.buildId)}: {heldFrom.reason}.{' '}
            {nowTexts.heldMeans}
          </span>
        ) : rollout ? (
          <span className={styles['state']}>
            <Badge tone="pending">{remoteTexts.rollsOut}</Badge> {rollout.version} {shortId(rollout.buildId)}:{' '}
            {audienceOf(rollout)}
          </span>
        ) : (
          <Badge tone="success">Released</Badge>
        ),
    },
    {
      key: 'health',
      header: nowTexts.health,
      render: ({ name, buildId }) => <Failures figures={data?.figures.get(`${name} ${buildId}`)} />,
    },
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
