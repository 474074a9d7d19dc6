import { aRemote, aShell, useReleaseWorld } from '../testing/index.ts';
import { readFollowed } from './followed.ts';
import { createHealthStore } from './health-store.ts';

const world = useReleaseWorld();

const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2', version: '1.1.0' });
const served = { channel: 'production', number: 2, sites: [] };

it('counts the sessions that ran the build before, and those of them that have reported the new one since', async () => {
  await world.release(aShell(), first);
  const store = createHealthStore({ ...world.core, channel: 'production', isServed: () => true });
  const loaded = async (build: typeof first, ...sessions: string[]) => {
    const { name: remote, buildId } = build.descriptor;
    store.count(sessions.map((session) => ({ remote, buildId, kind: 'loaded', session, group: 'g', value: 1 })));
    await store.flush();
  };
  const followed = () => readFollowed(world.core, { channel: 'production', number: 2, served });

  await loaded(first, 'gone long ago');
  world.pass(31);
  await loaded(first, 'one', 'two', 'three');
  await world.release(second);
  expect((await followed()).sessions).toMatchObject([{ remote: 'mf-wizard', ran: 3, followed: 0 }]);
  world.pass(1);
  await loaded(second, 'two', 'new here');
  expect(await followed()).toMatchObject({
    number: 2,
    served,
    sessions: [{ from: first.descriptor.buildId, to: second.descriptor.buildId, ran: 3, followed: 1 }],
  });
});

it('refuses a number that the channel has no snapshot of', async () => {
  await world.release(aShell(), first);
  const asked = readFollowed(world.core, { channel: 'production', number: 7, served });
  await expect(asked).rejects.toMatchObject({ code: 'BUILD_UNKNOWN' });
});
