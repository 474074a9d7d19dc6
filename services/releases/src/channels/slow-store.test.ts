import type { BlobStore } from '@redress/server/blob-store';
import { openReleaseCore, type ReleaseCore } from '../release-core.ts';
import { rebuildReleases } from '../snapshots/rebuild.ts';
import { aRemote, aShell, MANAGER, rollBackOne, useReleaseWorld } from '../testing/index.ts';

/** A rollback while another release service waits for the store of builds: nobody holds anything up meanwhile. */
const CHANNEL = 'production';
const [good, bad] = [aRemote({ buildId: 'a1' }), aRemote({ buildId: 'b2', version: '1.1.0' })];
const letters = aRemote({ name: 'mf-letters', buildId: 'c3' });

const world = useReleaseWorld();
beforeEach(async () => {
  await world.release(aShell(), good);
  await world.release(bad);
  await world.publish(letters);
});

/** Another service over the same database. Its store answers nothing until it is let go on. */
function aServiceThatWaits(): { core: ReleaseCore; isAsked: Promise<void>; goOn: () => void } {
  const asked = Promise.withResolvers<void>();
  const answering = Promise.withResolvers<void>();
  const { blobs } = world.core;
  const hanging: BlobStore = {
    ...blobs,
    async get(key) {
      asked.resolve();
      await answering.promise;
      return blobs.get(key);
    },
  };
  const core = openReleaseCore(
    { dataDir: world.dataDir },
    { db: world.core.db, blobs: hanging, now: () => world.clock.now },
  );
  return { core, isAsked: asked.promise, goOn: answering.resolve };
}

const rollBack = () => rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', MANAGER, { reason: 'it fails' });

it.each<[string, (core: ReleaseCore) => Promise<unknown>]>([
  [
    'reads the files of a build that it promotes',
    ({ channels }) => channels.promote(CHANNEL, [{ name: 'mf-letters', buildId: letters.descriptor.buildId }], MANAGER),
  ],
  ['looks at its start for what the database has lost', rebuildReleases],
])('is done while another service %s', async (_what, act) => {
  const { core, isAsked, goOn } = aServiceThatWaits();
  const acting = act(core);
  await isAsked;
  expect(await rollBack()).toMatchObject({ to: good.descriptor.buildId });
  goOn();
  await acting;
});

it('promotes onto what was served when the files had been read', async () => {
  const { core, isAsked, goOn } = aServiceThatWaits();
  const { buildId } = letters.descriptor;
  const promoting = core.channels.promote(CHANNEL, [{ name: 'mf-letters', buildId }], MANAGER);
  await isAsked;
  const { number } = await rollBack();
  goOn();
  expect((await promoting).number).toBe(number + 1);
  expect((await world.core.channels.current(CHANNEL))?.builds).toMatchObject({
    'mf-wizard': { current: good.descriptor.buildId },
    'mf-letters': { current: buildId },
  });
});
