import type { Overview, OverviewRemote } from '@redress/contracts/release-api';
import { audienceOf, sentenceOf } from '@redress/release-client/sentences';
import { Badge, Facts } from '@redress/ui';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { RemoteActs } from '../acts/act-button.tsx';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { Shown } from '../list.tsx';
import { BuildId, Failures, Instant } from '../parts.tsx';
import { useOverview } from '../use-overview.ts';
import { BuildList } from './build-list.tsx';
import { Dependents } from './dependents.tsx';
import { ErrorList } from './error-list.tsx';
import { OverTime } from './over-time.tsx';

const ERRORS_SHOWN = 20;

/** Everything about one remote: what serves, how its builds fared, its errors, and the builds to go back to. */
export function RemotePage({ item: name }: { item: string }) {
  const { linkTo, times } = useConsole();
  const of = useOverview();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), [name]);
  return (
    <article className={styles['page']} aria-labelledby={id}>
      <a href={linkTo('remotes')} className={styles['back']}>
        All remotes
      </a>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {name}
      </h2>
      <Shown of={of}>
        {(overview) => (
          <>
            {overview.lines
              .filter(({ remote }) => remote === name)
              .map((line) => (
                <p key={`${line.kind} ${line.channel} ${line.buildId}`} className={styles[line.tone]}>
                  {sentenceOf(line, times.clock)}
                </p>
              ))}
            <Served overview={overview} name={name} />
          </>
        )}
      </Shown>
      <Dependents remote={name} />
      <OverTime remote={name} />
      <ErrorList remote={name} limit={ERRORS_SHOWN} />
      <BuildList remote={name} />
    </article>
  );
}

/** What each channel serves of it. */
function Served({ overview: { channels }, name }: { overview: Overview; name: string }) {
  const { channel: current } = useConsole();
  const found = channels.flatMap(({ channel, number, remotes }) =>
    remotes.filter((remote) => remote.name === name).map((remote) => ({ channel, number, remote })),
  );
  if (found.length === 0) return <p>No channel serves {name}.</p>;
  return found.map(({ channel, number, remote }) => (
    <section key={channel} className={styles['section']}>
      <h3>On {channel}</h3>
      {channel === current && <RemoteActs remote={remote} seen={number} />}
      <Facts items={factsOf(remote)} />
    </section>
  ));
}

function factsOf({ version, buildId, since, figures, rollout, rolloutFigures, off, heldFrom, owner }: OverviewRemote) {
  const facts: (readonly [string, ReactNode] | null)[] = [
    [
      'What serves',
      <>
        <BuildId version={version} buildId={buildId} />
        {since && (
          <>
            {' '}
            since <Instant at={since.at} />, by {since.actor} ({since.kind}){since.reason && `: ${since.reason}`}
          </>
        )}
      </>,
    ],
    ['Health', <Failures figures={figures} />],
    rollout && [
      'Rolls out',
      <>
        <BuildId version={rollout.version} buildId={rollout.buildId} />, {audienceOf(rollout)}, {rollout.state},{' '}
        {rollout.actor}. {rolloutFigures && <Failures figures={rolloutFigures} />}
      </>,
    ],
    off && [
      'Off',
      <>
        <Badge tone="danger">Off</Badge> since <Instant at={off.at} />: {off.reason} ({off.actor})
      </>,
    ],
    heldFrom && [
      'Rolled back from',
      <>
        <BuildId buildId={heldFrom.buildId} /> since <Instant at={heldFrom.at} />: {heldFrom.reason} ({heldFrom.actor})
      </>,
    ],
    ['Owner', owner],
  ];
  return facts.flatMap((fact) => (fact ? [{ name: fact[0], value: fact[1] }] : []));
}
