import type { ServedBuildFacts } from '@redress/contracts/release-api';
import { Badge } from '@redress/ui';
import { useCallback } from 'react';
import { ActButton } from '../acts/act-button.tsx';
import { unmark } from '../acts/release-acts.ts';
import { useConsole } from '../console-context.ts';
import { List, type Columns } from '../list.tsx';
import { BuildId, commitOf, firstLoadOf, Instant } from '../parts.tsx';
import { shortId } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';

const SHOWN = 20;

const COLUMNS: Columns<ServedBuildFacts> = {
  Build: ({ buildId, facts, bad }) => (
    <>
      <BuildId version={facts?.version} buildId={buildId} /> {bad && <Badge tone="danger">Bad</Badge>}
    </>
  ),
  Served: ({ sinceAt, lastAt, sinceKind }) => (
    <>
      <Instant at={sinceAt} /> ({sinceKind}),{' '}
      {lastAt ? (
        <>
          until <Instant at={lastAt} />
        </>
      ) : (
        'serves now'
      )}
    </>
  ),
  'Why bad': ({ bad }) => bad && `${bad.reason} (${bad.actor})`,
  Published: ({ facts }) =>
    facts ? (
      <>
        <Instant at={facts.publishedAt} /> {facts.publishedBy}
      </>
    ) : null,
  Commit: ({ facts }) => commitOf(facts?.about),
  'First load': ({ facts }) => firstLoadOf(facts?.about),
};

/** Builds that served a remote on the channel, the latest first, with what is known of them. */
export function BuildList({ remote }: { remote: string }) {
  const { api, channel } = useConsole();
  const of = useLoaded(
    useCallback(() => api('servedBuilds', { channel, remote, limit: SHOWN }), [api, channel, remote]),
  );
  return (
    <List
      heading="Builds"
      caption="Builds that served, the latest first"
      of={of}
      rows={of.data ?? undefined}
      rowKey={({ buildId }) => buildId}
      columns={COLUMNS}
      empty="No build served here yet."
      buttons={({ bad, buildId, facts }) =>
        bad && <ActButton of={shortId(buildId)} act={unmark(remote, buildId, facts?.owner)} />
      }
    />
  );
}
