import { BUCKETS, type Cohorts, type RolloutRule } from '@redress/contracts/releases';
import { createHash } from 'node:crypto';
import { asksOf, bucketOf, resolve, type Visitor } from './resolve.ts';

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
const nobody: Visitor = { bucketId: '', isStaff: false, country: null, groups: [] };
const has = (bucketId: string, ...rules: RolloutRule[]) => resolve(rules, { ...nobody, bucketId });
const SHARES = [0, 1, 100, 999, 1_000, 2_500, 5_000, 9_999, BUCKETS];

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
  const depends = (...rules: RolloutRule[]) => Object.values(asksOf(rules)).includes(true);
  expect(depends()).toBe(false);
  expect(depends(rule('shell', 0), rule('mf-wizard', BUCKETS))).toBe(false);
  expect(depends(rule('shell', 0), rule('mf-wizard', 1))).toBe(true);
});

describe('cohorts', () => {
  const all: Cohorts = { staff: true, countries: ['US', 'CA'], groups: ['beta'] };
  const of = (buckets: number, cohorts: Cohorts): RolloutRule => ({ ...rule('mf-wizard', buckets), cohorts });
  const isNew = (buckets: number, cohorts: Cohorts, visitor: Partial<Visitor>) =>
    resolve([of(buckets, cohorts)], { ...nobody, ...visitor })['mf-wizard'] === NEW;
  const members: [string, Partial<Visitor>][] = [
    ['staff', { isStaff: true }],
    ['a visitor from a named country', { country: 'CA' }],
    ['an account of a named group', { groups: ['other', 'beta'] }],
  ];

  it.each(members)('give the build to %s whatever the share is, in every bucket', (_, visitor) => {
    for (const bucketId of ids(200)) {
      for (const buckets of SHARES) expect(isNew(buckets, all, { ...visitor, bucketId })).toBe(true);
    }
  });

  it.each<[string, Cohorts, Partial<Visitor>]>([
    ['staff where staff is not named', { groups: ['beta'] }, { isStaff: true }],
    ['another country', all, { country: 'MX' }],
    ['a country that nobody knows', all, { country: null }],
    ['another group', all, { groups: ['bet', 'beta-2', ''] }],
    ['a visitor of no cohort', all, {}],
  ])('leave %s to the share', (_, cohorts, visitor) => {
    for (const bucketId of ids(200)) {
      expect(isNew(0, cohorts, { ...visitor, bucketId })).toBe(false);
      expect(isNew(2_500, cohorts, { ...visitor, bucketId })).toBe(bucketOf(saltOf('mf-wizard'), bucketId) < 2_500);
    }
  });

  it('can keep the share within countries; whoever is in another one, or in none, has the build by a cohort alone', () => {
    const within: Cohorts = { within: ['CA'], groups: ['beta'] };
    expect(isNew(BUCKETS, within, { country: 'CA' })).toBe(true);
    for (const country of ['US', null]) {
      expect(isNew(BUCKETS, within, { country })).toBe(false);
      expect(isNew(BUCKETS, within, { country, groups: ['beta'] })).toBe(true);
    }
    const inside = ids(2_000).filter((bucketId) => isNew(2_500, within, { country: 'CA', bucketId }));
    expect(inside).toEqual(
      ids(2_000).filter((bucketId) => has(bucketId, rule('mf-wizard', 2_500))['mf-wizard'] === NEW),
    );
  });

  const asks = (buckets: number, cohorts: Cohorts) =>
    Object.entries(asksOf([of(buckets, cohorts)])).flatMap(([name, isAsked]) => (isAsked ? [name] : []));
  it('ask of a visitor what makes a difference, and nothing else', () => {
    expect(asks(0, { staff: true })).toEqual(['staff']); // nobody gets a bucket's cookie
    expect(asks(0, all)).toEqual(['staff', 'country', 'groups']);
    expect(asks(1, { groups: ['beta'] })).toEqual(['bucket', 'groups']);
    expect(asks(BUCKETS, all)).toEqual([]);
    expect(asks(0, { within: ['CA'] })).toEqual([]);
    expect(asks(BUCKETS, { within: ['CA'], staff: true })).toEqual(['staff', 'country']);
  });
});
