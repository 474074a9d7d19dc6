import { lockChannel } from '../channels/lock-channel.ts';
import { aReleaseWorld, aRemote, aShell, MANAGER, untilWaiting, type ReleaseWorld } from '../testing/index.ts';
import { publishFolders } from './publish-folders.ts';

const CHANNEL = 'production';
const shell = aShell();
const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2' });
const built = aRemote({ buildId: 'c3' });

let world: ReleaseWorld;
beforeEach(async () => {
  world = await aReleaseWorld();
});
afterEach(() => world.close());

/** What a person and a start do at once: both have decided, and the person comes first. */
async function personBeforeStart(act: () => Promise<unknown>) {
  return world.core.db.transaction().execute(async (trx) => {
    await lockChannel(trx, CHANNEL);
    const done = act();
    await untilWaiting(trx, 1);
    const report = publishFolders(world.core, CHANNEL, [shell, built]);
    await untilWaiting(trx, 2);
    return { done, report };
  });
}
const serving = async () => (await world.core.channels.current(CHANNEL))?.builds['mf-wizard']?.current;

describe('a start takes back nothing that a person does after it has looked', () => {
  it('a rollback', async () => {
    await world.release(shell, first);
    await world.release(second);
    const { done, report } = await personBeforeStart(() =>
      world.core.channels.rollback(CHANNEL, 'mf-wizard', MANAGER, { reason: 'wrong total' }),
    );
    await done;
    expect((await report).promoted).toEqual([]);
    expect((await report).notes).toEqual([expect.stringMatching(/^mf-wizard is rolled back to a10+ \(wrong total\)/)]);
    expect(await serving()).toBe(first.descriptor.buildId);
  });

  it('the promotion of another build over the one of this machine', async () => {
    // Where only starts have replaced it, a start serves its build again.
    for (const build of [first, built, first]) await publishFolders(world.core, CHANNEL, [shell, build]);
    await world.publish(second);
    const { done, report } = await personBeforeStart(() =>
      world.core.channels.promote(CHANNEL, [{ name: 'mf-wizard', buildId: second.descriptor.buildId }], MANAGER),
    );
    await done;
    expect((await report).promoted).toEqual([]);
    expect(await serving()).toBe(second.descriptor.buildId);
  });
});
