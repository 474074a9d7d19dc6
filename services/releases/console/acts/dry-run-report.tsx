import type { DryRun, Obstacle } from '@redress/contracts/release-api';
import { Badge, Disclosure, Notice } from '@redress/ui';
import { moveOf, outcomeOf, takenBy } from '@redress/release-client/sentences';
import { Bullets } from '../parts.tsx';
import { shortId } from '../texts.ts';
import styles from '../console.module.css';
import { BuildDifference } from './build-difference.tsx';
import { WhatVisitorsSee } from './what-visitors-see.tsx';

/** What an act would come to: the outcome, what is in the way, then each remote. */
export function DryRunReport({ tried, waits }: { tried: DryRun; waits: string | undefined }) {
  const { outcome, moves, switched, endedRollouts, warnings, closes } = tried;
  const obstacles = byRemote(tried);
  const changed = [...new Set([...moves, ...switched].map(({ remote }) => remote))];
  return (
    <div className={styles['report']}>
      <Notice tone={outcome === 'refused' ? 'danger' : outcome === 'waits' ? 'warning' : 'info'} live>
        <p>{(outcome === 'waits' && waits) || outcomeOf(tried)}</p>
        <Obstacles obstacles={obstacles.get(null)} />
      </Notice>
      {changed.length + endedRollouts.length === 0 && outcome !== 'refused' && <p>Visitors get nothing else.</p>}
      {moves.map((move) => (
        <section key={`${move.remote} ${move.to}`} className={styles['part']}>
          <h3>{moveOf(move)}</h3>
          <Obstacles obstacles={obstacles.get(move.remote)} />
          <MoreOf tried={tried} remote={move.remote} />
        </section>
      ))}
      {switched.map(({ remote, off }) => (
        <section key={remote} className={styles['part']}>
          <h3>
            {remote} {off ? 'is switched off' : 'is switched on'}
          </h3>
          <Dependents tried={tried} remote={remote} />
        </section>
      ))}
      {endedRollouts.map(({ remote, buildId, percent }) => (
        <p key={remote}>
          The rollout of {remote} <code>{shortId(buildId)}</code> to {percent} % ends.
        </p>
      ))}
      {closes.length > 0 && <WhatVisitorsSee tried={tried} />}
      {warnings.length > 0 && (
        <section className={styles['part']}>
          <h3>Found, and not refused</h3>
          <Bullets of={warnings.map(({ message }) => message)} />
        </section>
      )}
      {changed.length > 0 && <Serves tried={tried} />}
    </div>
  );
}

/** An obstacle stands with the remote that it names first; under `null` with the whole act. */
function byRemote({ obstacles, moves }: DryRun): Map<string | null, Obstacle[]> {
  const names = moves.map(({ remote }) => remote);
  return Map.groupBy(obstacles, ({ message }) => message.split(/[^\w-]+/).find((word) => names.includes(word)) ?? null);
}

function Obstacles({ obstacles = [] }: { obstacles: readonly Obstacle[] | undefined }) {
  if (obstacles.length === 0) return null;
  return (
    <Bullets
      of={obstacles.map(({ code, message, remedy }) => (
        <>
          <Badge tone="danger">{code}</Badge> {message} {remedy}
        </>
      ))}
    />
  );
}

function MoreOf({ tried: { diffs, holds, ...tried }, remote }: { tried: DryRun; remote: string }) {
  const diff = diffs.find(({ name }) => name === remote);
  const hold = holds.find((each) => each.remote === remote);
  return (
    <>
      {hold && (
        <p>
          It is held since it was rolled back from <code>{shortId(hold.from)}</code>: {hold.reason}
        </p>
      )}
      {diff && (
        <Disclosure summary="Difference">
          <BuildDifference diff={diff} />
        </Disclosure>
      )}
      <Dependents tried={tried} remote={remote} />
    </>
  );
}

function Dependents({ tried: { dependents }, remote }: { tried: Pick<DryRun, 'dependents'>; remote: string }) {
  const own = dependents.filter((each) => each.remote === remote);
  return (
    <Disclosure summary={`Who depends on ${remote} (${own.length})`}>
      {own.length === 0 ? (
        <p>No other build of this channel takes a slot, a page or a name of it.</p>
      ) : (
        <Bullets of={own.map((dependent) => `${dependent.by}: ${takenBy(dependent)}`)} />
      )}
    </Disclosure>
  );
}

function Serves({ tried: { serves } }: { tried: DryRun }) {
  return (
    <Disclosure summary="What everybody would get">
      <Bullets
        of={serves.map(
          ({ name, buildId, version, off }) => `${name} ${version} ${shortId(buildId)}${off ? ', off' : ''}`,
        )}
      />
    </Disclosure>
  );
}
