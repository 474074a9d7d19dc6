import { sql } from 'kysely';
import { aRemote, aShell, developerOf, MANAGER, operationsOf, rollBackOne, useReleaseWorld } from '../testing/index.ts';

/** Several people, several remotes, several channels. */
const CHANNEL = 'production';
const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2', version: '1.1.0' });
const third = aRemote({ buildId: 'c3', version: '1.2.0' });
const letters = aRemote({ name: 'mf-letters', buildId: '11' });
const newLetters = aRemote({ name: 'mf-letters', buildId: '22' });

const world = useReleaseWorld([aShell(), first, letters]);

const ids = async () =>
  Object.values((await world.serving()).remotes)
    .map(({ current }) => current.buildId.slice(0, 2))
    .join(' ');
const promote = (build: typeof first, seen?: number) => {
  const { name, buildId } = build.descriptor;
  return world.core.channels.promote(CHANNEL, [{ name, buildId }], MANAGER, { seen });
};
const operations = () => operationsOf(world.core);

/** So many hours from now. */
const at = (hours: number) => new Date(world.clock.now.getTime() + hours * 3_600_000).toISOString();

describe('concurrent changes of two people', () => {
  it('never both succeed with opposite promotions', async () => {
    await world.publish(second);
    await world.publish(third);
    const answers = await Promise.allSettled([promote(second, 1), promote(third, 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = answers.find((answer) => answer.status === 'rejected')!;
    expect(refused.reason).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      message: expect.stringMatching(/In snapshot 2 release-manager changed mf-wizard \(promote\)/),
    });
  });

  it('are refused to who has seen an empty channel, once it has a snapshot', async () => {
    await world.publish(second);
    await expect(promote(second, 0)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
  });

  it('are refused however many snapshots ago the other change was, as to a promotion that was planned long before', async () => {
    await world.release(second);
    await world.core.channels.switchOff(CHANNEL, 'mf-wizard', MANAGER, { reason: 'leaks' });
    await world.core.channels.switchOn(CHANNEL, 'mf-wizard', MANAGER, { reason: 'mended' });
    await world.publish(third);
    const { db } = world.core;
    await sql`insert into releases.snapshot
      select channel, number + n, key_id, signature, payload, builds, 'renew', null, actor, created_at
      from releases.snapshot, generate_series(1, 250) n where number = 4`.execute(db);
    await db.updateTable('releases.channel').set({ number: 254 }).execute();
    const message = expect.stringMatching(/snapshot 4 .*\(switch-on: mended\)/);
    for (const seen of [1, 2])
      await expect(promote(third, seen)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE', message });
    await expect(promote(third, 4)).resolves.toMatchObject({ number: 255 });
  });

  it('are refused after a rollback, an off and an on as well, and not for other remotes', async () => {
    await world.release(second);
    const seen = (await world.serving()).number;
    await world.release(newLetters);
    await world.core.channels.switchOff(CHANNEL, 'mf-wizard', MANAGER, { reason: 'leaks', seen });
    const stale = { reason: 'r', seen };
    const changed = { code: 'CHANGED_MEANWHILE' };
    await expect(rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', MANAGER, stale)).rejects.toMatchObject(changed);
    await expect(world.core.channels.switchOn(CHANNEL, 'mf-wizard', MANAGER, stale)).rejects.toMatchObject(changed);
    await expect(world.core.channels.retire(CHANNEL, 'mf-wizard', MANAGER, stale)).rejects.toMatchObject(changed);
    await world.core.channels.switchOn(CHANNEL, 'mf-wizard', MANAGER, { reason: 'r', seen: seen + 2 });
  });
});

it('goes back to a numbered snapshot in one act, and holds and marks what it leaves', async () => {
  await world.release(second);
  await world.release(newLetters);
  await world.release(aRemote({ name: 'mf-later' }));
  const options = { reason: 'r', seen: 3 };
  const { number, moves } = await world.core.channels.rollBack(CHANNEL, { snapshot: 1 }, MANAGER, options);
  expect(number).toBe(5);
  expect(moves.map(({ remote }) => remote).sort()).toEqual(['mf-letters', 'mf-wizard']);
  // A remote that came later stays.
  expect(await ids()).toBe('a0 11 a1');
  expect(Object.keys(await world.core.channels.holds(CHANNEL)).sort()).toEqual(['mf-letters', 'mf-wizard']);
});

it('rolls several remotes back in one snapshot, or none of them', async () => {
  await world.release(second);
  await world.release(newLetters);
  const both = { remotes: [{ remote: 'mf-wizard' }, { remote: 'mf-letters' }] };
  await expect(
    world.core.channels.rollBack(CHANNEL, both, developerOf('team-wizard'), { reason: 'r' }),
  ).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect(await ids()).toBe('22 b2');
  expect(await world.core.channels.rollBack(CHANNEL, both, MANAGER, { reason: 'r' })).toMatchObject({ number: 4 });
  expect(await ids()).toBe('11 a1');
});

it('retires a remote for good, by a release manager', async () => {
  const retire = (actor: typeof MANAGER) =>
    world.core.channels.retire(CHANNEL, 'mf-letters', actor, { reason: 'merged' });
  await expect(retire(developerOf('team-letters'))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await retire(MANAGER);
  expect(Object.keys((await world.serving()).remotes)).toEqual(['mf-wizard']);
  await promote(letters);
  expect(await ids()).toBe('11 a1');
});

it('knows the channels of the trust document and no other', async () => {
  const channel = 'prod';
  for (const act of [
    operations().status({ channel }, MANAGER),
    operations().history({ channel, limit: 10 }, MANAGER),
    operations().promote({ channel, builds: [{ name: 'mf-wizard', build: 'a1' }] }, MANAGER),
    operations().rollBack({ channel, remote: 'mf-wizard', reason: 'r' }, MANAGER),
    operations().switchOff({ channel, remote: 'mf-wizard', reason: 'r' }, MANAGER),
    operations().freeze({ channel, from: at(0), until: at(1), reason: 'r' }, MANAGER),
  ]) {
    await expect(act).rejects.toMatchObject({ code: 'CHANNEL_UNKNOWN' });
  }
  const channels = await world.core.db.selectFrom('releases.channel').select('name').execute();
  expect(channels).toEqual([{ name: CHANNEL }]);
});

it('refuses a freeze that is over, lists those in force, and ends one with a reason', async () => {
  const freeze = (from: number, until: number) =>
    operations().freeze({ channel: CHANNEL, from: at(from), until: at(until), reason: 'year end' }, MANAGER);
  await expect(freeze(-2, -1)).rejects.toMatchObject({ code: 'FREEZE_INVALID', status: 422 });
  await freeze(0, 2);
  const [window] = await operations().freezes({ channel: CHANNEL }, MANAGER);
  expect(window).toMatchObject({ reason: 'year end', actor: 'release-manager', until: at(2) });
  const thaw = (actor: typeof MANAGER, reason: string) =>
    operations().thaw({ channel: CHANNEL, id: window!.id, reason }, actor);
  await world.publish(second);
  await expect(promote(second)).rejects.toMatchObject({ code: 'FROZEN' });
  await expect(thaw(developerOf('team-wizard'), 'r')).rejects.toHaveProperty('code', 'NOT_ALLOWED');
  await thaw(MANAGER, 'urgent repair');
  await promote(second);
  const entries = await operations().ledger({ limit: 5 }, MANAGER);
  expect(entries).toContainEqual(expect.objectContaining({ action: 'thaw', reason: 'urgent repair' }));
});

it('names in history what was rolled out and to how many', async () => {
  await world.publish(second);
  const to = second.descriptor.buildId;
  const wanted = { channel: CHANNEL, remote: 'mf-wizard', build: to, reason: 'r' };
  for (const percent of [5, 50]) await operations().rollOut({ ...wanted, percent }, MANAGER);
  const [grown, begun, before] = await operations().history({ channel: CHANNEL, limit: 3 }, MANAGER);
  expect([grown!.rolledOut, begun!.rolledOut]).toEqual([
    { name: 'mf-wizard', to, percent: 50 },
    { name: 'mf-wizard', to, percent: 5 },
  ]);
  expect(before).not.toHaveProperty('rolledOut');
});

it('names in history what was switched, and in the ledger from and to', async () => {
  await world.core.channels.switchOff(CHANNEL, 'mf-wizard', MANAGER, { reason: 'r' });
  await world.core.channels.switchOn(CHANNEL, 'mf-wizard', MANAGER);
  await world.release(second);
  const [promoted, on, off] = await operations().history({ channel: CHANNEL, limit: 3 }, MANAGER);
  expect([on!.switched, off!.switched]).toEqual([
    [{ name: 'mf-wizard', off: false }],
    [{ name: 'mf-wizard', off: true }],
  ]);
  expect(promoted!.switched).toEqual([]);
  const [entry] = await operations().ledger({ limit: 1 }, MANAGER);
  expect(entry!.detail).toMatchObject({
    builds: [{ name: 'mf-wizard', from: first.descriptor.buildId, buildId: second.descriptor.buildId }],
  });
});
