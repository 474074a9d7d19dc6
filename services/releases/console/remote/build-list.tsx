import type { BuildSummary, ServedBuild } from '@redress/contracts/release-api';
import { Badge, Button, EmptyState, LoadError } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback, useId, useState } from 'react';
import { ActDialog } from '../act-dialog.tsx';
import { useConsole } from '../console-context.ts';
import { Instant } from '../instant.tsx';
import { shortId, texts } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import { remoteTexts } from './remote-texts.ts';
import styles from './remote.module.css';

const SHOWN = 20;
type Row = ServedBuild & { facts: BuildSummary | undefined; unmark: () => void };

function WhyBad({ bad: { reason, actor }, onUnmark }: { bad: NonNullable<Row['bad']>; onUnmark: () => void }) {
  return (
    <span>
      {reason} ({actor}){' '}
      <Button size="small" variant="quiet" onClick={onUnmark}>
        {remoteTexts.mistake}
      </Button>
    </span>
  );
}

const COLUMNS: Column<Row>[] = [
  {
    key: 'build',
    header: 'Build',
    isRowHeader: true,
    render: ({ buildId, facts, bad }) => (
      <span>
        {facts?.version} <code title={buildId}>{shortId(buildId)}</code>{' '}
        {bad && <Badge tone="danger">{remoteTexts.bad}</Badge>}
      </span>
    ),
  },
  {
    key: 'served',
    header: 'Served',
    render: ({ sinceAt, lastAt, sinceKind }) => (
      <span>
        <Instant at={sinceAt} /> ({sinceKind}),{' '}
        {lastAt ? (
          <>
            {remoteTexts.until} <Instant at={lastAt} />
          </>
        ) : (
          remoteTexts.serving
        )}
      </span>
    ),
  },
  { key: 'bad', header: 'Why bad', render: ({ bad, unmark }) => bad && <WhyBad bad={bad} onUnmark={unmark} /> },
  {
    key: 'published',
    header: 'Published',
    render: ({ facts }) =>
      facts ? (
        <span>
          <Instant at={facts.publishedAt} /> {facts.publishedBy}
        </span>
      ) : null,
  },
  {
    key: 'commit',
    header: 'Commit',
    render: ({ facts }) => {
      const origin = facts?.about?.origin;
      return origin ? (
        <span>
          <code>{origin.commit?.slice(0, 7)}</code> {origin.branch} {origin.author}
          {origin.message && `: ${origin.message}`}
        </span>
      ) : null;
    },
  },
  {
    key: 'size',
    header: 'First load',
    render: ({ facts }) =>
      facts?.about
        ? `${Math.ceil(facts.about.firstLoadBytes / 1024)} of ${Math.floor(facts.about.budgetBytes / 1024)} KB`
        : null,
  },
];

/** Builds that served a remote on the channel, the latest first, with what is known of them. */
export function BuildList({ remote }: { remote: string }) {
  const { api, channel } = useConsole();
  const [unmarked, setUnmarked] = useState<string | null>(null);
  const load = useCallback(async (): Promise<Row[]> => {
    const [served, builds] = await Promise.all([
      api('servedBuilds', { channel, remote, limit: SHOWN }),
      api('builds', { name: remote, limit: 500 }),
    ]);
    return served.map((build) => ({
      ...build,
      facts: builds.find(({ buildId }) => buildId === build.buildId),
      unmark: () => setUnmarked(build.buildId),
    }));
  }, [api, channel, remote]);
  const { data, refusal, reload } = useLoaded(load);
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h3 id={id}>{remoteTexts.builds}</h3>
      {unmarked !== null && (
        <ActDialog
          title={remoteTexts.mistakeOf(remote, shortId(unmarked))}
          action={remoteTexts.mistake}
          onAct={async (reason) => {
            await api('unmark', { channel, remote, build: unmarked, reason });
            reload();
          }}
          onClose={() => setUnmarked(null)}
        >
          <p>{remoteTexts.mistakeLead}</p>
        </ActDialog>
      )}
      {!data && refusal ? (
        <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />
      ) : (
        <DataTable
          caption={remoteTexts.builds}
          columns={COLUMNS}
          rows={data ?? []}
          rowKey={({ buildId }) => buildId}
          status={data ? 'ready' : 'loading'}
          empty={<EmptyState title={remoteTexts.noBuilds} />}
        />
      )}
    </section>
  );
}
