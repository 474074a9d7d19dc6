import { RolloutRule, type Cohorts } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import { rollBackFiles } from '../channels/break-glass.ts';
import { createTokens } from '../http/tokens.ts';
import { aRemote, aShell, KEY_HOLDER, MANAGER, rollBackOne, useReleaseWorld } from '../testing/index.ts';
import { acceptRelease } from './accept-release.ts';
import { runDueSteps } from './due-steps.ts';

const CHANNEL = 'production';
const [first, second] = [aRemote({ buildId: 'a1' }), aRemote({ buildId: 'b2', version: '1.1.0' })];
const idOf = (build: typeof first) => build.descriptor.buildId;
const SOMEBODY = { bucketId: '', isStaff: false, country: null, groups: [] };

const world = useReleaseWorld([aShell(), first], [second]);

const rollOut = (wanted: { percent?: number; cohorts?: Cohorts; next?: { steps: number[]; everyMinutes: number } }) =>
  world.core.channels.rollOut(CHANNEL, { remote: 'mf-wizard', buildId: idOf(second), ...wanted }, MANAGER);
const signed = async () => (await world.core.channels.current(CHANNEL))!.signed;
const held = async () =>
  acceptRelease(await signed(), {
    trust: world.core.keys.trust(),
    channel: CHANNEL,
    heldNumber: 0,
    now: world.clock.now,
  });
const row = async () => (await world.core.channels.rollouts(CHANNEL))[0]!;
const lastEntry = async () => {
  const { entry } = await world.core.db
    .selectFrom('releases.ledger')
    .select('entry')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return JSON.parse(entry) as { action: string; detail: Record<string, unknown> };
};

it('are signed with the rules, shown in the status and kept in the ledger', async () => {
  const cohorts: Cohorts = { staff: true, countries: ['US'], groups: ['beta'] };
  await rollOut({ cohorts });
  const { rollout } = await held();
  expect(rollout!.rules).toMatchObject([{ buckets: 0, cohorts }]);
  expect(rollout!.variantFor({ ...SOMEBODY, isStaff: true })).toBe('mf-wizard');
  expect(rollout!.variantFor(SOMEBODY)).toBeNull();
  const { remotes } = await world.core.channels.status(CHANNEL);
  expect(remotes.find(({ name }) => name === 'mf-wizard')!.rollout).toMatchObject({ percent: 0, cohorts });
  expect(await lastEntry()).toMatchObject({ action: 'rollout', detail: { percent: 0, cohorts } });
});

it('stay as they are while the share changes, by hand and by steps; the share and its steps while they do', async () => {
  const tokens = createTokens(world.core.db, () => world.clock.now);
  await tokens.add({ name: MANAGER.name, person: 'Ann Lee', role: 'release-manager', team: null, days: 1 }, KEY_HOLDER);
  await rollOut({ cohorts: { staff: true } });
  await rollOut({ percent: 10, next: { steps: [20], everyMinutes: 30 } });
  expect(await row()).toMatchObject({ buckets: 1_000, cohorts: { staff: true } });
  const { next_at } = await row();
  await rollOut({ cohorts: { groups: ['beta'] } });
  expect(await row()).toMatchObject({ buckets: 1_000, cohorts: { groups: ['beta'] }, next: { steps: [20] }, next_at });
  world.pass(31);
  await runDueSteps(world.core, CHANNEL);
  expect(await row()).toMatchObject({ buckets: 2_000, cohorts: { groups: ['beta'] } });
  await rollOut({ cohorts: {} });
  expect(await row()).toMatchObject({ buckets: 2_000, cohorts: null });
});

it('a paused rollout stays paused when its cohorts change', async () => {
  await rollOut({ percent: 10, next: { steps: [20], everyMinutes: 30 } });
  await world.core.channels.changeRollout(CHANNEL, { remote: 'mf-wizard', act: 'pause' }, MANAGER);
  await rollOut({ cohorts: { staff: true } });
  expect(await row()).toMatchObject({ state: 'paused', next_at: null, buckets: 1_000 });
});

it('do not become everybody by a step: within countries 100 % is decided by a person', async () => {
  const wanted = { percent: 10, next: { steps: [50, 100], everyMinutes: 30 } };
  await expect(rollOut({ ...wanted, cohorts: { within: ['CA'] } })).rejects.toMatchObject({ code: 'ROLLOUT_INVALID' });
  await rollOut(wanted);
  // The steps that are there already would.
  await expect(rollOut({ cohorts: { within: ['CA'] } })).rejects.toMatchObject({ code: 'ROLLOUT_INVALID' });
  await rollOut({ percent: 100, cohorts: { within: ['CA'] } });
  const { rollout, snapshot } = await held();
  expect(snapshot.remotes['mf-wizard']!.current.buildId).toBe(idOf(first));
  expect(rollout!.variantFor({ ...SOMEBODY, country: 'CA' })).toBe('mf-wizard');
  expect(rollout!.variantFor({ ...SOMEBODY, country: 'US' })).toBeNull();
});

it.each([
  ['a country in small letters', { countries: ['us'] }],
  ['a name of a country', { countries: ['USA'] }],
  ['the country that nobody knows', { within: ['XX'] }],
  ['a group with a space', { groups: ['beta 2'] }],
  ['no country', { countries: [] }],
  ['staff who are not', { staff: false }],
])('refuse %s', (_, cohorts) => {
  const rule = { remote: 'shell', build: 'b'.repeat(12), base: 'a'.repeat(12), buckets: 0, salt: '0'.repeat(32) };
  expect(z.safeParse(RolloutRule, rule).success).toBe(true);
  expect(z.safeParse(RolloutRule, { ...rule, cohorts }).success).toBe(false);
});

it.each<[string, () => Promise<unknown>]>([
  [
    'a rollback of their base to a named build',
    () => rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', MANAGER, { to: idOf(first), reason: 'slow' }),
  ],
  [
    'an abort',
    () =>
      world.core.channels.changeRollout(CHANNEL, { remote: 'mf-wizard', act: 'abort' }, MANAGER, { reason: 'slow' }),
  ],
  [
    'a rollback by files, also when the database is back',
    async () => {
      const { keys, heads, blobs, now } = world.core;
      const request = { channel: CHANNEL, remote: 'mf-wizard', reason: 'r', actor: MANAGER, override: true };
      await rollBackFiles({ heads, blobs, keys, now }, request);
      await world.release(aRemote({ name: 'mf-other', owner: 'team-wizard', buildId: '11' }));
    },
  ],
])('end with %s, as every rollout does', async (_, end) => {
  const third = aRemote({ buildId: 'c3', version: '1.2.0' });
  await world.release(third);
  await rollOut({ cohorts: { staff: true } });
  await end();
  expect(await world.core.channels.rollouts(CHANNEL)).toEqual([]);
  expect((await held()).rollout).toBeNull();
  expect(await signed()).not.toHaveProperty('rollout');
});
