/**
 * `npm run bench:buckets`: how 1,000,000 visitors are spread over the buckets of three rollouts, by the resolver that a
 * site uses. The ids are the same in each run. Ends with 1 when a share is off, two remotes go together, or anybody
 * moves back while a rollout grows.
 */
import { BUCKETS, type RolloutRule } from '@redress/contracts/releases';
import { createHash } from 'node:crypto';
import { bucketOf, resolve } from '../src/rollouts/resolve.ts';

const VISITORS = 1_000_000;
const REMOTES = ['shell', 'mf-wizard', 'mf-letters'];
const PERCENTS = [0, 0.01, 1, 5, 10, 25, 50, 75, 90, 99, 100];
/** Share at 10 % may be off by 0.1 points, every other one by four standard errors. */
const MOST_OFF_AT_TEN = 0.1;
const MOST_ERRORS = 4;
const MOST_CORRELATION = 0.01;

const md5 = (text: string) => createHash('md5').update(text);
const salts = REMOTES.map((remote) => md5(`salt of ${remote}`).digest('hex'));
const buckets = REMOTES.map(() => new Uint16Array(VISITORS));
const started = performance.now();
for (let visitor = 0; visitor < VISITORS; visitor += 1) {
  const id = md5(`visitor ${visitor}`).digest('base64url');
  for (const [index, salt] of salts.entries()) (buckets[index] as Uint16Array)[visitor] = bucketOf(salt, id);
}
const microseconds = ((performance.now() - started) * 1000) / (VISITORS * REMOTES.length);

const faults: string[] = [];
const lines = [['percent', ...REMOTES.flatMap((remote) => [remote, 'standard errors'])]];
for (const percent of PERCENTS) {
  const share = percent / 100;
  const error = Math.sqrt((share * (1 - share)) / VISITORS);
  const row = [String(percent)];
  for (const [index, remote] of REMOTES.entries()) {
    const found = (buckets[index] as Uint16Array).reduce((sum, bucket) => sum + Number(bucket < share * BUCKETS), 0);
    const off = found / VISITORS - share;
    const errors = error === 0 ? Math.abs(off) * Infinity || 0 : off / error;
    row.push(`${((found / VISITORS) * 100).toFixed(4)} %`, errors.toFixed(2));
    if (Math.abs(errors) > MOST_ERRORS) faults.push(`${remote} at ${percent} % is off by ${errors.toFixed(2)} errors.`);
    if (percent === 10 && Math.abs(off) * 100 > MOST_OFF_AT_TEN) faults.push(`${remote} at 10 % is off.`);
  }
  lines.push(row);
}

const mean = (values: Uint16Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
const correlation = (one: Uint16Array, other: Uint16Array): number => {
  const [a, b] = [mean(one), mean(other)];
  let [both, left, right] = [0, 0, 0];
  for (let index = 0; index < one.length; index += 1) {
    const [x, y] = [(one[index] as number) - a, (other[index] as number) - b];
    both += x * y;
    left += x * x;
    right += y * y;
  }
  return both / Math.sqrt(left * right);
};
const pairs = REMOTES.flatMap((one, index) =>
  REMOTES.slice(index + 1).map((other, next) => {
    const value = correlation(buckets[index] as Uint16Array, buckets[index + 1 + next] as Uint16Array);
    if (Math.abs(value) >= MOST_CORRELATION) faults.push(`${one} and ${other} go together.`);
    return `${one} and ${other} ${value.toFixed(5)}`;
  }),
);

let moved = 0;
for (let visitor = 0; visitor < 20_000; visitor += 1) {
  const bucketId = md5(`visitor ${visitor}`).digest('base64url');
  let had = false;
  for (const percent of PERCENTS) {
    const rule: RolloutRule = {
      remote: 'shell',
      build: 'new',
      base: 'old',
      buckets: percent * 100,
      salt: salts[0] as string,
    };
    const has = resolve([rule], { bucketId, isStaff: false, country: null, groups: [] })['shell'] === 'new';
    if (had && !has) moved += 1;
    had = has;
  }
}
if (moved > 0) faults.push(`${moved} visitors moved back while the rollout grew.`);

const widths = (lines[0] as string[]).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
process.stdout.write(
  [
    `${VISITORS.toLocaleString('en-US')} visitors, ${microseconds.toFixed(2)} µs for each and remote`,
    '',
    ...lines.map((line) => line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')),
    '',
    `correlation: ${pairs.join(', ')}`,
    `moved back while it grew: ${moved} of 20,000`,
    ...faults,
    '',
  ].join('\n'),
);
process.exitCode = faults.length === 0 ? 0 : 1;
