import type { DryRun } from '@redress/contracts/release-api';
import { shortId } from '../texts.ts';

/** Visitors after whom the health gate decides (services/releases/src/health/judge.ts). */
const VISITORS_IF_ALL_FAIL = 5;
const VISITORS_IF_ONE_IN_FIVE = 40;

const spanOf = (hours: number): string =>
  hours < 1.5 ? `${Math.max(1, Math.round(hours * 60))} minutes` : hours < 48 ? `${Math.round(hours)} hours` : 'days';

/** What the dialogs of acts say. */
export const actTexts = {
  reason: 'Reason (kept in the ledger)',
  reasonMissing: 'Say why: it is kept in the ledger.',
  readyReasons: 'Ready reasons',
  cancel: 'Cancel',
  choose: 'Choose first; then it says here what would change.',
  unchosen: 'Something above is still to be chosen.',
  asking: 'Finding out what this would do.',
  tried: 'What this would do',
  outcomes: {
    done: 'It would be done at once.',
    waits: (minutes: number | null) => `It would wait for another person to confirm it within ${minutes} minutes.`,
    refused: 'It would be refused.',
  },
  confirm: 'Confirm',
  confirmed: 'It is done as soon as you confirm it.',
  confirmedAt: (time: string) => `Once you confirm it, it is done at ${time}.`,
  planOverrides: 'It goes on in spite of what the gate finds.',
  override: 'Go on in spite of it. The reason is kept, with what was overridden.',
  changed: 'Somebody else acted meanwhile',
  lookAgain: 'Decide on what is served now',
  lost: 'No answer came',
  lostText: 'It may have been done, or not. Press again: it is done once.',
  untried: 'What this would do is not known now.',
  nothing: 'Visitors get nothing else.',
  serves: 'What everybody would get',
  off: 'off',
  dependents: (remote: string) => `Who depends on ${remote}`,
  nobody: 'No other build of this channel takes a slot, a page or a name of it.',
  warnings: 'Found, and not refused',
  closes: 'What visitors would see',
  closedPages: (remote: string) => `In place of the pages of ${remote}:`,
  closedSlots: (remote: string) => `Where other pages draw a slot of ${remote}:`,
  gonePages: (remote: string) => `These pages of ${remote} would be gone:`,
  build: 'Build',
  rollBack: 'Roll back',
  rollBackSeveral: 'Roll back several',
  rollBackTo: 'Back to',
  rollBackToBuild: (id: string) => `Roll back to ${id}`,
  backTo: (number: number) => `Back to snapshot ${number}`,
  backToLead:
    'Every remote gets the build it had in that snapshot. A remote that came later stays; one that is switched off stays off.',
  lastGood: (id: string | null) => (id ? `The last good build, ${shortId(id)}` : 'The last good build'),
  urgent: 'Open tabs leave the build at once, whatever is typed into it',
  serve: 'Serve another build',
  serveTitle: (name: string) => `Serve another build of ${name}`,
  at: 'When (empty: now)',
  rename: 'Rename',
  newName: 'New name (mf-…)',
  retire: 'Retire',
  switchOff: 'Switch off',
  again: (action: string, name: string) => `Yes, ${action.toLowerCase()} ${name} for everybody`,
  againLead: 'It takes the pages from every visitor. Press once more to do it; a rollback leaves them open.',
  switchOn: 'Switch on',
  more: 'More',
  rollOut: 'Roll out',
  percent: 'Percent of the visitors',
  judgedAfter: (anHour: number) =>
    anHour < 1
      ? 'Nearly nobody would get it within an hour: how long this share needs to be judged is not known.'
      : `About ${Math.round(anHour)} visitors an hour would get it. If it fails for all of them it is taken back after about ${spanOf(VISITORS_IF_ALL_FAIL / anHour)}, for one in five after about ${spanOf(VISITORS_IF_ONE_IN_FIVE / anHour)}.`,
  steps: 'Then, in percent (such as 25, 50, 100; empty: a person decides)',
  everyMinutes: 'Minutes between two steps',
  cohorts: {
    legend: 'Whatever the share is, also',
    staff: 'Staff: browsers that hold a pass',
    countries: 'Countries (such as US, CA)',
    groups: 'Groups of accounts (such as beta)',
    within: 'The share is of visitors from these countries only',
  },
  stepsWrong: 'Steps are percentages that grow, such as 25, 50, 100.',
  rollouts: {
    pause: 'Pause',
    resume: 'Go on',
    finish: 'Give it to everybody',
    abort: 'Take it back',
  },
  proof: 'Since the act',
  closeProof: 'Close',
  toPlans: 'See what is to come',
} as const;

/** Reasons that fill the field with one press. */
export const READY_REASONS = {
  rollBack: ['Fails since this release', 'Shows something wrong', 'Payments fail', 'Slow on phones'],
  promote: ['Planned release', 'Repaired', 'Tried in a preview'],
  rollOut: ['Planned release', 'To be watched first'],
  finish: ['Healthy so far', 'Planned release'],
  abort: ['Fails more than the build before', 'Shows something wrong', 'Slow on phones'],
  pause: ['To be watched longer'],
  resume: ['Healthy so far'],
  off: ['Shows something wrong', 'A provider is down', 'Attacked'],
  on: ['Repaired', 'The provider is back'],
  retire: ['Part of another remote now', 'No longer needed'],
  rename: ['What it does has another name'],
  freeze: ['Holidays', 'Year end', 'Something fails and nobody knows why'],
} as const satisfies Record<string, readonly string[]>;

/** Words in place of the usual ones, of an outcome that means something else where it is shown. */
export type Outcomes = Partial<Record<DryRun['outcome'], string>>;

export const outcomeOf = ({ outcome, confirmWithinMinutes }: DryRun, others: Outcomes = {}): string =>
  others[outcome] ?? (outcome === 'waits' ? actTexts.outcomes.waits(confirmWithinMinutes) : actTexts.outcomes[outcome]);

export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
