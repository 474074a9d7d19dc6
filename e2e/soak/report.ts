import { proofTable, type ProofBody } from '@redress/tools/proof';
import { isCarried, type Judged, type JudgedTable } from './judge.ts';
import type { Step } from './tally.ts';

export interface SoakResult {
  wizards: number;
  minutes: number;
  warmUpSeconds: number;
  counts: Readonly<Record<Step, number>>;
  calls: number;
  /** After the warm-up: calls, calls answered with `Retry-After`, and the idle share of processor time (0 to 1). */
  stretch: { calls: number; refusals: number; idle: number };
  /** Calls that were asked to come later in the warm-up. */
  refusalsBefore: number;
  /** Claims that ended with a refused or a lost call. */
  failures: { count: number; examples: readonly string[] };
  /** How often another build was served. */
  turns: number;
  /** Due jobs when all was over. */
  jobsLeft: number;
  tabErrors: readonly string[];
  /** Processes that ended and were started again. */
  restarted: readonly string[];
  series: readonly Judged[];
  tables: readonly JudgedTable[];
}

/** Of the calls. */
const FAILED_SHARE = 0.001;
const REFUSED_SHARE = 0.001;

const short = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1));
const verdict = (isGood: boolean | null) => (isGood === null ? 'not judged' : isGood ? 'yes' : 'NO');

const seriesRow = ({ name, trend, limit, isFlat }: Judged) => {
  if (!trend) return [name, '', '', '', '', verdict(isFlat)];
  const grown = ({ minutes }: typeof trend, perMinute: number) => short(perMinute * minutes);
  const allowed = short(Math.max(limit.share * trend.median, limit.atLeast));
  return [
    name,
    short(trend.median),
    grown(trend, trend.perMinute),
    `${grown(trend, trend.low)} to ${grown(trend, trend.high)}`,
    allowed,
    verdict(isFlat),
  ];
};

/** What failed, a sentence each. */
function faultsOf(result: SoakResult): string[] {
  const { failures, calls, stretch, jobsLeft, tabErrors, restarted, series, tables, counts } = result;
  return [
    ...(failures.count > calls * FAILED_SHARE
      ? [`${failures.count} claims of ${counts.begun} were not filed to their end: ${failures.examples.join('; ')}`]
      : []),
    ...(isCarried(stretch.idle) && stretch.refusals > stretch.calls * REFUSED_SHARE
      ? [`${stretch.refusals} of ${stretch.calls} calls were asked to come later, though the machine was not busy.`]
      : []),
    ...(jobsLeft > 0 ? [`${jobsLeft} jobs were due and not done two minutes after the last act.`] : []),
    ...tabErrors.map((message) => `An error in a tab: ${message}`),
    ...restarted.map((name) => `${name} has ended and was started again.`),
    ...series
      .filter(({ isFlat }) => isFlat === false)
      .map(({ name, trend }) => (trend ? `It grows: ${name}.` : `It was looked at too seldom: ${name}.`)),
    ...tables
      .filter(({ isBounded }) => !isBounded)
      .map(({ name, before, after, allowed }) => `${name} grew from ${before} to ${after} rows; allowed: ${allowed}.`),
  ];
}

const SERIES_HEAD = ['figure', 'median', 'growth over the stretch', '95 % interval', 'allowed', 'flat'];

export function printReport(result: SoakResult, say: (line: string) => void): void {
  for (const row of result.series.map(seriesRow)) say(row.map((cell, at) => cell.padEnd(at === 0 ? 40 : 12)).join(' '));
  for (const { name, before, after, allowed, isBounded } of result.tables) {
    if (after !== before)
      say(`${name.padEnd(44)} ${before} -> ${after} rows, allowed +${allowed}: ${verdict(isBounded)}`);
  }
  const faults = faultsOf(result);
  say(faults.length === 0 ? 'Nothing grows.' : faults.join('\n'));
}

export function proofBody(result: SoakResult): ProofBody {
  const { wizards, minutes, warmUpSeconds, counts, calls, stretch, refusalsBefore, failures, turns, jobsLeft } = result;
  const { series, tables } = result;
  return {
    body: `
${wizards} wizards for ${minutes} minutes after ${warmUpSeconds} s of warming up, in which the pauses become a third of themselves while nobody is asked to come later. A wizard is not a browser: it makes the calls that the browser makes, in their order and with pauses of 2 to 10 s (answers saved with their revision, previews, sign-up with the mailed code, payment at the sandbox, letter approved, looked at as PDF and posted at once), and then begins as somebody else. Two tabs of Chromium stay open: one in the wizard, which follows the releases, one with the console. The cluster is that of e2e/cluster, two of each role; calls go to the processes of the API, documents and tabs through nginx.

${counts.begun} claims begun, ${counts.paid} paid, ${counts.posted} letters posted; ${calls} calls, ${failures.count} claims ended by a failure. Asked to come later (\`Retry-After\`), and came: ${refusalsBefore} calls while warming up, ${stretch.refusals} of the ${stretch.calls} after it, with ${Math.round(stretch.idle * 100)} % of the processors idle. Another build of a remote was served ${turns} times. ${jobsLeft} jobs were due when all was over.

## Figures

Growth is the median slope of all pairs of samples (Theil and Sen) over the stretch; the interval is Sen's. A figure is flat unless it grew by more than is allowed and the whole interval is above zero. Of memory and heap the least of each 20 s counts. Delays, handles and connections are judged where a tenth of the processors was idle. Memory is what a process shares with no other.

${proofTable(SERIES_HEAD, series.map(seriesRow))}

## Tables

Tables hold what people did, so those of claims may grow by some rows a claim, those of releases by some a change, and every other by none but strays.

${proofTable(
  ['table', 'rows before', 'rows after', 'may grow by', 'within'],
  tables
    .filter(({ before, after }) => before !== after)
    .map(({ name, before, after, allowed, isBounded }) => [name, before, after, allowed, verdict(isBounded)]),
)}`,
    notReached: faultsOf(result),
  };
}
