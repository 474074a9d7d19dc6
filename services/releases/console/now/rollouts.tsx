import type { OverviewChannel } from '@redress/contracts/release-api';
import { useId } from 'react';
import { audienceOf } from '../../src/rollouts/audience.ts';
import { useConsole } from '../console-context.ts';
import { remoteTexts } from '../remote/remote-texts.ts';
import { shortId } from '../texts.ts';
import { nowTexts } from './now-texts.ts';
import styles from './now.module.css';
import { ShareBar } from './share-bar.tsx';

/** Builds that a share of the visitors has. */
export function Rollouts({ channels }: { channels: readonly OverviewChannel[] }) {
  const { linkTo, times } = useConsole();
  const id = useId();
  const rolling = channels.flatMap(({ channel, remotes }) =>
    remotes.flatMap((remote) => (remote.rollout ? [{ channel, remote, rollout: remote.rollout }] : [])),
  );
  if (rolling.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{nowTexts.rollouts}</h2>
      <ul className={styles['rollouts']}>
        {rolling.map(({ channel, remote: { name, rolloutFigures }, rollout }) => (
          <li key={`${channel} ${name}`}>
            <a href={linkTo('remotes', name)}>{name}</a>
            <span className={styles['build']}>
              {rollout.version} <code title={rollout.buildId}>{shortId(rollout.buildId)}</code>
            </span>
            <ShareBar percent={rollout.percent} />
            <span>
              {audienceOf(rollout)}, {channel}
              {rollout.state === 'paused' && `, ${nowTexts.paused}`}
            </span>
            {rolloutFigures && rolloutFigures.all > 0 && (
              <span>{remoteTexts.failing(rolloutFigures.failing, rolloutFigures.all)}</span>
            )}
            {rollout.nextAt && (
              <span className={styles['soft']}>
                {nowTexts.then(rollout.next?.steps[0] ?? 100, times.clock(rollout.nextAt))}
              </span>
            )}
            <span className={styles['soft']}>{rollout.actor}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
