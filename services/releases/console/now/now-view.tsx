import { ALL_WELL, sentenceOf } from '../../src/overview/sentences.ts';
import type { Overview } from '@redress/contracts/release-api';
import { EmptyState, Icon, LoadError, Skeleton, announce } from '@redress/ui';
import { circleAlert, circleCheck, triangleAlert } from '@redress/ui/icons';
import { useCallback, useEffect, useRef } from 'react';
import { QuickAct } from '../acts/quick-act.tsx';
import { useConsole } from '../console-context.ts';
import { useLive } from '../live.ts';
import { texts } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import { ChannelStates } from './channel-states.tsx';
import { nowTexts } from './now-texts.ts';
import styles from './now.module.css';
import { RemoteTable } from './remote-table.tsx';
import { Rollouts } from './rollouts.tsx';

/** Figures change without an act. */
const REFRESH_MS = 5_000;

/** The first page: what is not well, then everything that is served. */
export function NowView() {
  const { api, times } = useConsole();
  const { cutAt } = useLive();
  const { data, refusal, reload } = useLoaded(
    useCallback(() => api('overview', {}), [api]),
    REFRESH_MS,
  );
  if (!data && refusal)
    return <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />;
  if (!data) return <Skeleton />;
  const isOld = cutAt !== null || refusal !== null;
  return (
    <div className={styles['now']}>
      {isOld && <p className={styles['old']}>{nowTexts.asOf(times.clock(data.at))}</p>}
      <Lines overview={data} />
      {data.channels.some(({ number }) => number > 0) ? (
        <>
          <Rollouts channels={data.channels} />
          <RemoteTable channels={data.channels} />
          <ChannelStates channels={data.channels} />
        </>
      ) : (
        <EmptyState title={nowTexts.noneServed} />
      )}
    </div>
  );
}

/** "All well", or one line for each thing that is not. */
function Lines({ overview }: { overview: Overview }) {
  const { lines } = overview;
  const { times, linkTo } = useConsole();
  const sentences = lines.map((line) => sentenceOf(line, times.clock));
  const first = sentences[0] ?? ALL_WELL;
  // Counts go up every few seconds: only what is new of its kind is read out.
  const worst = lines[0] ? `${lines[0].kind} ${lines[0].remote} ${lines[0].about}` : '';
  const told = useRef(worst);
  useEffect(() => {
    if (told.current === worst) return;
    told.current = worst;
    announce(first);
  }, [worst, first]);

  if (lines.length === 0) {
    return (
      <p className={styles['well']}>
        <Icon shape={circleCheck} size={32} />
        {ALL_WELL}
      </p>
    );
  }
  return (
    <ol className={styles['lines']} aria-label={nowTexts.lines}>
      {lines.map((line, index) => (
        <li
          key={`${line.kind} ${line.channel} ${line.remote} ${line.buildId} ${line.about}`}
          className={styles[line.tone]}
        >
          <Icon shape={line.tone === 'danger' ? circleAlert : triangleAlert} size={32} />
          {line.remote !== null ? (
            <a href={linkTo('remotes', line.remote)}>{sentences[index]}</a>
          ) : line.kind === 'not-told' ? (
            <a href={linkTo('notices')}>{sentences[index]}</a>
          ) : (
            <span>{sentences[index]}</span>
          )}
          <QuickAct line={line} overview={overview} />
        </li>
      ))}
    </ol>
  );
}
