import type { Dependent, DryRun, Obstacle } from '@redress/contracts/release-api';
import { Badge, Disclosure, Notice } from '@redress/ui';
import { audienceOf } from '../../src/rollouts/audience.ts';
import { shortId } from '../texts.ts';
import styles from './acts.module.css';
import { actTexts, outcomeOf, type Outcomes } from './act-texts.ts';
import { BuildDifference } from './build-difference.tsx';
import { WhatVisitorsSee } from './what-visitors-see.tsx';

type Move = DryRun['moves'][number];

/** What an act would come to: the outcome, what is in the way, then each remote. */
export function DryRunReport({ tried, outcomes }: { tried: DryRun; outcomes?: Outcomes | undefined }) {
  const { outcome, moves, switched, endedRollouts, warnings, closes } = tried;
  const obstacles = byRemote(tried);
  const changed = [...new Set([...moves, ...switched].map(({ remote }) => remote))];
  return (
    <div className={styles['report']}>
      <Notice tone={outcome === 'refused' ? 'danger' : outcome === 'waits' ? 'warning' : 'info'} live>
        <p>{outcomeOf(tried, outcomes)}</p>
        <Obstacles obstacles={obstacles.get(null)} />
      </Notice>
      {changed.length + endedRollouts.length === 0 && outcome !== 'refused' && <p>{actTexts.nothing}</p>}
      {moves.map((move) => (
        <section key={`${move.remote} ${move.to}`} className={styles['part']}>
          <h3>{sentenceOf(move)}</h3>
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
          <h3>{actTexts.warnings}</h3>
          <ul className={styles['plain']}>
            {warnings.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </section>
      )}
      {changed.length > 0 && <Serves tried={tried} />}
    </div>
  );
}

const sentenceOf = ({ remote, from, to, percent, cohorts }: Move): string =>
  to === null
    ? `${remote} goes off the channel`
    : `${remote}: ${from ? shortId(from) : 'nothing'} to ${shortId(to)}${percent === null ? '' : ` for ${audienceOf({ percent, cohorts })}`}`;

/** An obstacle stands with the remote that it names first; under `null` with the whole act. */
function byRemote({ obstacles, moves }: DryRun): Map<string | null, Obstacle[]> {
  const names = moves.map(({ remote }) => remote);
  return Map.groupBy(obstacles, ({ message }) => message.split(/[^\w-]+/).find((word) => names.includes(word)) ?? null);
}

function Obstacles({ obstacles = [] }: { obstacles: readonly Obstacle[] | undefined }) {
  if (obstacles.length === 0) return null;
  return (
    <ul className={styles['obstacles']}>
      {obstacles.map(({ code, message, remedy }) => (
        <li key={message}>
          <Badge tone="danger">{code}</Badge> {message} {remedy}
        </li>
      ))}
    </ul>
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
    <Disclosure summary={`${actTexts.dependents(remote)} (${own.length})`}>
      {own.length === 0 ? (
        <p>{actTexts.nobody}</p>
      ) : (
        <ul className={styles['plain']}>
          {own.map((dependent) => (
            <li key={dependent.by}>
              <strong>{dependent.by}</strong>: {takenBy(dependent)}
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  );
}

/** More names than this are counted. */
const NAMES_SHOWN = 6;

function takenBy({ slots, links, names }: Dependent): string {
  const some = names.length > NAMES_SHOWN ? `${names.length} names` : names.join(', ');
  return [
    ...(slots.length > 0 ? [`draws ${slots.join(', ')}`] : []),
    ...(links.length > 0 ? [`leads to ${links.join(', ')}`] : []),
    ...(names.length > 0 ? [`uses ${some}`] : []),
  ].join('; ');
}

function Serves({ tried: { serves } }: { tried: DryRun }) {
  return (
    <Disclosure summary={actTexts.serves}>
      <ul className={styles['plain']}>
        {serves.map(({ name, buildId, version, off }) => (
          <li key={name}>
            {name} {version} <code>{shortId(buildId)}</code> {off && <Badge tone="danger">{actTexts.off}</Badge>}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
