import { aRemote, aShell, MANAGER, rollBackOne, useReleaseWorld } from '../testing/index.ts';
import { publishFolders } from './publish-folders.ts';

const CHANNEL = 'production';
const shell = aShell();
const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2' });
const built = aRemote({ buildId: 'c3' });

const world = useReleaseWorld();

/** A start that has looked at what is served when a person acts. */
async function startAround(act: () => Promise<unknown>) {
  const { channels } = world.core;
  const { current } = channels;
  jest.spyOn(channels, 'current').mockImplementationOnce(async (channel) => {
    const seen = await current(channel);
    await act();
    return seen;
  });
  return publishFolders(world.core, CHANNEL, [shell, built]);
}
const serving = async () => (await world.core.channels.current(CHANNEL))?.builds['mf-wizard']?.current;

describe('a start takes back nothing that a person does after it has looked', () => {
  it('a rollback', async () => {
    await world.release(shell, first);
    await world.release(second);
    const { promoted, notes } = await startAround(() =>
      rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', MANAGER, { reason: 'wrong total' }),
    );
    expect(promoted).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/^mf-wizard is rolled back to a10+ \(wrong total\)/)]);
    expect(await serving()).toBe(first.descriptor.buildId);
  });

  it('the promotion of another build over the one of this machine', async () => {
    // Where only starts have replaced it, a start serves its build again.
    for (const build of [first, built, first]) await publishFolders(world.core, CHANNEL, [shell, build]);
    await world.publish(second);
    const { promoted } = await startAround(() =>
      world.core.channels.promote(CHANNEL, [{ name: 'mf-wizard', buildId: second.descriptor.buildId }], MANAGER),
    );
    expect(promoted).toEqual([]);
    expect(await serving()).toBe(second.descriptor.buildId);
  });
});
