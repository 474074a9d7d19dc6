import type { StaffPass } from '@redress/contracts/passes';
import { createHash } from 'node:crypto';
import { verifySignature } from '@redress/release-client/publish';
import { dropChannelKey, rotateKey } from '../keys/rotate.ts';
import { heldStaffPasses } from '../reader/held-staff-passes.ts';
import { acceptRelease } from '../rollouts/accept-release.ts';
import { aRemote, aShell, developerOf, MANAGER, useReleaseWorld } from '../testing/index.ts';
import { listStaffPasses, takeStaffPass } from './staff-passes.ts';

const CHANNEL = 'production';
const second = aRemote({ buildId: 'b2', version: '1.1.0' });
const world = useReleaseWorld([aShell(), aRemote({ buildId: 'a1' })], [second]);

const add = (days = 30, actor = MANAGER) =>
  world.core.channels.addStaffPass({ channel: CHANNEL, person: 'Ann Lee', days }, actor);
const end = (id: number) => world.core.channels.endStaffPass({ channel: CHANNEL, id, reason: 'lost' }, MANAGER);
const secretOf = ({ path }: { path: string }) => path.slice('/staff/'.length);
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
const take = (made: { path: string }, channel = CHANNEL) =>
  takeStaffPass(world.core, channel, digestOf(secretOf(made)));
const readPass = (text: string) =>
  JSON.parse(Buffer.from(text.split('.')[1]!, 'base64url').toString('utf8')) as StaffPass;
const endedPasses = async () =>
  acceptRelease((await world.core.channels.current(CHANNEL))!.signed, {
    trust: world.core.keys.trust(),
    channel: CHANNEL,
    heldNumber: 0,
    now: world.clock.now,
  }).rollout?.endedPasses;
const rollOutToStaff = () =>
  world.core.channels.rollOut(
    CHANNEL,
    { remote: 'mf-wizard', buildId: second.descriptor.buildId, cohorts: { staff: true } },
    MANAGER,
  );
const entries = async () =>
  (await world.core.db.selectFrom('releases.ledger').select('entry').orderBy('seq', 'desc').execute()).map(
    ({ entry }) => entry,
  );

it('is taken by the first that opens its address, signed by the key of the channel as what it is', async () => {
  const made = await add(7);
  const text = (await take(made))!;
  const [keyId, payload, signature] = text.split('.') as [string, string, string];
  const key = world.core.keys.trust().channels[CHANNEL]![keyId]!;
  const signed = `redress staff pass\n${Buffer.from(payload, 'base64url').toString('utf8')}`;
  expect(verifySignature(key, signed, Buffer.from(signature, 'base64url').toString('base64'))).toBe(true);
  const until = Math.floor(new Date(made.expiresAt).getTime() / 1_000);
  expect(readPass(text)).toEqual({ channel: CHANNEL, id: made.id, until });
  expect(await take(made)).toBeNull();
  expect(await listStaffPasses(world.core, CHANNEL)).toMatchObject([
    { person: 'Ann Lee', openedAt: expect.any(String) },
  ]);
});

it('is given once to two browsers at once', async () => {
  const made = await add();
  expect((await Promise.all([take(made), take(made), take(made)])).filter((each) => each !== null)).toHaveLength(1);
});

it('opens within a day, on its channel, and not once it has ended', async () => {
  const [late, ended, elsewhere] = [await add(), await add(), await add()];
  expect(await take(elsewhere, 'preview')).toBeNull();
  await end(ended.id);
  expect(await take(ended)).toBeNull();
  world.pass(25 * 60);
  expect(await take(late)).toBeNull();
});

it('is made and ended by release managers alone, and the ledger holds both but no secret', async () => {
  const developer = developerOf('team-wizard');
  await expect(add(1, developer)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  const made = await add();
  const asked = { channel: CHANNEL, id: made.id, reason: 'r' };
  await expect(world.core.channels.endStaffPass(asked, developer)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await end(made.id);
  await expect(end(made.id)).rejects.toMatchObject({ code: 'STAFF_PASS_UNKNOWN' });
  const [ending, adding] = await entries();
  expect(ending).toContain('"action":"staff-end","subject":"Ann Lee"');
  expect(adding).toContain('"action":"staff","subject":"Ann Lee"');
  for (const entry of [ending, adding]) expect(entry).not.toContain(secretOf(made));
});

it('that has ended is named in the rules at once while something rolls out to staff, and until its time is over', async () => {
  const [before, made, short] = [await add(), await add(), await add(1)];
  await end(before.id);
  expect(await endedPasses()).toBeUndefined(); // nothing rolls out: no page hears of it
  const { number } = await rollOutToStaff();
  expect(await endedPasses()).toEqual([before.id]);
  await end(made.id);
  await end(short.id);
  expect(await endedPasses()).toEqual([before.id, made.id, short.id]);
  expect((await world.core.channels.current(CHANNEL))!.number).toBe(number + 2);
  world.pass(25 * 60);
  await world.core.channels.renew(CHANNEL, { force: true });
  expect(await endedPasses()).toEqual([before.id, made.id]);
});

it('counts after a change of the key until the old one is dropped', async () => {
  const [keyId] = (await take(await add()))!.split('.') as [string];
  const { keys } = world.core;
  const trusted = () => Object.keys(keys.trust().channels[CHANNEL]!);
  for (const finish of [false, true]) rotateKey(keys, { kind: 'channel', name: CHANNEL }, { finish });
  expect(keys.channelKey(CHANNEL).keyId).not.toBe(keyId);
  expect(trusted()).toContain(keyId);
  dropChannelKey(keys, CHANNEL, keyId);
  expect(trusted()).not.toContain(keyId);
});

it('is one of a bounded number, so that the rules stay so', async () => {
  await Promise.all(Array.from({ length: 3 }, () => add()));
  await world.core.db
    .insertInto('releases.staff_pass')
    .values(
      Array.from({ length: 196 }, () => ({
        channel: CHANNEL,
        person: 'p',
        secret_hash: null,
        actor: 'a',
        reason: null,
        created_at: world.clock.now,
        expires_at: new Date(world.clock.now.getTime() + 1_000),
        ended_at: world.clock.now,
      })),
    )
    .execute();
  const both = await Promise.allSettled([add(), add()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await rollOutToStaff();
  expect(await endedPasses()).toHaveLength(196);
  world.pass(60);
  await add(); // those that are over make room
});

it.each([
  ['an answer of another form', () => Promise.resolve({ pass: 'x' })],
  ['an answer without end', () => Promise.resolve('x'.repeat(100_000))],
  ['no answer', () => Promise.reject(new Error('away'))],
])('is none by %s', async (_, takeStaffPass) => {
  const held = heldStaffPasses({ channel: CHANNEL, source: { takeStaffPass }, now: world.core.now });
  expect(await held.open('s'.repeat(32), '198.51.100.1')).toBeNull();
});

it('is asked for a few times a second, whoever makes addresses up', async () => {
  const takeStaffPass = jest.fn(() => Promise.resolve(null));
  const held = heldStaffPasses({ channel: CHANNEL, source: { takeStaffPass }, now: world.core.now });
  for (let index = 0; index < 99; index += 1) await held.open(String(index).padStart(32, 'x'), '198.51.100.1');
  expect(takeStaffPass.mock.calls.length).toBeLessThan(25);
});
