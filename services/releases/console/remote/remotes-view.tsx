import type { OverviewRemote } from '@redress/contracts/release-api';
import { audienceOf } from '@redress/release-client/sentences';
import { Badge } from '@redress/ui';
import { ActButton, RemoteActs } from '../acts/act-button.tsx';
import { mayDo } from '../acts/act.ts';
import { rollBack, rollBackSeveral } from '../acts/release-acts.ts';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { List, type Columns } from '../list.tsx';
import { BuildId, commitOf, Failures, firstLoadOf, HELD, HELD_MEANS } from '../parts.tsx';
import { shortId, texts } from '../texts.ts';
import { useOverview } from '../use-overview.ts';
import { ErrorList } from './error-list.tsx';

const ERRORS_SHOWN = 100;

function State({ remote: { off, heldFrom, rollout } }: { remote: OverviewRemote }) {
  if (off)
    return (
      <>
        <Badge tone="danger">Off</Badge> {off.reason} ({off.actor})
      </>
    );
  if (heldFrom)
    return (
      <>
        <Badge tone="pending">{HELD}</Badge> From {shortId(heldFrom.buildId)}: {heldFrom.reason}. {HELD_MEANS}
      </>
    );
  if (rollout)
    return (
      <>
        <Badge tone="pending">Rolls out</Badge> {rollout.version} {shortId(rollout.buildId)}: {audienceOf(rollout)}
      </>
    );
  return <Badge tone="success">Released</Badge>;
}

/** Every remote with the build it serves, how it fares, and the way back; then what fails in browsers. */
export function RemotesView() {
  const { times, linkTo, person } = useConsole();
  const of = useOverview();
  const { number: seen = 0, remotes = [], createdAt, expiresAt } = of.current ?? {};
  const ways = remotes.filter((remote) => remote.lastGood !== null && mayDo(person, rollBack(remote, seen)));
  const columns: Columns<OverviewRemote> = {
    Remote: ({ name }) => (
      <a href={linkTo('remotes', name)} className={styles['build']}>
        {name}
      </a>
    ),
    Serves: BuildId,
    Commit: ({ about }) => commitOf(about),
    'First load': ({ about }) => firstLoadOf(about),
    State: (remote) => <State remote={remote} />,
    'Failed sessions': ({ figures }) => <Failures figures={figures} />,
    Owner: ({ owner }) => <span className={styles['build']}>{owner}</span>,
  };
  return (
    <>
      <List
        caption="Remotes and the builds they serve"
        of={of}
        rows={of.data ? remotes : undefined}
        rowKey={({ name }) => name}
        columns={columns}
        empty={texts.none}
        buttons={(remote) => <RemoteActs remote={remote} seen={seen} />}
      />
      {ways.length > 1 && (
        <div>
          <ActButton label="Roll back several" act={rollBackSeveral(ways, seen)} />
        </div>
      )}
      {seen > 0 && (
        <p className={styles['soft']}>
          Snapshot {seen}, good until {times.instant(expiresAt ?? createdAt ?? '')}
        </p>
      )}
      <ErrorList limit={ERRORS_SHOWN} />
    </>
  );
}
