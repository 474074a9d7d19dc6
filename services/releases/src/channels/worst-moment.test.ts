import type { KyselyPlugin } from 'kysely';
import { checkLedger } from '../ledger/check-ledger.ts';
import { openReleaseCore, type ReleaseCore } from '../release-core.ts';
import { rebuildReleases } from '../snapshots/rebuild.ts';
import type { Db } from '../store/schema.ts';
import { aRemote, aShell, MANAGER, rollBackOne, useReleaseWorld } from '../testing/index.ts';

/** What happens at one step of a change: a statement before or after it is done, or the write of the head file. */
const CHANNEL = 'production';
const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2', version: '1.1.0' });
const [A, B] = [first.descriptor.buildId, second.descriptor.buildId];
// `npm run verify` fails at every step, the gate at every third.
const EVERY = process.env['VERIFY'] === '1' ? 1 : 3;
/** More steps than a change has. */
const MOST_STEPS = 80;

const world = useReleaseWorld([aShell(), first], [second]);

type Moment = 'before' | 'after';
interface Steps {
  done: number;
  /** Thrown at this step, and at each one after it where a killed program does nothing any more. */
  failAt: number;
  moment: Moment;
  fault: () => Error;
  isForGood: boolean;
}

/** The service over the same database and files, whose steps are counted. */
function coreWith(steps: Steps): ReleaseCore {
  const step = (moment: Moment) => {
    if (moment === 'before') steps.done += 1;
    const isNow = steps.done === steps.failAt && moment === steps.moment;
    const isDead = steps.isForGood && steps.done > steps.failAt;
    if (isNow || isDead) throw steps.fault();
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      step('before');
      return node;
    },
    transformResult({ result }) {
      step('after');
      return Promise.resolve(result);
    },
  };
  const db = world.core.db.withPlugin(plugin) as Db;
  const core = openReleaseCore({ dataDir: world.dataDir }, { db, now: () => world.clock.now });
  const { write } = core.heads;
  core.heads.write = (channel, signed) => {
    step('before');
    write(channel, signed);
    step('after');
  };
  return core;
}

const current = async () => (await world.core.channels.current(CHANNEL))!;
const serving = async () => (await current()).builds['mf-wizard']!.current;
const promote = (core: ReleaseCore) =>
  core.channels.promote(CHANNEL, [{ name: 'mf-wizard', buildId: B, evenIfBad: true }], MANAGER);
const rollback = (core: ReleaseCore) => rollBackOne(core.channels, CHANNEL, 'mf-wizard', MANAGER, { reason: 'r' });

/** The books agree with each other, as a program that starts now finds them. */
async function expectWhole(): Promise<void> {
  const core = openReleaseCore({ dataDir: world.dataDir }, { db: world.core.db, now: () => world.clock.now });
  expect(await rebuildReleases(core)).toBeNull();
  const { number, builds, signed } = await current();
  expect(JSON.parse(signed.payload)).toMatchObject({
    number,
    remotes: { 'mf-wizard': { current: { buildId: builds['mf-wizard']?.current } } },
  });
  const rows = (await core.channels.serving(CHANNEL)).map(({ remote, buildId }) => [remote, buildId]);
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(Object.entries(builds).map(([name, { current: buildId }]) => [name, buildId])),
  );
  const ledger = await core.db.selectFrom('releases.ledger').selectAll().orderBy('seq').execute();
  expect(await checkLedger(core)).toMatchObject({ ok: true });
  const last = await core.channels.history(CHANNEL, 1);
  expect(ledger.map(({ entry }) => (JSON.parse(entry) as { detail: { snapshot?: number } }).detail.snapshot)).toContain(
    last[0]?.number,
  );
}

const acts = [
  ['promote', promote, A, B],
  ['rollback', rollback, B, A],
] as const;

for (const [name, act, from, to] of acts) {
  const back = () => (name === 'promote' ? rollback(world.core) : promote(world.core));

  it.each(['before', 'after'] as const)(
    `a program killed at each step of a ${name} (%s it) leaves the build before or the one after, and books that agree`,
    async (moment) => {
      if (name === 'rollback') await promote(world.core);
      let isComplete = false;
      let deaths = 0;
      for (let failAt = 1; !isComplete && failAt < MOST_STEPS; failAt += EVERY) {
        const steps = { done: 0, failAt, moment, fault: () => new Error('killed'), isForGood: true };
        isComplete = await act(coreWith(steps)).then(
          () => steps.done < failAt,
          () => false,
        );
        if (!isComplete) deaths += 1;
        expect([from, to]).toContain(await serving());
        await expectWhole();
        // The next one can do it, or undo it.
        if ((await serving()) === from) await act(world.core);
        expect(await serving()).toBe(to);
        await back();
        expect(await serving()).toBe(from);
      }
      expect(isComplete).toBe(true);
      expect(deaths * EVERY).toBeGreaterThan(10);
    },
  );

  it(`a disk that is full at any one write of a ${name} changes nothing, or the change is told as done`, async () => {
    if (name === 'rollback') await promote(world.core);
    const fault = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    let isComplete = false;
    for (let failAt = 1; !isComplete && failAt < MOST_STEPS; failAt += EVERY) {
      const { number } = await current();
      const steps: Steps = { done: 0, failAt, moment: 'before', fault, isForGood: false };
      const told = await act(coreWith(steps)).then(
        ({ number: made }) => made,
        () => null,
      );
      isComplete = steps.done < failAt;
      expect((await current()).number).toBe(told ?? number);
      await expectWhole();
      if ((await serving()) === to) await back();
    }
    expect(isComplete).toBe(true);
  });
}

it('a disk that is full at any one file of a publication publishes nothing, and the next try does', async () => {
  const { blobs, registry, files, keys } = world.core;
  const { put } = blobs;
  let isComplete = false;
  let tries = 0;
  for (let failAt = 1; !isComplete && failAt < MOST_STEPS; failAt += 1) {
    const build = aRemote({ buildId: `c${failAt.toString(16).padStart(2, '0')}`, version: '2.0.0' });
    const { buildId } = build.descriptor;
    let done = 0;
    blobs.put = async (...file) => {
      done += 1;
      if (done === failAt) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return put.apply(blobs, file);
    };
    isComplete = await world.publish(build).then(
      () => done < failAt,
      () => false,
    );
    blobs.put = put;
    if (isComplete) break;
    tries += 1;
    await expect(registry.find('mf-wizard', buildId)).rejects.toMatchObject({ code: 'BUILD_UNKNOWN' });
    await world.publish(build);
    expect(await files.lost(await registry.find('mf-wizard', buildId), { again: true })).toEqual([]);
  }
  expect(isComplete).toBe(true);
  expect(tries).toBeGreaterThan(4);
  expect(keys.trust().remotes['mf-wizard']).toMatchObject({ team: 'team-wizard' });
});
