import type { OverviewChannel, OverviewRemote, Rollout } from '@redress/contracts/release-api';
import { audienceOf } from '@redress/release-client/sentences';
import { Badge } from '@redress/ui';
import { ActButton } from '../acts/act-button.tsx';
import { changeRollout, rollOut } from '../acts/release-acts.ts';
import { useConsole } from '../console-context.ts';
import { List, type Columns } from '../list.tsx';
import { BuildId, Failures, Instant } from '../parts.tsx';
import { shortId } from '../texts.ts';
import styles from './now.module.css';

interface Rolling {
  channel: string;
  number: number;
  remote: OverviewRemote;
  rollout: Rollout;
}

const COLUMNS: Columns<Rolling> = {
  Remote: ({ remote, channel }) => `${remote.name} on ${channel}`,
  Share: ({ remote, rollout }) => (
    <>
      {audienceOf(rollout)} <Badge tone={rollout.state === 'paused' ? 'pending' : 'success'}>{rollout.state}</Badge>
      <progress
        className={styles['bar']}
        max={100}
        value={rollout.percent}
        aria-label={`Share of the visitors who have ${rollout.version} ${shortId(rollout.buildId)} of ${remote.name}`}
      />
    </>
  ),
  Build: ({ remote, rollout }) => (
    <>
      <BuildId {...rollout} />, everybody else has <BuildId {...remote} />
    </>
  ),
  'Failed sessions': ({ remote }) => (
    <>
      <Failures figures={remote.rolloutFigures} />; of everybody else <Failures figures={remote.figures} />
    </>
  ),
  Steps: ({ rollout: { next, nextAt, state } }) => (
    <>
      {next ? `${next.steps.join(', ')} % every ${next.everyMinutes} minutes` : 'a person decides each time'}
      {nextAt && state === 'running' && (
        <>
          , the next at <Instant at={nextAt} form="clock" />
        </>
      )}
    </>
  ),
  Begun: ({ rollout: { startedAt, actor, reason } }) => (
    <>
      <Instant at={startedAt} form="ago" /> by {actor}
      {reason && `: ${reason}`}
    </>
  ),
};

const ANSWERED = { refusal: null, reload: () => {} };

/** Builds that a share of the visitors has, how far each is and how it fares, and what can be done with it. */
export function Rollouts({ channels }: { channels: readonly OverviewChannel[] }) {
  const { channel: current } = useConsole();
  const rolling = channels.flatMap(({ channel, number, remotes }) =>
    remotes.flatMap((remote) => (remote.rollout ? [{ channel, number, remote, rollout: remote.rollout }] : [])),
  );
  if (rolling.length === 0) return null;
  return (
    <List
      heading="Rolling out"
      caption="Builds that a share of the visitors has"
      of={ANSWERED}
      rows={rolling}
      rowKey={({ channel, remote }) => `${channel} ${remote.name}`}
      columns={COLUMNS}
      empty=""
      buttons={({ channel, number, remote, rollout: { state } }) =>
        channel === current && (
          <>
            <ActButton of={remote.name} label="Change the share" act={rollOut(remote, number)} />
            {([state === 'running' ? 'pause' : 'resume', 'finish', 'abort'] as const).map((kind) => (
              <ActButton
                key={kind}
                of={remote.name}
                variant={kind === 'abort' ? 'danger' : 'secondary'}
                act={changeRollout(kind, remote, number)}
              />
            ))}
          </>
        )
      }
    />
  );
}
