import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { acceptSnapshot } from '../snapshots/accept-snapshot.ts';
import { aRemote, aShell, MANAGER, rollBackOne, useReleaseWorld } from '../testing/index.ts';
import { readTrust } from './key-folder.ts';
import { dropChannelKey, rotateKey } from './rotate.ts';

const channel = 'production';
const world = useReleaseWorld([aShell(), aRemote()]);

/** A site by itself, which gets the trust document by copy. */
function aSite(name: string) {
  const folder = path.join(world.dataDir, name);
  mkdirSync(folder, { recursive: true });
  const bring = () => copyFileSync(path.join(world.core.keys.folder, 'trust.json'), path.join(folder, 'trust.json'));
  bring();
  const log: string[] = [];
  const { trust } = readTrust(folder, path.join(folder, 'pinned.json'), (message) => log.push(message));
  return { bring, trust, log };
}
const current = async () => (await world.core.channels.current(channel))!.signed;
const accept = async (trust: ReturnType<typeof world.core.keys.trust>, signed?: Awaited<ReturnType<typeof current>>) =>
  acceptSnapshot(signed ?? (await current()), { trust, channel, heldNumber: 0, now: world.clock.now }).snapshot.number;

it('changes the key of a channel in two acts, followed by a site, with every snapshot readable on the way', async () => {
  const { keys, channels } = world.core;
  const site = aSite('site');
  const before = await current();
  const { keyId, formerKeyId } = rotateKey(keys, { kind: 'channel', name: channel }, { finish: false });
  expect(before.keyId).toBe(formerKeyId);
  await channels.renew(channel, { force: true });
  expect((await current()).keyId).toBe(formerKeyId);
  site.bring();
  rotateKey(keys, { kind: 'channel', name: channel }, { finish: true });
  expect(() => dropChannelKey(keys, channel, keyId)).toThrow(/is the key that signs/);
  expect(await channels.renew(channel)).toMatchObject({ number: 3 });
  expect((await current()).keyId).toBe(keyId);
  expect(await channels.renew(channel)).toBeNull();
  expect(await accept(site.trust())).toBe(3);
  // What was signed before stays readable until the key is dropped.
  expect(await accept(site.trust(), before)).toBe(1);
  dropChannelKey(keys, channel, formerKeyId);
  site.bring();
  expect(await accept(site.trust())).toBe(3);
  await expect(accept(site.trust(), before)).rejects.toMatchObject({ code: 'unknown-key' });
  expect(site.log).toEqual([]);
});

it('can be repeated when it was interrupted, and does not finish a rotation that has not begun', () => {
  const { keys } = world.core;
  const holder = { kind: 'channel', name: channel } as const;
  expect(() => rotateKey(keys, holder, { finish: true })).toThrow(/No rotation of channel-production has begun/);
  const first = rotateKey(keys, holder, { finish: false });
  const { version } = keys.trust();
  expect(rotateKey(keys, holder, { finish: false })).toEqual(first);
  expect(keys.trust().version).toBe(version);
  expect(() => rotateKey(keys, { kind: 'channel', name: 'none' }, { finish: false })).toThrow(/There is no/);
});

it.each([
  ['a site that gets both trust documents', true],
  ['a site that gets only the second one', false],
])('changes the root key, signed by old and new: %s follows, and takes no other root', (_, getsBoth) => {
  const { keys } = world.core;
  const site = aSite('site');
  const { keyId } = rotateKey(keys, { kind: 'root' }, { finish: false });
  if (getsBoth) {
    site.bring();
    expect(Object.keys(site.trust().root)).toHaveLength(2);
  }
  rotateKey(keys, { kind: 'root' }, { finish: true });
  site.bring();
  expect(Object.keys(site.trust().root)).toEqual([keyId]);
  keys.addTeams(['team-late']);
  site.bring();
  expect(Object.keys(site.trust().teams)).toContain('team-late');
  expect(site.log).toEqual([]);
});

it('changes the root key twice while a site is not told, and the site follows with the newest document alone', () => {
  const { keys } = world.core;
  const site = aSite('site');
  const changeRoot = () => {
    rotateKey(keys, { kind: 'root' }, { finish: false });
    return rotateKey(keys, { kind: 'root' }, { finish: true }).keyId;
  };
  changeRoot();
  keys.addTeams(['team-late']);
  const keyId = changeRoot();
  keys.addTeams(['team-later']);
  site.bring();
  expect(site.trust()).toEqual(keys.trust());
  expect(Object.keys(site.trust().root)).toEqual([keyId]);
  expect(site.log).toEqual([]);
});

it('signs nothing with a root key that is not the root any more, as between the two steps of an interrupted finish', () => {
  const { keys } = world.core;
  rotateKey(keys, { kind: 'root' }, { finish: false });
  const former = readFileSync(path.join(keys.folder, 'root.pem'), 'utf8');
  const next = readFileSync(path.join(keys.folder, 'root.next.pem'), 'utf8');
  rotateKey(keys, { kind: 'root' }, { finish: true });
  writeFileSync(path.join(keys.folder, 'root.pem'), former);
  writeFileSync(path.join(keys.folder, 'root.next.pem'), next);
  const { version } = keys.trust();
  expect(() => keys.addTeams(['team-late'])).toThrow(/root\.pem .*keys rotate root --finish/);
  expect(keys.trust().version).toBe(version);
  rotateKey(keys, { kind: 'root' }, { finish: true });
  keys.addTeams(['team-late']);
  expect(keys.trust().version).toBe(version + 1);
});

it('lets a team sign with a new key at once, and keeps the builds the old one signed', async () => {
  const { keys } = world.core;
  const { keyId, formerKeyId } = rotateKey(keys, { kind: 'team', name: 'team-wizard' }, { finish: false });
  expect(keys.teamKey('team-wizard').keyId).toBe(keyId);
  await world.release(aRemote({ buildId: 'b2' }));
  await rollBackOne(world.core.channels, channel, 'mf-wizard', MANAGER, { reason: 'r' });
  expect(readFileSync(path.join(keys.folder, `team-team-wizard.former-${formerKeyId}.pem`), 'utf8')).toContain(
    'PRIVATE',
  );
});
