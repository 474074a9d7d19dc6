import type { DryRun } from '@redress/contracts/release-api';
import { shortId } from '../texts.ts';

/** Visitors after whom the health gate decides (services/releases/src/health/judge.ts). */
const VISITORS_IF_ALL_FAIL = 5;
const VISITORS_IF_ONE_IN_FIVE = 40;

const spanOf = (hours: number): string =>
  hours < 1.5 ? `${Math.max(1, Math.round(hours * 60))} minutes` : hours < 48 ? `${Math.round(hours)} hours` : 'days';

/** What more than one act says, and what the dialogs say of all of them. */
export const actTexts = {
  confirm: 'Confirm',
  giveUp: 'Give up',
  freeze: 'Freeze',
  thaw: 'End freeze',
  end: 'End',
  rollBack: 'Roll back',
  rollBackTo: 'Back to',
  backTo: (number: number) => `Back to snapshot ${number}`,
  rename: 'Rename',
  again: (action: string, name: string) => `Yes, ${action.toLowerCase()} ${name} for everybody`,
  more: 'More',
  rollOut: 'Roll out',
  judgedAfter: (anHour: number) =>
    anHour < 1
      ? 'Nearly nobody would get it within an hour: how long this share needs to be judged is not known.'
      : `About ${Math.round(anHour)} visitors an hour would get it. If it fails for all of them it is taken back after about ${spanOf(VISITORS_IF_ALL_FAIL / anHour)}, for one in five after about ${spanOf(VISITORS_IF_ONE_IN_FIVE / anHour)}.`,
  cohorts: {
    legend: 'Whatever the share is, also',
    staff: 'Staff: browsers that hold a pass',
    countries: 'Countries (such as US, CA)',
    groups: 'Groups of accounts (such as beta)',
    within: 'The share is of visitors from these countries only',
  },
  close: 'Close',
} as const;

/** Words in place of the usual ones, of an outcome that means something else where it is shown. */
export type Outcomes = Partial<Record<DryRun['outcome'], string>>;

export const lastGoodOf = (id: string | null): string =>
  id ? `The last good build, ${shortId(id)}` : 'The last good build';
