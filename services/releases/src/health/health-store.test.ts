import { aDatabaseThatIsAway, useReleaseWorld } from '../testing/index.ts';
import { readStretches } from './health-reads.ts';
import { createHealthStore } from './health-store.ts';

const world = useReleaseWorld();

const BUILD = 'a'.repeat(12);
/** What was written down, in one stretch of a day. */
const kept = async (since: Date) =>
  (await readStretches(world.core.db, { since, minutes: 1_440 })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
const failure = (session: string, buildId = BUILD) => ({
  remote: 'mf-wizard',
  buildId,
  kind: 'load-failed',
  session,
  group: 'g',
  value: 0,
});

it('counts by session, so that a tab with many reports counts once', async () => {
  const store = createHealthStore({ ...world.core, channel: 'production', isServed: () => true });
  store.count([...Array.from({ length: 30 }, () => failure('loud')), failure('quiet')]);
  await store.flush();
  store.count([failure('late')]);
  await store.flush();
  expect(await kept(new Date('2026-03-01T11:00:00Z'))).toMatchObject([
    { remote: 'mf-wizard', buildId: BUILD, kind: 'load-failed', sessions: 3, events: 32 },
  ]);
});

it('writes later what it counted while the database was away', async () => {
  const { db, away } = aDatabaseThatIsAway(world.core.db);
  const store = createHealthStore({ db, channel: 'production', now: () => world.clock.now, isServed: () => true });
  const since = new Date('2026-03-01T11:00:00Z');
  store.count([failure('one'), failure('two')]);
  await away(() => expect(store.flush()).rejects.toThrow('ECONNREFUSED'));
  store.count([failure('one'), { ...failure('two'), kind: 'loaded' }, failure('three')]);
  await store.flush();
  expect(await kept(since)).toMatchObject([
    { remote: 'mf-wizard', buildId: BUILD, kind: 'load-failed', sessions: 3, events: 4 },
    { remote: 'mf-wizard', buildId: BUILD, kind: 'loaded', sessions: 1, events: 1 },
  ]);
  expect(await store.reporters(since)).toMatchObject([{ all: 3, failing: 3 }]);
  await store.flush();
  expect(await kept(since)).toHaveLength(2);
});

it('counts a session once over all kinds of failures and the whole window', async () => {
  const store = createHealthStore({ ...world.core, channel: 'production', isServed: () => true });
  const since = new Date('2026-03-01T11:00:00Z');
  const kinds = [
    'load-failed',
    'mount-failed',
    'timed-out',
    'integrity-refused',
    'render-error',
    'loaded',
    'vital:LCP',
  ];
  for (const minute of [0, 1, 2]) {
    world.clock.now = new Date(Date.parse('2026-03-01T12:00:00Z') + minute * 60_000);
    store.count(kinds.map((kind) => ({ ...failure('one'), kind })));
    await store.flush();
  }
  store.count([{ ...failure('two'), kind: 'loaded', group: 'h' }]);
  await store.flush();
  const row = { channel: 'production', remote: 'mf-wizard', buildId: BUILD };
  expect(await store.reporters(since)).toEqual([
    { ...row, all: 2, failing: 1, groups: 1, measured: 1, slow: 0, slowGroups: 0 },
  ]);
});

it('does not count reports of builds that are not being served', async () => {
  const store = createHealthStore({ ...world.core, channel: 'production', isServed: (_, id) => id === BUILD });
  store.count([failure('s', 'f'.repeat(12))]);
  await store.flush();
  expect(await kept(new Date(0))).toEqual([]);
});
