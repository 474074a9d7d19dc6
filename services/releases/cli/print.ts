import type {
  BuildAbout,
  BuildDiff,
  BuildSummary,
  ChannelStatus,
  HistoryRow,
  LedgerRow,
  LedgerVerdict,
  Notice,
  NoticeSending,
  NoticeTarget,
  Overview,
  RegisteredPerson,
  RemoteStatus,
  RetentionReport,
  Rollout,
  ServedBuild,
} from '@redress/contracts/release-api';

import { cellOf, printAnswer, table, when } from './print-answer.ts';
import { ALL_WELL, audienceOf, changeOf, differencesOf, movesOf, sentenceOf } from '@redress/release-client/sentences';

const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)}`;
/** `9fceb02 main` and `12.3 of 87.9 KB`; empty for a build of before it was kept. */
const aboutOf = (about: BuildAbout | null): [string, string] => {
  if (!about) return ['', ''];
  const { origin, firstLoadBytes, budgetBytes } = about;
  const commit = [origin.commit?.slice(0, 7), origin.isDirty ? 'and more' : '', origin.branch]
    .filter(Boolean)
    .join(' ');
  return [commit, `${kb(firstLoadBytes)} of ${kb(budgetBytes)} KB`];
};

const rolloutOf = (name: string, rollout: Rollout): string => {
  const { version, buildId, state, next, nextAt } = rollout;
  const steps = next ? `, then ${next.steps.join(', ')} % every ${next.everyMinutes} minutes` : '';
  const then = state === 'paused' ? 'paused' : nextAt ? `next at ${when(nextAt)}` : '';
  return [`${name} rolls out to ${audienceOf(rollout)}: ${version}-${buildId}${steps}`, then]
    .filter(Boolean)
    .join('; ');
};

export const printOverview = ({ lines }: Pick<Overview, 'lines'>): string =>
  lines.length === 0 ? ALL_WELL : lines.map((line) => sentenceOf(line, when)).join('\n');

/** Why a remote is held: by a rollback, or by a restore, which rolls nothing back. */
const heldOf = ({ buildId, reason }: NonNullable<RemoteStatus['heldFrom']>, serves: string) =>
  buildId === serves ? `held: ${reason}` : `rolled back from ${buildId}: ${reason}`;

export function printStatus({ channel, number, createdAt, expiresAt, remotes }: ChannelStatus): string {
  if (number === 0) return `${channel} has no snapshot yet.`;
  const rows = remotes.map(({ name, version, buildId, lastGood, owner, about, heldFrom, off }) => [
    name,
    `${version}-${buildId}`,
    lastGood ?? '',
    owner,
    ...aboutOf(about),
    off ? `OFF: ${off.reason}` : heldFrom ? heldOf(heldFrom, buildId) : '',
  ]);
  return [
    `${channel}: snapshot ${number}, made ${when(createdAt)}, good until ${when(expiresAt)}`,
    '',
    table([['name', 'serves', 'last good before', 'owner', 'commit', 'first load', ''], ...rows]),
    ...remotes.flatMap(({ name, rollout }) => (rollout ? [rolloutOf(name, rollout)] : [])),
    ...remotes.flatMap(({ name, errors = [] }) =>
      errors.map(({ sessions, message, frames }) =>
        `${name}, ${sessions} sessions: ${message} ${frames[0] ?? ''}`.trim(),
      ),
    ),
  ].join('\n');
}

export const printHistory = (rows: readonly HistoryRow[]): string =>
  printAnswer(
    rows.map((row) => {
      const { number: snapshot, actor: who, reason: why, createdAt } = row;
      return { snapshot, when: createdAt, who, what: changeOf(row), why };
    }),
    { empty: 'No snapshot answers this.' },
  );

export const printDiff = (diffs: readonly BuildDiff[]): string =>
  diffs.length === 0
    ? 'No build differs.'
    : diffs
        .flatMap((diff) => [
          `${diff.name}:`,
          ...differencesOf(diff).map(([name, value]) => `  ${name}: ${cellOf(value)}`),
        ])
        .join('\n');

export const printLedger = (entries: readonly LedgerRow[]): string =>
  printAnswer(
    entries.map(({ seq, at, actor, person, action, subject: on, detail, reason: why, hash }) => ({
      no: seq,
      when: at,
      who: person === undefined ? actor : `${person} (${actor})`,
      what: `${action}${detail['overridden'] ? ' (override)' : ''}`,
      on,
      'from and to': movesOf(detail),
      why,
      hash: hash.slice(0, 12),
    })),
    { empty: 'No entry answers this.' },
  );

export const printVerdict = ({ ok, entries, head, fault }: LedgerVerdict): string =>
  ok ? `${entries} entries, each following the one before. Head: ${head}` : `Entry ${fault?.seq}: ${fault?.what}.`;

type ShownBuild = BuildSummary & { served?: ServedBuild | null };

const servedOf = ({ firstNumber, firstAt, lastNumber, lastAt, bad }: ServedBuild): string =>
  [
    `snapshot ${firstNumber} (${when(firstAt)}) to ${lastNumber === null ? 'now' : `${lastNumber} (${when(lastAt)})`}`,
    ...(bad ? [`marked bad ${when(bad.at)} by ${bad.actor}: ${bad.reason}`] : []),
  ].join('; ');

export const printBuilds = (builds: readonly ShownBuild[]): string =>
  printAnswer(
    builds.map(({ name, version, buildId, owner, publishedAt, publishedBy, about, served }) => {
      const [commit, firstLoad] = aboutOf(about);
      const { author, message, ciRun, licences } = about?.origin ?? {};
      const kept = { sourceMaps: about?.hasSourceMaps ? 'kept' : '', served: served ? servedOf(served) : '' };
      const build = { name, build: `${version}-${buildId}`, owner, published: publishedAt, by: publishedBy };
      return { ...build, commit, firstLoad, author, message, ciRun, licences, ...kept };
    }),
    { empty: 'No build is published.' },
  );

/** A person as they are now, and the tokens that the change has ended. */
export const printPerson = ({ person, tokensEnded }: { person: RegisteredPerson; tokensEnded: string[] }): string =>
  [
    `${person.name} (@${person.handle}), ${person.role}${person.team ? ` of ${person.team}` : ''}: ${person.state}` +
      `${person.state === 'invited' ? `, signs in until ${when(person.invitedUntil)}` : ''}.`,
    ...(tokensEnded.length > 0 ? [`Tokens that have ended: ${tokensEnded.join(', ')}.`] : []),
  ].join('\n');

export const printTarget = (target: NoticeTarget & { secret: string | null }): string => {
  const { id, kind, address, channel, team, secret, formerSecretUntil: until } = target;
  return [
    `${id}: ${kind} ${address} is told of ${channel}${team ? `, of remotes of ${team} alone` : ''}.`,
    ...(secret ? [`Its secret is shown only this once: ${secret}`] : []),
    ...(until ? [`Until ${when(until)} requests are signed with the former secret as well.`] : []),
  ].join('\n');
};

/** Builds and uploads that retention takes, or has taken, and what is pinned. */
export const printRetention = ({ builds, uploads, pinned }: RetentionReport): string =>
  [
    printAnswer(builds, { empty: 'No build goes.' }),
    ...(uploads.count > 0 ? [`${uploads.count} uploads in no build go: ${kb(uploads.bytes)} KB.`] : []),
    ...(pinned.length > 0 ? [`\nPinned:\n${printAnswer(pinned)}`] : []),
  ].join('\n');

const stateOf = ({ kind, place, state, attempts, nextAt, error, sentAt }: NoticeSending): string => {
  const to = `${kind} ${place}`;
  if (state === 'sent') return `${to}: sent ${when(sentAt)}`;
  if (state === 'ended') return `${to}: no longer told`;
  const why = error ? ` after ${attempts === 1 ? '1 try' : `${attempts} tries`} (${error})` : '';
  return state === 'dead' ? `${to}: NOT DELIVERED${why}` : `${to}: waits until ${when(nextAt)}${why}`;
};

export const printNotices = (notices: readonly Notice[]): string =>
  notices.length === 0
    ? 'Nobody was told of anything yet.'
    : notices
        .flatMap(({ id, createdAt, summary, sendings }) => [
          `${id}  ${when(createdAt)}  ${summary}`,
          ...(sendings.length === 0 ? ['there was nobody to tell'] : sendings.map(stateOf)).map(
            (line) => `      ${line}`,
          ),
        ])
        .join('\n');
