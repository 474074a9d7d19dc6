import { isRising, lowsOf, trendOf, type GrowthLimit, type Sample, type Trend } from '@redress/tools/trend';

/** How one kind of figure is judged. */
interface Rule {
  of: RegExp;
  limit: GrowthLimit;
  /** Take the least of each window of so many milliseconds: garbage is not what is looked for. */
  lowsOfMs?: number;
}

/**
 * What rises by more than these over the whole stretch is not flat. Processes of Node grow by some megabytes when a request of
 * a new kind is compiled; what a tab holds after a collection of garbage is told apart from one kilobyte to the next.
 */
const RULES: readonly Rule[] = [
  { of: / heap, MB$/, limit: { share: 0.05, atLeast: 4 }, lowsOfMs: 20_000 },
  { of: / memory, MB$/, limit: { share: 0.05, atLeast: 12 }, lowsOfMs: 20_000 },
  { of: /event loop delay/, limit: { share: 0.25, atLeast: 10 } },
  { of: / handles$/, limit: { share: 0.1, atLeast: 10 } },
  { of: /^jobs that are due$/, limit: { share: 0.1, atLeast: 10 } },
  { of: /^connections/, limit: { share: 0.1, atLeast: 5 } },
  { of: /^calls, p99/, limit: { share: 0.25, atLeast: 50 } },
  { of: / tab heap/, limit: { share: 0.05, atLeast: 0.5 } },
  { of: / tab (documents|nodes|listeners)$/, limit: { share: 0.05, atLeast: 5 } },
];

/** The stand-ins of the outside world keep every mail, letter and charge of a run; no deployment has them. */
const NOT_JUDGED = /^(sandbox|s3|cluster|others) /;

/** Delays, and what is at work at once: on a machine without time left they follow whatever else runs on it. */
const OF_THE_MACHINE = /event loop delay|handles$|^connections|^calls, p99/;
/** Share of processor time: with less left, a machine is asked for more than it carries, by the soak or beside it. */
const LEAST_IDLE = 0.1;
export const isCarried = (idle: number): boolean => idle >= LEAST_IDLE;

/** Of fewer nothing can be said. */
const FEWEST_SAMPLES = 3;

export interface Judged {
  name: string;
  /** `null`: it was looked at too seldom, as on a machine that is too busy. */
  trend: Trend | null;
  limit: GrowthLimit;
  /** `null`: shown, not judged. */
  isFlat: boolean | null;
}

/**
 * @param stretch.idle - idle share of processor time, 0 to 1
 * @throws when a figure has no rule: what is measured is judged
 */
export function judgeSeries(
  series: ReadonlyMap<string, readonly Sample[]>,
  { from, idle }: { from: number; idle: number },
): Judged[] {
  return [...series].map(([name, all]) => {
    const rule = RULES.find(({ of }) => of.test(name));
    if (!rule) throw new Error(`There is no rule for: ${name}`);
    const samples = all.filter(({ at }) => at >= from);
    const judged = rule.lowsOfMs === undefined ? samples : lowsOf(samples, rule.lowsOfMs);
    const trend = judged.length < FEWEST_SAMPLES ? null : trendOf(judged);
    const isCounted = !NOT_JUDGED.test(name) && (isCarried(idle) || !OF_THE_MACHINE.test(name));
    const isFlat = !isCounted ? null : trend !== null && !isRising(trend, rule.limit);
    return { name, trend, limit: rule.limit, isFlat };
  });
}

/**
 * Rows that one claim may leave in a table: those of the claim itself, kept with it, and those that housekeeping removes after
 * hours or days (codes, rate limits, finished jobs after 14 days), later than a soak ends. Measured, and a quarter more. A
 * table that is not named must not grow.
 */
const ROWS_OF_A_CLAIM: Readonly<Record<string, number>> = {
  'claims.account': 1,
  'claims.alert': 5,
  'claims.claim_order': 1,
  'claims.claim_snapshot': 1,
  'claims.code': 1,
  'claims.current_draft': 1,
  'claims.event': 22,
  'claims.form_session': 1,
  'claims.form_signature': 1,
  'claims.letter': 1,
  'claims.letter_version': 1,
  'claims.mail': 5,
  'claims.mailing': 1,
  'claims.order_quote': 1,
  'claims.payment': 1,
  'claims.provider_event': 6,
  'claims.rate_limit': 14,
  'claims.trusted_browser': 1,
  'claims.user_session': 1,
  // The second holds the rows of the first, which is partitioned.
  'claims_jobs.job': 18,
  'claims_jobs.job_common': 18,
};
/** Of a table that is not named: rows that come and go. */
const STRAY_ROWS = 60;
/** Rows that one change of what is served may leave in a table of the releases. */
const ROWS_OF_A_RELEASE = 8;

export interface JudgedTable {
  name: string;
  before: number;
  after: number;
  /** Rows it may have grown by. */
  allowed: number;
  isBounded: boolean;
}

/** @param done - claims that were begun and releases that were changed between the two looks */
export function judgeTables(
  [before, after]: readonly [ReadonlyMap<string, number>, ReadonlyMap<string, number>],
  done: { claims: number; releases: number },
): JudgedTable[] {
  return [...after].map(([name, rows]) => {
    const known = before.get(name) ?? 0;
    const perClaim = ROWS_OF_A_CLAIM[name];
    const allowed =
      STRAY_ROWS +
      (perClaim === undefined ? 0 : Math.ceil(perClaim * done.claims)) +
      (name.startsWith('releases.') ? ROWS_OF_A_RELEASE * done.releases : 0);
    return { name, before: known, after: rows, allowed, isBounded: rows - known <= allowed };
  });
}
