import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signBuild } from '@redress/release-client/publish';
import { aRemote, aShell, developerOf, MANAGER, rollBackOne, useReleaseWorld } from '../testing/index.ts';
import { noteTrust, refuseOtherTrust } from '../ledger/note-trust.ts';
import { changeOwners } from '../../cli/owners.ts';
import { rollBackFiles } from '../channels/break-glass.ts';
import { openKeyFolder } from './key-folder.ts';
import { isOwnerOf, teamOf, withClaims, withMoved, withPromoters } from './ownership.ts';

const world = useReleaseWorld([aShell(), aRemote({ buildId: 'a1' })]);

const CHANNEL = 'production';
/** The wizard as another team would copy it: its own name in build.json and config, signed with its own key. */
const copied = aRemote({ buildId: 'bad', owner: 'team-letters' });
const copiedShell = aShell({ buildId: 'bad', owner: 'team-letters' });
const ref = ({ descriptor: { name, buildId } }: typeof copied) => [{ name, buildId }];

it.each([
  ['a developer of that team', developerOf('team-letters')],
  ['a release manager', MANAGER],
])('refuses %s a build that names another owner than the trust document', async (_, actor) => {
  for (const build of [copied, copiedShell]) {
    await expect(world.publish(build, actor)).rejects.toMatchObject({ code: 'OWNER_CHANGED' });
  }
});

it('refuses to serve such a build that is in the registry already, and does not lock the owner out', async () => {
  const { payload, descriptor } = copied;
  const { name, buildId, version, owner } = descriptor;
  world.core.keys.addTeams([owner]);
  const row = { name, build_id: buildId, version, owner, payload, published_at: new Date(), published_by: 'x' };
  await world.core.db.insertInto('releases.build').values(row).execute();
  for (const actor of [developerOf('team-letters'), MANAGER]) {
    await expect(world.core.channels.promote(CHANNEL, ref(copied), actor)).rejects.toMatchObject({
      code: expect.stringMatching(/OWNER_CHANGED|NOT_ALLOWED/),
    });
  }
  const next = aRemote({ buildId: 'b2' });
  await world.publish(next, developerOf('team-wizard'));
  await world.core.channels.promote(CHANNEL, ref(next), developerOf('team-wizard'));
  await rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', developerOf('team-wizard'), { reason: 'r' });
});

it('gives a new remote to the team that publishes it first, once', async () => {
  await world.publish(aRemote({ name: 'mf-new', owner: 'team-a' }), developerOf('team-a'));
  expect(world.core.registry.ownerOf('mf-new')).toBe('team-a');
  await expect(
    world.publish(aRemote({ name: 'mf-new', owner: 'team-b', buildId: 'b' }), developerOf('team-b')),
  ).rejects.toMatchObject({ code: 'OWNER_CHANGED' });
});

it('claims remotes of a trust document from before for the team of their first build', async () => {
  world.core.keys.amend((trust) => ({ ...trust, remotes: {} }));
  await world.core.registry.claimPublished();
  expect(world.core.keys.trust().remotes).toMatchObject({ 'mf-wizard': { team: 'team-wizard' } });
});

describe.each(['constructor', '__proto__'])('the name %s, which every object inherits', (name) => {
  it('is of no remote, team or channel until somebody has given it', async () => {
    const { keys } = world.core;
    const trust = keys.trust();
    expect([teamOf(trust, name), isOwnerOf(trust, name, 'team-a')]).toEqual([null, true]);
    expect(() => withMoved(trust, 'mf-wizard', name)).toThrow(`There is no key of ${name}.`);
    expect(() => changeOwners(keys, ['promoters', name, 'developer'])).toThrow(`There is no channel ${name}.`);
    const claimed = withClaims(trust, { [name]: 'team-a' });
    expect([teamOf(claimed, name), isOwnerOf(claimed, name, 'team-b')]).toEqual(['team-a', false]);
    expect(withMoved(trust, name, 'team-wizard').remotes).toHaveProperty([name], { team: 'team-wizard', formerly: [] });
    const back = { channel: CHANNEL, remote: name, reason: 'r', actor: MANAGER };
    await expect(rollBackFiles(world.core, back)).rejects.toMatchObject({ code: 'REMOTE_UNKNOWN' });
  });
});

it('makes a key of a team named as what every object inherits, and gives it what it published', async () => {
  const { keys, registry, db } = world.core;
  keys.addTeams(['constructor']);
  expect(Object.keys(keys.trust().teams)).toContain('constructor');
  const { payload, descriptor } = aRemote({ name: 'mf-x' });
  const row = { name: 'constructor', build_id: descriptor.buildId, version: '1.0.0', owner: 'team-wizard', payload };
  await db
    .insertInto('releases.build')
    .values({ ...row, published_at: new Date(), published_by: 'x' })
    .execute();
  await registry.claimPublished();
  expect(registry.ownerOf('constructor')).toBe('team-wizard');
});

it('moves a remote with the root key only; builds of the team before stay a way back', async () => {
  world.core.keys.addTeams(['team-letters']);
  world.core.keys.amend((trust) => withMoved(trust, 'mf-wizard', 'team-letters'));
  const old = aRemote({ buildId: 'c3' });
  const late = signBuild(old.payload, world.core.keys.teamKey('team-wizard'));
  await expect(
    world.core.registry.publish({ signed: late, readFile: old.readFile }, developerOf('team-wizard')),
  ).rejects.toMatchObject({ code: 'OWNER_CHANGED' });
  await world.publish(copied, developerOf('team-letters'));
  await world.core.channels.promote(CHANNEL, ref(copied), developerOf('team-letters'));
  await expect(
    rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', developerOf('team-wizard'), { reason: 'r' }),
  ).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  const back = await rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', developerOf('team-letters'), {
    reason: 'r',
  });
  expect(back.to).toBe('a1'.padEnd(12, '0'));
});

it('leaves promotion to release managers where the trust document says so, and rollback to the team', async () => {
  const next = aRemote({ buildId: 'b2' });
  await world.release(next);
  world.core.keys.amend((trust) => withPromoters(trust, CHANNEL, 'release-manager'));
  const third = aRemote({ buildId: 'c3' });
  await world.publish(third, developerOf('team-wizard'));
  const refused = world.core.channels.promote(CHANNEL, ref(third), developerOf('team-wizard'));
  await expect(refused).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', developerOf('team-wizard'), { reason: 'r' });
  await world.core.channels.promote(CHANNEL, ref(third), MANAGER);
});

it('writes each version of the trust document into the ledger, once', async () => {
  const noted = async () => {
    await Promise.all([noteTrust(world.core), noteTrust(world.core)]);
    const rows = await world.core.db.selectFrom('releases.ledger').select('entry').execute();
    return rows.filter(({ entry }) => entry.includes('"action":"trust"')).length;
  };
  expect(await noted()).toBe(1);
  expect(await noted()).toBe(1);
  world.core.keys.amend((trust) => withPromoters(trust, CHANNEL, 'release-manager'));
  expect(await noted()).toBe(2);
});

describe('a process on the same database with a folder of keys of its own', () => {
  const otherFolder = () => mkdtempSync(path.join(tmpdir(), 'redress-keys-'));
  const withKeys = (folder: string) => ({ ...world.core, keys: openKeyFolder(folder, [CHANNEL]) });
  const copied = () => {
    const folder = otherFolder();
    cpSync(world.core.keys.folder, folder, { recursive: true });
    return folder;
  };

  it('is refused when it made its own', async () => {
    await refuseOtherTrust(world.core);
    await noteTrust(world.core);
    await expect(refuseOtherTrust(withKeys(otherFolder()))).rejects.toMatchObject({
      code: 'KEYS',
      message: expect.stringContaining('KEYS_DIR'),
    });
    await refuseOtherTrust(withKeys(copied()));
  });

  it('is refused when both begin at once', async () => {
    await world.core.db.deleteFrom('releases.trust_version').execute();
    const both = [world.core, withKeys(otherFolder())];
    for (const core of both) await refuseOtherTrust(core);
    const started = await Promise.allSettled(both.map((core) => noteTrust(core)));
    expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(started.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'KEYS' } });
  });
});
