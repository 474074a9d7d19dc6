import type { Overview, OverviewRemote } from '@redress/contracts/release-api';
import { Badge, EmptyState, Facts, LoadError, Skeleton } from '@redress/ui';
import { useCallback, useEffect, useId, useRef } from 'react';
import { sentenceOf } from '../../src/overview/sentences.ts';
import { ActButtons } from '../acts/act-buttons.tsx';
import { audienceOf } from '../../src/rollouts/audience.ts';
import { useConsole } from '../console-context.ts';
import { Instant } from '../instant.tsx';
import { shortId, texts } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import { BuildList } from './build-list.tsx';
import { Dependents } from './dependents.tsx';
import { ErrorList } from './error-list.tsx';
import { OverTime } from './over-time.tsx';
import { remoteTexts } from './remote-texts.ts';
import styles from './remote.module.css';

const REFRESH_MS = 5_000;
const ERRORS_SHOWN = 20;

/** Everything about one remote: what serves, how its builds fared, its errors, and the builds to go back to. */
export function RemotePage({ item: name }: { item: string }) {
  const { api, linkTo, times } = useConsole();
  const { data, refusal, reload } = useLoaded(
    useCallback(() => api('overview', {}), [api]),
    REFRESH_MS,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), [name]);
  return (
    <article className={styles['remote']} aria-labelledby={id}>
      <p>
        <a href={linkTo('remotes')} className={styles['back']}>
          {remoteTexts.all}
        </a>
      </p>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {name}
      </h2>
      {data ? (
        <>
          {data.lines
            .filter(({ remote }) => remote === name)
            .map((line) => (
              <p key={`${line.kind} ${line.channel} ${line.buildId}`} className={styles[line.tone]}>
                {sentenceOf(line, times.clock)}
              </p>
            ))}
          <Served overview={data} name={name} />
        </>
      ) : refusal ? (
        <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />
      ) : (
        <Skeleton />
      )}
      <Dependents remote={name} />
      <OverTime remote={name} />
      <section className={styles['section']} aria-labelledby={`${id}-errors`}>
        <h3 id={`${id}-errors`}>{remoteTexts.errors}</h3>
        <ErrorList remote={name} limit={ERRORS_SHOWN} />
      </section>
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
  if (found.length === 0) return <EmptyState title={remoteTexts.unknown(name)} />;
  return (
    <section className={styles['section']} aria-label={remoteTexts.serves}>
      {found.map(({ channel, number, remote }) => (
        <div key={channel} className={styles['section']}>
          <h3>{remoteTexts.served(channel)}</h3>
          <Facts items={factsOf(remote)} />
          {channel === current && <ActButtons remote={remote} seen={number} />}
        </div>
      ))}
    </section>
  );
}

function factsOf({ version, buildId, since, figures, rollout, rolloutFigures, off, heldFrom, owner }: OverviewRemote) {
  return [
    {
      name: remoteTexts.serves,
      value: (
        <>
          {version} <code title={buildId}>{shortId(buildId)}</code>
          {since && (
            <>
              {' '}
              {remoteTexts.since} <Instant at={since.at} />, {remoteTexts.by(since.actor, since.kind)}
              {since.reason && `: ${since.reason}`}
            </>
          )}
        </>
      ),
    },
    { name: remoteTexts.health, value: <Health figures={figures} /> },
    ...(rollout
      ? [
          {
            name: remoteTexts.rollsOut,
            value: (
              <>
                {rollout.version} <code title={rollout.buildId}>{shortId(rollout.buildId)}</code>, {audienceOf(rollout)}
                , {rollout.state}, {rollout.actor}. {rolloutFigures && <Health figures={rolloutFigures} />}
              </>
            ),
          },
        ]
      : []),
    ...(off
      ? [
          {
            name: remoteTexts.off,
            value: (
              <>
                <Badge tone="danger">{remoteTexts.off}</Badge> {remoteTexts.since} <Instant at={off.at} />: {off.reason}{' '}
                ({off.actor})
              </>
            ),
          },
        ]
      : []),
    ...(heldFrom
      ? [
          {
            name: remoteTexts.heldFrom,
            value: (
              <>
                <code title={heldFrom.buildId}>{shortId(heldFrom.buildId)}</code> {remoteTexts.since}{' '}
                <Instant at={heldFrom.at} />: {heldFrom.reason} ({heldFrom.actor})
              </>
            ),
          },
        ]
      : []),
    { name: remoteTexts.owner, value: owner },
  ];
}

function Health({ figures: { all, failing, since } }: { figures: OverviewRemote['figures'] }) {
  if (all === 0) return remoteTexts.noReports;
  return (
    <>
      {remoteTexts.failing(failing, all)} {remoteTexts.since} <Instant at={since} form="clock" />
    </>
  );
}
