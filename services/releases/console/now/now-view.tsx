import type { Overview } from '@redress/contracts/release-api';
import { ALL_WELL, sentenceOf } from '@redress/release-client/sentences';
import { EmptyState, Icon, announce } from '@redress/ui';
import { circleAlert, circleCheck, triangleAlert } from '@redress/ui/icons';
import { useEffect, useRef } from 'react';
import { QuickAct } from '../acts/act-button.tsx';
import { useConsole } from '../console-context.ts';
import { Shown } from '../list.tsx';
import { useLive } from '../live.ts';
import { texts } from '../texts.ts';
import { useOverview } from '../use-overview.ts';
import { ChannelStates } from './channel-states.tsx';
import styles from './now.module.css';
import { RemoteTable } from './remote-table.tsx';
import { Rollouts } from './rollouts.tsx';

/** The first page: what is not well, then everything that is served. */
export function NowView() {
  const { times } = useConsole();
  const { cutAt } = useLive();
  const of = useOverview();
  const isOld = cutAt !== null || of.refusal !== null;
  return (
    <Shown of={of}>
      {(overview) => (
        <div className={styles['now']}>
          {isOld && <p className={styles['old']}>As it was at {times.clock(overview.at)}, not as it is now:</p>}
          <Lines overview={overview} />
          {overview.channels.some(({ number }) => number > 0) ? (
            <>
              <Rollouts channels={overview.channels} />
              <RemoteTable channels={overview.channels} />
              <ChannelStates channels={overview.channels} />
            </>
          ) : (
            <EmptyState title={texts.none} />
          )}
        </div>
      )}
    </Shown>
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
    <ol className={styles['lines']} aria-label="What is not well, the worst first">
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
