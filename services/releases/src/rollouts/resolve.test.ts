import { BUCKETS, type RolloutRule } from '@redress/contracts/releases';
import { createHash } from 'node:crypto';
import { bucketOf, dependsOnVisitor, resolve } from './resolve.ts';

const NEW = 'b'.repeat(12);
const OLD = 'a'.repeat(12);
const saltOf = (name: string) => createHash('md5').update(name).digest('hex');
const rule = (remote: string, buckets: number, salt = saltOf(remote)): RolloutRule => ({
  remote,
  build: NEW,
  base: OLD,
  buckets,
  salt,
});
/** The same ones in every run. */
const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => createHash('md5').update(`visitor ${index}`).digest('base64url'));
const has = (bucketId: string, ...rules: RolloutRule[]) => resolve(rules, { bucketId });
const SHARES = [0, 1, 100, 999, 1_000, 2_500, 5_000, 9_999, BUCKETS];

it('gives a visitor the same build each time', () => {
  for (const id of ids(500)) expect(has(id, rule('mf-wizard', 5_000))).toEqual(has(id, rule('mf-wizard', 5_000)));
});

it('at 0 % gives the build to nobody, at 100 % to everybody', () => {
  for (const id of [...ids(2_000), '', 'x'.repeat(4_096), 'ü\0']) {
    expect(has(id, rule('mf-wizard', 0))).toEqual({ 'mf-wizard': OLD });
    expect(has(id, rule('mf-wizard', BUCKETS))).toEqual({ 'mf-wizard': NEW });
  }
});

it('moves nobody back while it grows', () => {
  for (const id of ids(2_000)) {
    const builds = SHARES.map((buckets) => has(id, rule('mf-wizard', buckets))['mf-wizard']);
    expect(builds.toSorted()).toEqual(builds); // OLD, …, OLD, NEW, …, NEW
  }
});

it('decides about each remote as if the others did not roll out', () => {
  for (const id of ids(500)) {
    const together = has(id, rule('shell', 3_000), rule('mf-wizard', 5_000), rule('mf-letters', 100));
    const alone = [rule('shell', 3_000), rule('mf-wizard', 5_000), rule('mf-letters', 100)].map((one) => has(id, one));
    expect(together).toEqual(Object.assign({}, ...alone));
  }
});

it('gives each remote its share, within four standard errors', () => {
  const visitors = ids(10_000);
  for (const remote of ['shell', 'mf-wizard', 'mf-letters']) {
    for (const buckets of SHARES) {
      const share = buckets / BUCKETS;
      const error = Math.sqrt((share * (1 - share)) / visitors.length);
      const found = visitors.filter((id) => has(id, rule(remote, buckets))[remote] === NEW).length / visitors.length;
      expect(Math.abs(found - share)).toBeLessThanOrEqual(4 * error);
    }
  }
});

it('is independent between remotes, and between two rollouts of one remote', () => {
  const visitors = ids(100_000);
  const buckets = ['shell', 'mf-wizard', 'mf-wizard again'].map((name) =>
    visitors.map((id) => bucketOf(saltOf(name), id)),
  );
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const correlation = (one: readonly number[], other: readonly number[]) => {
    const [a, b] = [mean(one), mean(other)];
    const products = (left: readonly number[], right: readonly number[], x: number, y: number) =>
      mean(left.map((value, index) => (value - x) * ((right[index] as number) - y)));
    return products(one, other, a, b) / Math.sqrt(products(one, one, a, a) * products(other, other, b, b));
  };
  const [shell, wizard, again] = buckets as [number[], number[], number[]];
  for (const pair of [
    [shell, wizard],
    [shell, again],
    [wizard, again],
  ] as const) {
    expect(Math.abs(correlation(...pair))).toBeLessThan(0.01);
  }
  expect(correlation(shell, shell)).toBeCloseTo(1);
});

it('knows when it makes no difference who asks', () => {
  expect(dependsOnVisitor([])).toBe(false);
  expect(dependsOnVisitor([rule('shell', 0), rule('mf-wizard', BUCKETS)])).toBe(false);
  expect(dependsOnVisitor([rule('shell', 0), rule('mf-wizard', 1)])).toBe(true);
});
