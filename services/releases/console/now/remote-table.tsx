/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on phones a row is one line of words, and WebKit drops the roles of a table whose display is changed */
import type { OverviewChannel, OverviewRemote } from '@redress/contracts/release-api';
import { Badge, VisuallyHidden } from '@redress/ui';
import { Sparkline } from '@redress/ui/charts';
import { audienceOf } from '@redress/release-client/sentences';
import { useConsole } from '../console-context.ts';
import { BuildId, HELD, HELD_MEANS, Instant } from '../parts.tsx';
import { shortId } from '../texts.ts';
import styles from './now.module.css';

const VERDICTS = {
  failing: { tone: 'danger', text: 'Failing' },
  'some-fail': { tone: 'warning', text: 'Some fail' },
  slow: { tone: 'warning', text: 'Slow' },
  well: { tone: 'success', text: 'Well' },
  unknown: { tone: 'neutral', text: 'No reports' },
} as const;

/** Every remote, failing ones first; what is well takes one line. */
export function RemoteTable({ channels }: { channels: readonly OverviewChannel[] }) {
  const { linkTo } = useConsole();
  const names = [...new Set(channels.flatMap(({ remotes }) => remotes.map(({ name }) => name)))];
  return (
    <table className={styles['table']} role="table">
      <caption>
        <VisuallyHidden>Remotes, and what each channel serves of them</VisuallyHidden>
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          {['Remote', 'Failed sessions', ...channels.map(({ channel }) => channel)].map((header) => (
            <th key={header} role="columnheader" scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {names.map((name) => {
          const found = channels.map(({ remotes }) => remotes.find((remote) => remote.name === name) ?? null);
          const first = found.find((remote) => remote !== null);
          return (
            <tr key={name} role="row" data-well={found.every((remote) => remote === null || isWell(remote))}>
              <th role="rowheader" scope="row">
                <a href={linkTo('remotes', name)}>{name}</a>
              </th>
              <td role="cell">{first && <Health remote={first} />}</td>
              {found.map((remote, index) => (
                <td
                  key={channels[index]?.channel}
                  role="cell"
                  data-channel={channels[index]?.channel}
                  data-same={index > 0 && isSaidBefore(remote, found[0] ?? null)}
                >
                  {remote ? <Served remote={remote} /> : '–'}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** On a phone a channel that has nothing of its own to say takes no line: what is off, held or rolls out there has. */
const isSaidBefore = (remote: OverviewRemote | null, first: OverviewRemote | null) =>
  remote === null || (remote.buildId === first?.buildId && !remote.off && !remote.heldFrom && !remote.rollout);

const isWell = ({ figures, off, heldFrom, rollout }: OverviewRemote) =>
  (figures.verdict === 'well' || figures.verdict === 'unknown') && !off && !heldFrom && !rollout;

function Health({ remote: { figures } }: { remote: OverviewRemote }) {
  const { verdict, failing, all, lastHour } = figures;
  const sum = (of: 'loaded' | 'failed') => lastHour.reduce((total, stretch) => total + stretch[of], 0);
  return (
    <span className={styles['health']}>
      <Badge tone={VERDICTS[verdict].tone}>{VERDICTS[verdict].text}</Badge>
      {all > 0 && (
        <span className={styles['count']}>
          {failing} of {all}
        </span>
      )}
      {sum('loaded') + sum('failed') > 0 && (
        <span className={styles['spark']}>
          <Sparkline
            values={lastHour.map(({ failed }) => failed)}
            label={`${sum('failed')} failures and ${sum('loaded')} loads in the last hour`}
            tone={verdict === 'failing' ? 'danger' : 'primary'}
            width={96}
            height={24}
          />
        </span>
      )}
    </span>
  );
}

function Served({ remote: { version, buildId, since, off, heldFrom, rollout } }: { remote: OverviewRemote }) {
  return (
    <span className={styles['served']}>
      {off && <Badge tone="danger">Off</Badge>}
      {heldFrom && (
        <span title={HELD_MEANS}>
          <Badge tone="pending">{HELD}</Badge>
        </span>
      )}
      <BuildId version={version} buildId={buildId} />
      {since && (
        <span className={styles['soft']}>
          <Instant at={since.at} form="ago" />
          <span className={styles['who']}>, {since.actor}</span>
        </span>
      )}
      {rollout && (
        <span className={styles['soft']}>
          {audienceOf(rollout)}: {rollout.version} {shortId(rollout.buildId)}
        </span>
      )}
    </span>
  );
}
