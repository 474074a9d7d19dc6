import type { DryRun } from '@redress/contracts/release-api';
import { moveOf, outcomeOf, takenBy } from '@redress/release-client/sentences';
import { printDiff } from './print.ts';

/** What an act would come to, for people. */
export function printDryRun(tried: DryRun): string {
  const { channel, number, obstacles, warnings, moves, switched, endedRollouts, holds, dependents } = tried;
  return [
    `Tried on snapshot ${number} of ${channel}; nothing was changed. ${outcomeOf(tried)}`,
    ...obstacles.map(({ code, message, remedy }) => `${code}: ${message} ${remedy}`),
    ...warnings.map(({ code, message }) => `warning ${code}: ${message}`),
    ...moves.map(moveOf),
    ...switched.map(({ remote, off }) => `${remote} would be switched ${off ? 'off' : 'on'}`),
    ...endedRollouts.map(
      ({ remote, buildId, percent }) => `the rollout of ${remote} ${buildId} (${percent} %) would end`,
    ),
    ...holds.map(({ remote, from, reason }) => `${remote} is rolled back from ${from}: ${reason}`),
    ...dependents.map((dependent) => `${dependent.by} depends on ${dependent.remote}: ${takenBy(dependent)}`),
    ...(tried.diffs.length > 0 ? [printDiff(tried.diffs)] : []),
  ].join('\n');
}
