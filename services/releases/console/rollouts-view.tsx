import type { BuildFigures, OverviewRemote, RemoteStatus, Rollout } from '@redress/contracts/release-api';
import { Badge, Button, EmptyState, LoadError } from '@redress/ui';
import { useCallback } from 'react';
import { audienceOf } from '../src/rollouts/audience.ts';
import { actTexts } from './acts/act-texts.ts';
import styles from './acts/acts.module.css';
import { useActs, type WantedAct } from './acts/wanted-act.ts';
import { useConsole } from './console-context.ts';
import frame from './console.module.css';
import { shortId, texts } from './texts.ts';
import { useLoaded } from './use-loaded.ts';

/** A share grows by itself, without an act of anybody. */
const REFRESH_MS = 10_000;

/** Builds that a share of the visitors has, how far each is, and what can be done with it. */
export function RolloutsView() {
  const { api, channel } = useConsole();
  const { open } = useActs();
  const load = useCallback(async () => {
    const { channels } = await api('overview', {});
    const found = channels.find((each) => each.channel === channel);
    return { number: found?.number ?? 0, remotes: found?.remotes ?? [] };
  }, [api, channel]);
  const { data, refusal, reload } = useLoaded(load, REFRESH_MS);
  if (!data && refusal)
    return <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />;
  if (!data) return <p role="status">Asking what rolls out.</p>;
  const rolling = data.remotes.filter(({ rollout }) => rollout !== null);
  const others = data.remotes.filter(({ rollout, off }) => rollout === null && off === null);
  return (
    <>
      {rolling.length === 0 && <EmptyState title={`Nothing rolls out on ${channel}: every build is everybody’s.`} />}
      {rolling.map(
        (remote) =>
          remote.rollout && (
            <RollingOut key={remote.name} remote={remote} rollout={remote.rollout} seen={data.number} />
          ),
      )}
      <section className={frame['section']}>
        <h2>Begin a rollout</h2>
        <div className={styles['buttons']}>
          {others.map((remote) => (
            <Button
              key={remote.name}
              size="small"
              variant="secondary"
              aria-label={`${actTexts.rollOut}: ${remote.name}`}
              onClick={() => open({ kind: 'rollOut', remote, seen: data.number })}
            >
              {remote.name}
            </Button>
          ))}
        </div>
      </section>
    </>
  );
}

function RollingOut({ remote, rollout, seen }: { remote: OverviewRemote; rollout: Rollout; seen: number }) {
  const { times } = useConsole();
  const { open } = useActs();
  const { percent, state, next, nextAt, version, buildId, actor, startedAt, reason } = rollout;
  const button = (
    kind: Extract<WantedAct, { remote: RemoteStatus }>['kind'],
    label: string,
    variant: 'secondary' | 'danger' = 'secondary',
  ) => (
    <Button
      size="small"
      variant={variant}
      aria-label={`${label}: ${remote.name}`}
      onClick={() => open({ kind, remote, seen })}
    >
      {label}
    </Button>
  );
  return (
    <section className={frame['section']}>
      <h2>
        {remote.name}: {audienceOf(rollout)} <Badge tone={state === 'paused' ? 'pending' : 'success'}>{state}</Badge>
      </h2>
      <progress
        className={styles['bar']}
        max={100}
        value={percent}
        aria-label={`Share of the visitors who have ${version} ${shortId(buildId)} of ${remote.name}`}
      >
        {percent} %
      </progress>
      <dl className={styles['facts']}>
        <dt>Build</dt>
        <dd>
          {version} <code>{shortId(buildId)}</code>, everybody else has {remote.version}{' '}
          <code>{shortId(remote.buildId)}</code>
        </dd>
        <dt>Failing sessions</dt>
        <dd>
          {figuresOf(remote.rolloutFigures)}; of everybody else {figuresOf(remote.figures)}
        </dd>
        <dt>Steps</dt>
        <dd>{next ? `${next.steps.join(', ')} % every ${next.everyMinutes} minutes` : 'a person decides each time'}</dd>
        {nextAt && state === 'running' && (
          <>
            <dt>Next step</dt>
            <dd>
              <time dateTime={nextAt}>{times.clock(nextAt)}</time>
            </dd>
          </>
        )}
        <dt>Begun</dt>
        <dd>
          {times.ago(startedAt)} by {actor}
          {reason && `: ${reason}`}
        </dd>
      </dl>
      <div className={styles['buttons']}>
        {button('rollOut', 'Change the share')}
        {state === 'running' ? button('pause', actTexts.rollouts.pause) : button('resume', actTexts.rollouts.resume)}
        {button('finish', actTexts.rollouts.finish)}
        {button('abort', actTexts.rollouts.abort, 'danger')}
      </div>
    </section>
  );
}

const figuresOf = (figures: BuildFigures | null): string =>
  figures && figures.all > 0 ? `${figures.failing} of ${figures.all}` : 'no reports';
