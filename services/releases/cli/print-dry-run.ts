import type { DryRun } from '@redress/contracts/release-api';
import { audienceOf } from '../src/rollouts/audience.ts';
import { printDiff } from './print.ts';

const OUTCOMES = {
  done: () => 'It would be done at once.',
  waits: ({ confirmWithinMinutes }: DryRun) =>
    `It would wait for another person to confirm it within ${confirmWithinMinutes} minutes.`,
  refused: () => 'It would be refused.',
} as const;

const moveOf = ({ remote, from, to, percent, cohorts }: DryRun['moves'][number]): string =>
  to === null
    ? `${remote} would go off the channel (${from})`
    : `${remote} would go from ${from ?? 'none'} to ${to}${percent === null ? '' : ` for ${audienceOf({ percent, cohorts })}`}`;

const listOf = ({ slots, links, names }: DryRun['dependents'][number]): string =>
  [
    ...(slots.length > 0 ? [`slots ${slots.join(', ')}`] : []),
    ...(links.length > 0 ? [`pages ${links.join(', ')}`] : []),
    ...(names.length > 0 ? [`${names.length} names`] : []),
  ].join('; ');

/** What an act would come to, for people. */
export function printDryRun(tried: DryRun): string {
  const { channel, number, outcome, obstacles, warnings, moves, switched, endedRollouts, holds, dependents } = tried;
  return [
    `Tried on snapshot ${number} of ${channel}; nothing was changed. ${OUTCOMES[outcome](tried)}`,
    ...obstacles.map(({ code, message, remedy }) => `${code}: ${message} ${remedy}`),
    ...warnings.map(({ code, message }) => `warning ${code}: ${message}`),
    ...moves.map(moveOf),
    ...switched.map(({ remote, off }) => `${remote} would be switched ${off ? 'off' : 'on'}`),
    ...endedRollouts.map(
      ({ remote, buildId, percent }) => `the rollout of ${remote} ${buildId} (${percent} %) would end`,
    ),
    ...holds.map(({ remote, from, reason }) => `${remote} is rolled back from ${from}: ${reason}`),
    ...dependents.map((dependent) => `${dependent.by} uses ${dependent.remote}: ${listOf(dependent)}`),
    ...(tried.diffs.length > 0 ? [printDiff(tried.diffs)] : []),
  ].join('\n');
}
