import type {
  BuildAbout,
  BuildDiff,
  BuildSummary,
  ChannelStatus,
  Freeze,
  HistoryRow,
  LedgerRow,
  Overview,
  Rollout,
  ServedBuild,
} from '@redress/contracts/release-api';

import { movesOf } from '../src/ledger/moves.ts';
import { audienceOf } from '../src/rollouts/audience.ts';
import { ALL_WELL, sentenceOf } from '../src/overview/sentences.ts';

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** With its zone: whoever reads it has another clock on the wall, and the console says local times. */
export const when = (instant: string | null) => (instant ? `${instant.slice(0, 19).replace('T', ' ')} UTC` : '');

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

export const printOverview = ({ lines }: Overview): string =>
  lines.length === 0 ? ALL_WELL : lines.map((line) => sentenceOf(line, when)).join('\n');

export function printStatus({ channel, number, createdAt, expiresAt, remotes }: ChannelStatus): string {
  if (number === 0) return `${channel} has no snapshot yet.`;
  const rows = remotes.map(({ name, version, buildId, lastGood, owner, about, heldFrom, off }) => [
    name,
    `${version}-${buildId}`,
    lastGood ?? '',
    owner,
    ...aboutOf(about),
    off ? `OFF: ${off.reason}` : heldFrom ? `rolled back from ${heldFrom.buildId}: ${heldFrom.reason}` : '',
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

export const printServed = (builds: readonly ServedBuild[]): string =>
  table([
    ['build', 'first', 'last', 'marked bad'],
    ...builds.map(({ buildId, firstNumber, firstAt, lastNumber, lastAt, bad }) => [
      buildId,
      `${firstNumber}, ${when(firstAt)}`,
      lastNumber === null ? 'serves now' : `${lastNumber}, ${when(lastAt)}`,
      bad ? `${when(bad.at)} by ${bad.actor}: ${bad.reason}` : '',
    ]),
  ]);

export const printHistory = (rows: readonly HistoryRow[]): string =>
  table([
    ['snapshot', 'when', 'who', 'what', 'why'],
    ...rows.map(({ number, kind, actor, reason, createdAt, changes, switched, rolledOut }) => [
      String(number),
      when(createdAt),
      actor,
      `${kind} ${[...switched.map(({ name, off }) => `${name} ${off ? 'off' : 'on'}`), ...(rolledOut ? [`${rolledOut.name} ${rolledOut.to} to ${rolledOut.percent} %`] : []), ...changes.map(({ name, from, to }) => `${name} ${from ?? 'none'} to ${to ?? 'none'}`)].join(', ')}`.trim(),
      reason ?? '',
    ]),
  ]);

export function printDiff(diffs: readonly BuildDiff[]): string {
  if (diffs.length === 0) return 'No build differs.';
  const list = (label: string, { added, removed }: { added: string[]; removed: string[] }) =>
    added.length + removed.length === 0
      ? []
      : [`  ${label}: ${[...added.map((item) => `+${item}`), ...removed.map((item) => `-${item}`)].join(' ')}`];
  return diffs
    .flatMap(({ name, from, to, files, wireBytes, contracts, types, ...lists }) => [
      `${name}: ${from ? `${from.version}-${from.buildId}` : 'none'} to ${to ? `${to.version}-${to.buildId}` : 'none'}`,
      `  files: ${files.added} new, ${files.removed} gone, ${files.kept} the same`,
      `  on the wire: ${wireBytes.from} to ${wireBytes.to} bytes; a returning visitor fetches ${wireBytes.fetchedAgain}`,
      ...list('modules', lists.exposes),
      ...list('slots', lists.slots),
      ...list('routes', lists.routes),
      ...list('shared', lists.shared),
      ...list('names used', lists.uses),
      ...list('names offered', lists.offers),
      ...list('drafts written', lists.writes),
      ...list('drafts read', lists.reads),
      ...(types.length > 0 ? [`  other types: ${types.join(', ')}`] : []),
      ...(contracts.from === contracts.to
        ? []
        : [`  contracts: ${contracts.from ?? 'none'} to ${contracts.to ?? 'none'}`]),
    ])
    .join('\n');
}

export const printLedger = (entries: readonly LedgerRow[]): string =>
  table([
    ['no', 'when', 'who', 'what', 'on', 'from and to', 'why', 'hash'],
    ...entries.map(({ seq, at, actor, person, action, subject, detail, reason, hash }) => [
      String(seq),
      when(at),
      person === undefined ? actor : `${person} (${actor})`,
      `${action}${detail['overridden'] ? ' (override)' : ''}`,
      subject,
      movesOf(detail),
      reason ?? '',
      hash.slice(0, 12),
    ]),
  ]);

export const printBuilds = (builds: readonly BuildSummary[]): string =>
  table([
    [
      'name',
      'build',
      'owner',
      'published',
      'by',
      'commit',
      'first load',
      'author',
      'message',
      'CI run',
      'licences',
      'source maps',
    ],
    ...builds.map(({ name, version, buildId, owner, publishedAt, publishedBy, about }) => [
      name,
      `${version}-${buildId}`,
      owner,
      when(publishedAt),
      publishedBy,
      ...aboutOf(about),
      about?.origin.author ?? '',
      about?.origin.message ?? '',
      about?.origin.ciRun ?? '',
      about?.origin.licences?.join(', ') ?? '',
      about?.hasSourceMaps ? 'kept' : '',
    ]),
  ]);

export const printFreezes = (freezes: readonly Freeze[]): string =>
  table([
    ['no', 'from', 'until', 'who', 'why'],
    ...freezes.map(({ id, from, until, actor, reason }) => [String(id), when(from), when(until), actor, reason]),
  ]);
