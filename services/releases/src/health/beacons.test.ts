import type { RemoteReport } from '@redress/contracts/releases';
import { createBeaconIntake, type HealthCount } from './beacons.ts';

const report = (more: Partial<RemoteReport> = {}): RemoteReport => ({
  remote: 'mf-wizard',
  buildId: 'a'.repeat(12),
  snapshot: 3,
  kind: 'load-failed',
  ...more,
});

const BROWSER = 'b'.repeat(16);

function intake({ byAddress = false, key = Buffer.alloc(32, 7) } = {}) {
  const counted: HealthCount[] = [];
  const clock = { now: new Date('2026-03-01T12:00:00Z') };
  const beacons = createBeaconIntake({
    byAddress,
    now: () => clock.now,
    key: () => key,
    count: (counts) => counted.push(...counts),
    served: () => 3,
    fail: () => {},
  });
  const ask = (address: string, browser: string | null = BROWSER, snapshot: number | null = 3) =>
    beacons.issue(address, browser, snapshot);
  return {
    counted,
    clock,
    ask,
    issue(...asked: Parameters<typeof ask>) {
      const issued = ask(...asked);
      if ('refused' in issued) throw new Error(issued.refused);
      return issued;
    },
    take: (body: unknown, address: string, browser: string | null = BROWSER) => beacons.take(body, address, browser),
  };
}

it('counts a report of a tab that asked for a token, under one session', () => {
  const { issue, take, counted } = intake();
  const { token } = issue('1.1.1.1');
  const vital = report({ kind: 'vital', detail: 'LCP', value: 1200 });
  expect(take({ token, reports: [report(), vital] }, '1.1.1.1')).toEqual({ accepted: 2 });
  expect(counted.map(({ kind, value }) => [kind, value])).toEqual([
    ['load-failed', 0],
    ['vital:LCP', 1200],
  ]);
  expect(new Set(counted.map(({ session }) => session)).size).toBe(1);
});

it('refuses tokens that are made up, changed or an hour old', () => {
  const { issue, take, clock } = intake();
  const { token } = issue('1.1.1.1');
  const [, expires, snapshot, signature] = token.split('.');
  for (const made of ['x.y.z', `other.${expires}.${snapshot}.${signature}`])
    expect(take({ token: made, reports: [report()] }, 'a')).toEqual({ refused: 'token' });
  clock.now = new Date('2026-03-01T13:00:01Z');
  expect(take({ token, reports: [report()] }, 'a')).toEqual({ refused: 'token' });
});

const OTHER = { token: 't', reports: [{ ...report(), kind: 'other' }] };
it.each([[null], ['text'], [{ token: 't', reports: [] }], [OTHER]])('refuses what is no report: %j', (body) => {
  expect(intake().take(body, 'a')).toEqual({ refused: 'body' });
});

it('limits reports of one session and tokens of one address, and forgets the limit after a minute', () => {
  const { issue, ask, take, clock } = intake();
  const { token } = issue('1.1.1.1');
  const many = { token, reports: Array.from({ length: 50 }, () => report()) };
  const taken = [1, 2, 3].map(() => take(many, '1.1.1.1'));
  expect(taken).toEqual([{ accepted: 50 }, { accepted: 50 }, { refused: 'too-many' }]);
  const tokens = Array.from({ length: 40 }, () => ask('2.2.2.2'));
  expect(tokens.filter((issued) => 'refused' in issued)).toHaveLength(10);
  clock.now = new Date('2026-03-01T12:01:01Z');
  expect(take(many, '1.1.1.1')).toEqual({ accepted: 50 });
});

it('counts all sessions of one address as one reporter, and keeps no address', () => {
  const { issue, take, counted } = intake({ byAddress: true });
  for (let turn = 0; turn < 5; turn += 1) take({ token: issue('1.1.1.1').token, reports: [report()] }, '1.1.1.1');
  take({ token: issue('2.2.2.2').token, reports: [report()] }, '2.2.2.2');
  expect(new Set(counted.map(({ session }) => session)).size).toBe(2);
  expect(JSON.stringify(counted)).not.toContain('1.1.1.1');
});

it('takes a token only from the browser and the group of addresses it was given to', () => {
  const { issue, take } = intake();
  const body = { token: issue('203.0.113.9').token, reports: [report()] };
  expect(take(body, '203.0.113.200')).toEqual({ accepted: 1 });
  expect(take(body, '198.51.100.9')).toEqual({ refused: 'token' });
  const others = ['c'.repeat(16), null].map((browser) => take(body, '203.0.113.9', browser));
  expect(others).toEqual([{ refused: 'token' }, { refused: 'token' }]);
});

it('counts a hundred tokens of one browser as one reporter, and names a browser that has no name', () => {
  const { issue, take, counted } = intake();
  for (let turn = 0; turn < 20; turn += 1) take({ token: issue('1.1.1.1').token, reports: [report()] }, '1.1.1.1');
  expect(new Set(counted.map(({ session }) => session)).size).toBe(1);
  expect(issue('1.1.1.1', null).browser).toMatch(/^[\w-]{16}$/);
  expect(issue('1.1.1.1', 'x; Path=/').browser).toMatch(/^[\w-]{16}$/);
});

it('takes reports of the snapshot alone that the token was given for, and gives none for a snapshot to come', () => {
  const { issue, ask, take, counted } = intake();
  const { token } = issue('1.1.1.1', BROWSER, 2);
  expect(take({ token, reports: [report({ snapshot: 3 })] }, '1.1.1.1')).toEqual({ refused: 'token' });
  const both = [report({ snapshot: 3 }), report({ snapshot: 2 })];
  expect(take({ token, reports: both }, '1.1.1.1')).toEqual({ accepted: 1 });
  expect(counted).toHaveLength(1);
  expect(ask('1.1.1.1', BROWSER, 4)).toEqual({ refused: 'snapshot' });
});

it('takes a page that does not name its snapshot for one of the served snapshot', () => {
  const { issue, take } = intake();
  const { token } = issue('1.1.1.1', BROWSER, null);
  expect(take({ token, reports: [report({ snapshot: 3 })] }, '1.1.1.1')).toEqual({ accepted: 1 });
  const [session, expires, , signature] = token.split('.');
  const forged = `${session}.${expires}.2.${signature}`;
  expect(take({ token: forged, reports: [report({ snapshot: 2 })] }, '1.1.1.1')).toEqual({ refused: 'token' });
});

it('takes at one process what another issued, and counts the same session', () => {
  const [one, two, foreign] = [intake(), intake(), intake({ key: Buffer.alloc(32, 8) })];
  const { token } = one.issue('1.1.1.1');
  for (const { take } of [one, two]) expect(take({ token, reports: [report()] }, '1.1.1.1')).toEqual({ accepted: 1 });
  expect(two.counted.map(({ session }) => session)).toEqual(one.counted.map(({ session }) => session));
  expect(foreign.take({ token, reports: [report()] }, '1.1.1.1')).toEqual({ refused: 'token' });
});
