import { heldPreviews } from '../reader/held-previews.ts';
import { aRemote, aShell, developerOf, MANAGER, useReleaseWorld } from '../testing/index.ts';
import { endPreview, findPreview, listPreviews, showPreview } from './previews.ts';

const CHANNEL = 'production';
const WIZARD = developerOf('team-wizard');
const [first, second, third] = [
  aRemote({ buildId: 'a1' }),
  aRemote({ buildId: 'b2', version: '1.1.0' }),
  aRemote({ buildId: 'c3', version: '1.2.0' }),
];
const idOf = (build: typeof first) => build.descriptor.buildId;

const world = useReleaseWorld([aShell(), first], [second, third]);

const push = (build: typeof first, { pullRequest = 7, hours = 168, actor = WIZARD } = {}) =>
  showPreview(
    world.core,
    { channel: CHANNEL, pullRequest, hours, target: { builds: [{ name: 'mf-wizard', buildId: idOf(build) }] } },
    actor,
  );
const end = (pullRequest: number, actor = WIZARD) =>
  endPreview(world.core, { channel: CHANNEL, pullRequest, reason: 'merged' }, actor);
const previews = () =>
  heldPreviews({
    channel: CHANNEL,
    source: {
      preview: (channel, digest) => findPreview(world.core, channel, digest),
      takePreview: () => Promise.resolve(null),
    },
    trust: world.core.keys.trust,
    now: world.core.now,
  });
const shown = async ({ path }: { path: string }, held = previews()) => {
  const found = await held.find(path.slice('/preview/'.length), '203.0.113.9');
  return found === null || found === 'unknown' ? found : found.snapshot.remotes['mf-wizard']?.current.buildId;
};

it('keeps one address while its build changes, and shows the newest alone within seconds', async () => {
  const opened = previews();
  const made = await push(second);
  expect([made.isNew, await shown(made, opened)]).toEqual([true, idOf(second)]);
  const next = await push(third);
  expect([next.isNew, next.path, next.id]).toEqual([false, made.path, made.id]);
  world.pass(0.051);
  expect(await shown(made, opened)).toBe(idOf(third));
  expect(await listPreviews(world.core, CHANNEL)).toMatchObject([
    { team: 'team-wizard', pullRequest: 7, what: `mf-wizard 1.2.0-${idOf(third)}` },
  ]);
  const kept = JSON.stringify(await world.core.db.selectFrom('releases.preview').selectAll().execute());
  expect(kept).not.toContain(made.path.slice('/preview/'.length));
});

it('ends with the pull request, or at its time; the address after that is another one', async () => {
  const made = await push(second);
  await end(7);
  expect(await shown(made)).toBeNull();
  expect(await end(7)).toEqual({ wasThere: false });
  const again = await push(second, { hours: 1 });
  expect(again.path).not.toBe(made.path);
  world.pass(61);
  expect(await shown(again)).toBeNull();
  const third = await push(second);
  expect([third.isNew, third.path === again.path]).toEqual([true, false]);
});

it('is of the team that asks: another team shows and ends its own alone', async () => {
  const made = await push(second);
  const letters = developerOf('team-letters');
  await expect(push(third, { actor: letters })).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect(await end(7, letters)).toEqual({ wasThere: false });
  const refused = endPreview(world.core, { channel: CHANNEL, id: made.id, reason: 'r' }, letters);
  await expect(refused).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  const ofManager = await push(third, { actor: MANAGER });
  expect(ofManager.path).not.toBe(made.path);
  expect([await shown(made), await shown(ofManager)]).toEqual([idOf(second), idOf(third)]);
  // A token of the same team with another name, as after a renewal.
  await end(7, { ...WIZARD, name: 'ci-wizard' });
  expect(await listPreviews(world.core, CHANNEL)).toMatchObject([{ id: ofManager.id }]);
});

it('has one address where two first pushes come at once', async () => {
  const [one, other] = await Promise.all([push(second), push(third)]);
  expect([one.id, one.path]).toEqual([other.id, other.path]);
  expect([one.isNew, other.isNew].toSorted()).toEqual([false, true]);
  expect(await listPreviews(world.core, CHANNEL)).toHaveLength(1);
});

it('shows what it did before where the gate refuses a push', async () => {
  const made = await push(second);
  const needs = aRemote({ buildId: 'd4', change: (descriptor) => void (descriptor.contracts = '^9.0.0') });
  await world.publish(needs);
  await expect(push(needs)).rejects.toMatchObject({ code: 'CONTRACTS_RANGE' });
  expect(await shown(made)).toBe(idOf(second));
});

it('has room for twenty of a team, beside those of others', async () => {
  const one = (actor: typeof MANAGER) =>
    showPreview(
      world.core,
      {
        channel: CHANNEL,
        target: { builds: [{ name: 'mf-wizard', buildId: idOf(second) }] },
        hours: 1,
        once: false,
      },
      actor,
    );
  for (let index = 0; index < 18; index += 1) await one(WIZARD);
  await Promise.allSettled([7, 8, 9, 10].map((pullRequest) => push(second, { pullRequest })));
  expect(await listPreviews(world.core, CHANNEL)).toHaveLength(20);
  await expect(one(WIZARD)).rejects.toMatchObject({ code: 'PREVIEW_LIMIT' });
  await one(MANAGER);
});

it('says of a build that was rolled back that it is marked bad', async () => {
  await world.release(second);
  await world.core.channels.rollBack(CHANNEL, { remotes: [{ remote: 'mf-wizard' }] }, MANAGER, { reason: 'internal' });
  const { what } = await push(second);
  expect(what).toBe(`mf-wizard 1.1.0-${idOf(second)} (marked bad: mf-wizard)`);
  const past = { channel: CHANNEL, target: { snapshot: 2 }, hours: 1, once: false };
  expect((await showPreview(world.core, past, MANAGER)).what).toBe('snapshot 2 (marked bad: mf-wizard)');
});
