import type { Snapshot } from '@redress/contracts/releases';
import { changeChannel } from '../channels/channel-settings.ts';
import type { Actor } from '../http/actor.ts';
import { heldPreviews } from '../reader/held-previews.ts';
import { acceptSnapshot } from '../snapshots/accept-snapshot.ts';
import { aRemote, aShell, developerOf, KEY_HOLDER, MANAGER, useReleaseWorld } from '../testing/index.ts';
import type { PreviewTarget } from './make-preview.ts';
import { confirmPreview, endPreview, findPreview, listPreviews, showPreview, takePreview } from './previews.ts';

const CHANNEL = 'production';
const ADDRESS = '203.0.113.9';
const [first, second] = [aRemote({ buildId: 'a1' }), aRemote({ buildId: 'b2', version: '1.1.0' })];
const idOf = (build: typeof first) => build.descriptor.buildId;

const world = useReleaseWorld([aShell(), first], [second]);

const ofBuild = (build: typeof first): PreviewTarget => ({
  builds: [{ name: build.descriptor.name, buildId: idOf(build) }],
});
const add = (target: PreviewTarget, { hours = 24, once = false, actor = MANAGER } = {}) =>
  showPreview(world.core, { channel: CHANNEL, target, hours, once }, actor);
const secretOf = ({ path }: { path: string }) => path.slice('/preview/'.length);
const reader = (asked: string[] = []) =>
  heldPreviews({
    channel: CHANNEL,
    source: {
      preview(channel, digest, isLook) {
        asked.push(digest);
        return findPreview(world.core, channel, digest, isLook);
      },
      takePreview(channel, digest, as) {
        asked.push(digest);
        return takePreview(world.core, channel, { digest, as });
      },
    },
    trust: world.core.keys.trust,
    now: world.core.now,
  });
const wizard = (held: { snapshot: Snapshot } | null | 'unknown') =>
  held === 'unknown' ? held : held?.snapshot.remotes['mf-wizard']?.current.buildId;

const shown = async (made: { path: string }) => {
  const held = await reader().find(secretOf(made), ADDRESS);
  if (held === null || held === 'unknown') throw new Error('there is no preview');
  return held;
};

it('shows the build beside what everybody has, and changes nothing for everybody', async () => {
  const before = await world.core.channels.current(CHANNEL);
  const made = await add(ofBuild(second));
  const held = await shown(made);
  expect(wizard(held)).toBe(idOf(second));
  expect(held.snapshot.preview).toEqual({ what: `mf-wizard 1.1.0-${idOf(second)}`, by: MANAGER.name });
  expect(await world.core.channels.current(CHANNEL)).toEqual(before);
  const [entry] = await world.core.db.selectFrom('releases.ledger').select('entry').orderBy('seq', 'desc').execute();
  expect(entry!.entry).toContain('"action":"preview"');
  expect(entry!.entry).not.toContain(secretOf(made));
});

it('shows a snapshot of before as it was', async () => {
  await world.release(second);
  const held = await shown(await add({ snapshot: 1 }));
  expect(wizard(held)).toBe(idOf(first));
  expect(held.snapshot.preview).toEqual({ what: 'snapshot 1', by: MANAGER.name });
});

it('ends at its time, and within seconds of when somebody ends it', async () => {
  const [short, long] = [await add(ofBuild(second), { hours: 1 }), await add(ofBuild(second), { hours: 2 })];
  const previews = reader();
  world.pass(61);
  expect(await previews.find(secretOf(short), ADDRESS)).toBeNull();
  expect(wizard(await previews.find(secretOf(long), ADDRESS))).toBe(idOf(second));
  await endPreview(world.core, { channel: CHANNEL, id: long.id, reason: 'passed on' }, MANAGER);
  world.clock.now = new Date(world.clock.now.getTime() + 3_001);
  expect(await previews.find(secretOf(long), ADDRESS)).toBeNull();
  expect(await listPreviews(world.core, CHANNEL)).toEqual([]);
});

it('for one browser is of the first that opens it, and its address opens nothing more', async () => {
  const made = await add(ofBuild(second), { once: true });
  const previews = reader();
  // It is named before it is opened, which takes nothing.
  expect(wizard(await previews.look(secretOf(made), ADDRESS))).toBe(idOf(second));
  // The secret of the address is none of a browser: nobody can put it into a cookie in place of opening it.
  expect(await previews.find(secretOf(made), ADDRESS)).toBeNull();
  expect(await previews.open(secretOf(made), null, ADDRESS)).toBeNull();
  const two = await Promise.all([
    reader().open(secretOf(made), 'a'.repeat(32), ADDRESS),
    reader().open(secretOf(made), 'b'.repeat(32), ADDRESS),
  ]);
  const [opened, ...others] = two.filter((each) => each !== null && each !== 'unknown');
  expect(others).toEqual([]);
  expect(opened!.secret).not.toBe(secretOf(made));
  expect(wizard(await previews.find(opened!.secret, ADDRESS))).toBe(idOf(second));
  expect(await previews.open(secretOf(made), 'c'.repeat(32), ADDRESS)).toBeNull();
  // The same press once more, of a browser whose first answer was lost.
  const { secret } = opened!;
  expect(await reader().open(secretOf(made), secret, ADDRESS)).toMatchObject({ secret });
  expect(await listPreviews(world.core, CHANNEL)).toMatchObject([{ once: true, openedAt: expect.any(String) }]);
  await endPreview(world.core, { channel: CHANNEL, id: made.id, reason: 'a shared computer' }, MANAGER);
  expect(await reader().find(opened!.secret, ADDRESS)).toBeNull();
});

it('is made by owners alone, of what the gate lets through; a freeze does not matter', async () => {
  const refused = add(ofBuild(second), { actor: developerOf('team-letters') });
  await expect(refused).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  const needs = aRemote({ buildId: 'd4', change: (descriptor) => void (descriptor.contracts = '^9.0.0') });
  await world.publish(needs);
  await expect(add(ofBuild(needs))).rejects.toMatchObject({ code: 'CONTRACTS_RANGE' });
  await world.freeze(1);
  const made = await add(ofBuild(second), { actor: developerOf('team-wizard') });
  const other = developerOf('team-letters');
  const refusedToo = endPreview(world.core, { channel: CHANNEL, id: made.id, reason: 'r' }, other);
  await expect(refusedToo).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});

it('of a snapshot of before is made by owners of what differs, and what is switched off stays off', async () => {
  await world.release(second);
  const refused = add({ snapshot: 1 }, { actor: developerOf('team-letters') });
  await expect(refused).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect(
    wizard(await reader().find(secretOf(await add({ snapshot: 1 }, { actor: developerOf('team-wizard') })), ADDRESS)),
  ).toBe(idOf(first));
  await world.core.channels.switchOff(CHANNEL, 'mf-wizard', MANAGER, { reason: 'leaks' });
  const held = await shown(await add({ snapshot: 1 }));
  expect(wizard(held)).toBeUndefined();
  expect(Object.keys(held.snapshot.off ?? {})).toEqual(['mf-wizard']);
});

it('is never taken for what everybody has', async () => {
  const held = await shown(await add(ofBuild(second)));
  const context = { trust: world.core.keys.trust(), channel: CHANNEL, heldNumber: 0, now: world.clock.now };
  expect(() => acceptSnapshot(held.signed, context)).toThrow(expect.objectContaining({ code: 'mixed' }) as Error);
});

it('for one browser is opened by each of a team of one network in the same second', async () => {
  const previews = reader();
  for (const index of Array(12).keys()) {
    const [secret, as] = [secretOf(await add(ofBuild(second), { once: true })), String(index).padStart(32, 'x')];
    expect(wizard(await previews.look(secret, ADDRESS))).toBe(idOf(second));
    expect(await previews.open(secret, as, ADDRESS)).toMatchObject({ secret: as });
  }
});

it('is not ended by strangers: whom nobody was asked about is unknown, and who was known stays so', async () => {
  const build = second;
  const [made, late, other] = [await add(ofBuild(second)), await add(ofBuild(second)), await add(ofBuild(second))];
  const asked: string[] = [];
  const previews = reader(asked);
  await previews.find(secretOf(made), ADDRESS);
  for (const odd of ['', 'short', 'x'.repeat(4_096), `${secretOf(made)}x`])
    expect(await previews.find(odd, ADDRESS)).toBeNull();
  for (let second = 0; second < 20; second += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    for (let index = 0; index < 30; index += 1) {
      await previews.find(`${second}-${index}`.padStart(32, 'x'), ADDRESS);
      await previews.open(`${second}-${index}`.padStart(32, 'y'), 'z'.repeat(32), ADDRESS);
    }
    expect(asked.length).toBeLessThan(12 * (second + 2));
    const found = [await previews.find(secretOf(late), ADDRESS), await previews.look(secretOf(late), ADDRESS)];
    expect([...found, await previews.open(secretOf(late), null, ADDRESS)]).toEqual(Array(3).fill('unknown'));
    // Of another address nobody is kept out.
    if (second === 19) expect(wizard(await previews.find(secretOf(other), '198.51.100.7'))).toBe(idOf(build));
  }
  expect(wizard(await previews.find(secretOf(made), ADDRESS))).toBe(idOf(second));
  world.clock.now = new Date(world.clock.now.getTime() + 1_000);
  expect(wizard(await previews.find(secretOf(late), ADDRESS))).toBe(idOf(second));
});

it('is found by a site of another process, of which one visitor makes secrets up', async () => {
  const made = await add(ofBuild(second));
  const service = reader();
  const lookup = async (_: string, digest: string) => {
    const found = await service.bySite.find(digest, '192.0.2.1');
    if (found === 'unknown') throw new Error('503');
    return found && found.signed;
  };
  const source = { preview: lookup, takePreview: () => Promise.resolve(null) };
  const site = heldPreviews({ channel: CHANNEL, source, trust: world.core.keys.trust, now: world.core.now });
  for (let index = 0; index < 30; index += 1) await site.find(String(index).padStart(32, 'x'), ADDRESS);
  expect(wizard(await site.find(secretOf(made), '198.51.100.7'))).toBe(idOf(second));
});

it('is unknown while the release service is away, and there again when it is back', async () => {
  const made = await add(ofBuild(second));
  let isAway = true;
  const preview = (channel: string, digest: string) =>
    isAway ? Promise.reject(new Error('away')) : findPreview(world.core, channel, digest);
  const source = { preview, takePreview: () => Promise.resolve(null) };
  const previews = heldPreviews({ channel: CHANNEL, source, trust: world.core.keys.trust, now: world.core.now });
  expect(await previews.find(secretOf(made), ADDRESS)).toBe('unknown');
  isAway = false;
  world.pass(1);
  expect(wizard(await previews.find(secretOf(made), ADDRESS))).toBe(idOf(second));
});

it('of a build that was never promoted waits for another person, where two promote', async () => {
  const { db } = world.core;
  const act = {
    actor: KEY_HOLDER,
    reason: 'r',
    now: world.clock.now,
  } as const;
  await changeChannel(db, CHANNEL, { secondPersonMinutes: 30 }, act);
  const [ann, bob] = ['ann', 'bob'].map((person) => ({
    ...developerOf('team-wizard'),
    name: `token of ${person}`,
    person,
  }));
  const made = await add(ofBuild(second), { actor: ann! });
  expect(made.waits).toBe(true);
  expect(await reader().find(secretOf(made), ADDRESS)).toBeNull();
  expect(await reader().look(secretOf(made), ADDRESS)).toBeNull();
  const confirm = (actor: Actor) => confirmPreview(world.core, { channel: CHANNEL, id: made.id }, actor);
  for (const actor of [ann!, { ...ann!, name: 'another token of hers' }, { ...bob!, team: 'team-letters' }]) {
    await expect(confirm(actor)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  }
  const seenBefore = confirmPreview(world.core, { channel: CHANNEL, id: made.id, what: 'mf-wizard before' }, bob!);
  await expect(seenBefore).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect(await confirm(bob!)).toMatchObject({ waits: false, confirmedBy: 'bob' });
  expect(wizard(await reader().find(secretOf(made), ADDRESS))).toBe(idOf(second));
  // Whoever confirms may be the person behind a token that names no person.
  const ofProgram = await add(ofBuild(second), { actor: developerOf('team-wizard') });
  const confirmIt = (actor: Actor) => confirmPreview(world.core, { channel: CHANNEL, id: ofProgram.id }, actor);
  await expect(confirmIt(bob!)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect(await confirmIt({ ...bob!, role: 'release-manager' })).toMatchObject({ waits: false });
  // What two people promoted once needs nobody else.
  expect(await add(ofBuild(first), { actor: ann! })).toMatchObject({ waits: false });
});
