import type { Overview } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import { applyHealthGate } from '../health/health-gate.ts';
import { createHealthStore, type HealthStore } from '../health/health-store.ts';
import { DEFAULT_LIMITS } from '../health/limits.ts';
import { aRemote, aShell, MANAGER, useReleaseWorld } from '../testing/index.ts';
import { createOverview } from './overview.ts';
import { readRemoteHistory } from './remote-history.ts';
import { ALL_WELL, sentenceOf } from '@redress/release-client/sentences';

const world = useReleaseWorld();
let health: HealthStore;
let sites: { url: string; number: number | null }[];
let read: () => Promise<Overview>;
const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2', version: '1.1.0' });

beforeEach(async () => {
  sites = [];
  health = createHealthStore({ ...world.core, channel: 'production', isServed: () => true });
  await world.release(aShell(), first);
  const overview = createOverview(world.core, {
    served: (channel) => Promise.resolve({ channel, number: null, sites: channel === 'production' ? sites : [] }),
  });
  read = () => overview(['production', 'preview'], MANAGER);
});

/** @param sessions - their names: a session that reports twice is one */
const report = async (build: typeof first, kind: string, sessions: string[], value = 1) => {
  const { name, buildId } = build.descriptor;
  health.count(sessions.map((session) => ({ remote: name, buildId, kind, session, group: session, value })));
  await health.flush();
};
const named = (what: string, count: number) => Array.from({ length: count }, (_, index) => `${what} ${index}`);
const lines = async () => (await read()).lines.map((line) => sentenceOf(line, (iso) => iso.slice(11, 16)));

it('has nothing to say while all is well', async () => {
  await report(first, 'loaded', named('visitor', 30));
  expect(await lines()).toEqual([]);
  expect(ALL_WELL).toBe('All well');
});

it('says until when nothing is promoted, where two freezes overlap', async () => {
  for (const minutes of [30, 90, 60]) await world.freeze(minutes);
  expect((await read()).channels[0]!.freeze?.until).toBe('2026-03-01T13:30:00.000Z');
});

it('says which build fails, of how many sessions, and since when', async () => {
  world.pass(47);
  await report(first, 'loaded', named('visitor', 60));
  await report(first, 'render-error', named('visitor', 14));
  expect(await lines()).toEqual(['mf-wizard on production is failing: 14 of 60 sessions since 12:47']);
});

it('says why the health gate leaves a build that fails where it is, and of which channel it speaks', async () => {
  const { name, buildId } = first.descriptor;
  const both = [aShell().descriptor, first.descriptor];
  await world.core.channels.promote('preview', both, MANAGER);
  world.pass(70);
  await report(first, 'loaded', named('visitor', 20));
  await report(first, 'render-error', named('visitor', 9));
  const { core } = world;
  const gate = { core, health, channel: 'production', limits: DEFAULT_LIMITS };
  expect(await applyHealthGate(gate)).toEqual([expect.stringMatching(`${name} ${buildId} on production fails`)]);
  // The channel that has the same build, and no visitors, is not blamed.
  expect(await lines()).toEqual([
    'mf-wizard on production is failing: 9 of 20 sessions since 13:10; not taken back at 13:10: it has served for longer than a new build is watched',
  ]);
});

it('a fresh build that fails for one browser in ten is said to, as people were told', async () => {
  await report(first, 'loaded', named('visitor', 100));
  await report(first, 'render-error', named('visitor', 12));
  const gate = { core: world.core, health, channel: 'production', limits: DEFAULT_LIMITS };
  expect(await applyHealthGate(gate)).toHaveLength(1);
  expect(await lines()).toEqual([
    expect.stringMatching(
      /^mf-wizard on production is failing: 12 of 100 sessions since .*; not taken back at 12:00: fewer/,
    ),
  ]);
});

it('counts from the first failure on, each session once, however long it goes on', async () => {
  await report(first, 'loaded', named('earlier', 40));
  for (let part = 0; part < 5; part += 1) {
    world.pass(8);
    await report(first, 'render-error', named(`at ${part}`, 6));
    await report(first, 'render-error', ['at 0 0']);
  }
  expect(await lines()).toEqual(['mf-wizard on production is failing: 30 of 30 sessions since 12:08']);
});

it('a failure of before that ended is no part of the one of now', async () => {
  await report(first, 'render-error', named('earlier', 6));
  world.pass(30);
  await report(first, 'render-error', named('visitor', 6));
  expect(await lines()).toEqual(['mf-wizard on production is failing: 6 of 6 sessions since 12:30']);
  world.pass(12);
  await report(first, 'loaded', named('later', 6));
  expect(await lines()).toEqual([]);
});

it('few failing sessions are said to be few', async () => {
  await report(first, 'loaded', named('visitor', 3));
  await report(first, 'mount-failed', ['visitor 0']);
  expect(await lines()).toEqual([
    'mf-wizard on production may be failing: 1 of 3 sessions since 12:00, too few to be sure',
  ]);
});

it('what all remotes fail with is told, though the health gate takes nothing back for it', async () => {
  await report(first, 'render-error', named('visitor', 20));
  await report(aShell(), 'render-error', named('visitor', 20));
  expect(await lines()).toHaveLength(2);
});

it('a slow build', async () => {
  await report(first, 'vital:LCP', named('visitor', 12), 9_000);
  expect(await lines()).toEqual([
    'mf-wizard on production is slow: 12 of 12 sessions since 11:50 had a poor web vital',
  ]);
});

it('silence is not taken for health', async () => {
  expect(await lines()).toEqual(['No tab has reported anything yet: how the builds fare is not known']);
  await report(first, 'loaded', ['visitor']);
  expect(await lines()).toEqual([]);
  world.pass(25);
  expect(await lines()).toEqual(['No reports since 12:00: how the builds fare is not known']);
});

it('a build that rolls out is told apart from the build of everybody', async () => {
  await report(first, 'loaded', named('visitor', 60));
  await world.publish(second);
  const { name: remote, buildId } = second.descriptor;
  await world.core.channels.rollOut('production', { remote, buildId, percent: 10 }, MANAGER, {});
  await report(second, 'render-error', named('early', 6));
  expect(await lines()).toEqual(['The rollout of mf-wizard on production is failing: 6 of 6 sessions since 12:00']);
  const { channels } = await read();
  // The failing one first, though the shell is the first of what is well.
  expect(channels[0]?.remotes.map(({ name }) => name)).toEqual(['mf-wizard', 'shell']);
});

it('says who released what is served, and why', async () => {
  world.pass(5);
  await world.publish(second);
  const { name, buildId } = second.descriptor;
  await world.core.channels.promote('production', [{ name, buildId }], MANAGER, { reason: 'new offer' });
  const { channels } = await read();
  expect(channels[0]?.remotes.find((remote) => remote.name === name)?.since).toEqual({
    number: 2,
    at: '2026-03-01T12:05:00.000Z',
    kind: 'promote',
    actor: 'release-manager',
    reason: 'new offer',
  });
  expect(channels[1]).toMatchObject({ channel: 'preview', number: 0, remotes: [] });
});

it('a remote that is off, the worst before it', async () => {
  await world.core.channels.switchOff('production', 'mf-wizard', MANAGER, { reason: 'wrong price' });
  await report(aShell(), 'render-error', named('visitor', 6));
  expect(await lines()).toEqual([
    'shell on production is failing: 6 of 6 sessions since 12:00',
    'mf-wizard is switched off in production since 12:00: wrong price',
  ]);
});

it('sites that do not answer, and those that stay behind', async () => {
  await report(first, 'loaded', ['visitor']);
  sites = [
    { url: 'http://one.example', number: null },
    { url: 'http://two.example', number: 0 },
    { url: 'http://three.example', number: 1 },
  ];
  // A site has some seconds to follow.
  expect(await lines()).toEqual(['The site http://one.example does not answer since 12:00']);
  world.pass(1);
  expect(await lines()).toEqual([
    'The site http://one.example does not answer since 12:00',
    'The site http://two.example does not follow production since 12:00',
  ]);
  sites = sites.map(({ url }) => ({ url, number: 1 }));
  expect(await lines()).toEqual([]);
});

it('a ledger that was changed, and a store that is away, before everything else', async () => {
  await report(first, 'loaded', ['visitor']);
  await sql`alter table releases.ledger disable trigger all`.execute(world.core.db);
  await sql`update releases.ledger set entry = replace(entry, 'release-manager', 'somebody') where seq = 2`.execute(
    world.core.db,
  );
  world.core.blobs.check = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.9:9000'));
  expect(await lines()).toEqual([
    'The ledger is broken at entry 2: the entry was changed; seen since 12:00',
    'The store of builds does not answer since 12:00',
  ]);
});

it('a remote over time: its builds and their reports', async () => {
  await report(first, 'loaded', named('visitor', 4));
  await report(first, 'vital:LCP', named('visitor', 2), 1_500);
  world.pass(30);
  await world.release(second);
  world.pass(1);
  await report(second, 'render-error', named('visitor', 2));
  world.pass(40);
  await report(first, 'loaded', named('other', 1));
  const history = await readRemoteHistory(world.core, { remote: 'mf-wizard', hours: 6 });
  const lcp = { LCP: { mean: 1_500, count: 2 } };
  expect(history.builds).toEqual([
    {
      buildId: first.descriptor.buildId,
      version: '1.0.0',
      points: [
        { at: '2026-03-01T07:11:00.000Z', loaded: 4, failed: 0, vitals: lcp },
        { at: '2026-03-01T12:11:00.000Z', loaded: 1, failed: 0, vitals: {} },
      ],
    },
    {
      buildId: second.descriptor.buildId,
      version: '1.1.0',
      points: [{ at: '2026-03-01T12:11:00.000Z', loaded: 0, failed: 2, vitals: {} }],
    },
  ]);
});
