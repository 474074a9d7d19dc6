import type { FederatedPerson } from '@redress/server/openid';
import { createTokens } from '../http/tokens.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { searchLedger } from '../ledger/search.ts';
import { confirmPlan, listPlans, plan } from '../plans/plans.ts';
import type { Actor } from '../http/actor.ts';
import { changeChannel } from '../channels/channel-settings.ts';
import { aRemote, aShell, KEY_HOLDER as HOLDER, useReleaseWorld } from '../testing/index.ts';
import { holderNamed } from './holder.ts';
import { createPeople, INVITATION_MS } from './people.ts';
import { isSamePerson } from './same-person.ts';
import { createSessions, IDLE_MS, LONGEST_MS } from './sessions.ts';

const ISSUER = 'https://accounts.example';

const world = useReleaseWorld();
let people: ReturnType<typeof createPeople>;
let sessions: ReturnType<typeof createSessions>;
let tokens: ReturnType<typeof createTokens>;
beforeEach(async () => {
  const { db, now } = world.core;
  [people, sessions, tokens] = [createPeople(db, now), createSessions(db, now), createTokens(db, now)];
});

const ann = { handle: 'ann', name: 'Ann Lee', email: 'ann@example.org', role: 'release-manager', team: null } as const;
const bob = { handle: 'bob', name: 'Bob Ray', email: 'bob@example.org', role: 'release-manager', team: null } as const;
const who = (subject: string, more: Partial<FederatedPerson> = {}): FederatedPerson => ({
  issuer: ISSUER,
  subject,
  email: `${subject}@example.org`,
  emailVerified: true,
  givenName: '',
  familyName: '',
  ...more,
});
const signIn = async (subject: string): Promise<{ actor: Actor; secret: string }> => {
  const entered = await sessions.enter(who(subject), null);
  if ('refused' in entered) throw new Error(entered.refused);
  return entered;
};
const token = (name: string, person: string, role: 'release-manager' | 'reader' = 'release-manager') =>
  tokens.add({ name, person, role, team: null, days: 1 }, HOLDER);
const ledger = () => world.core.db.selectFrom('releases.ledger').selectAll().orderBy('seq').execute();

it('takes an invitation once, by an address that the provider has checked', async () => {
  await people.add(ann, HOLDER);
  expect(await sessions.enter(who('ann', { emailVerified: false }), null)).toEqual({ refused: 'unverified' });
  expect(await sessions.enter(who('ann', { email: null }), null)).toEqual({ refused: 'unverified' });
  expect(await sessions.enter(who('eve'), null)).toEqual({ refused: 'unknown' });
  const { actor } = await signIn('ann');
  expect(actor).toEqual({ name: '@ann', role: 'release-manager', team: null, person: 'Ann Lee' });
  // The address has changed hands at the provider, or belongs to somebody else at another one.
  expect(await sessions.enter(who('other', { email: 'ann@example.org' }), null)).toEqual({ refused: 'unknown' });
  const elsewhere = who('ann', { issuer: 'https://elsewhere.example' });
  expect(await sessions.enter(elsewhere, null)).toEqual({ refused: 'unknown' });
  // What was joined is known by its subject, whatever the address is now.
  expect(await sessions.enter(who('ann', { email: 'new@example.org', emailVerified: false }), null)).toHaveProperty(
    'secret',
  );
});

it('forgets an invitation after two weeks, until it is made anew', async () => {
  await people.add(ann, HOLDER);
  world.pass(INVITATION_MS / 60_000);
  expect(await sessions.enter(who('ann'), null)).toEqual({ refused: 'unknown' });
  expect(await people.list(HOLDER)).toMatchObject([{ state: 'lapsed' }]);
  await people.change({ handle: 'ann', email: 'ann@example.org', reason: 'again' }, HOLDER);
  expect(await sessions.enter(who('ann'), null)).toHaveProperty('secret');
});

it('gives a new secret with every sign-in, and ends the session that the browser had', async () => {
  await people.add(ann, HOLDER);
  const first = await signIn('ann');
  const second = await sessions.enter(who('ann'), first.secret);
  expect(second).not.toMatchObject({ secret: first.secret });
  await expect(sessions.actorOf(first.secret)).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' });
  const rows = await world.core.db.selectFrom('releases.session').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain((second as { secret: string }).secret);
});

it('ends a session that nobody uses, and every session after a time', async () => {
  await people.add(ann, HOLDER);
  const { secret: unused } = await signIn('ann');
  const { secret: used } = await signIn('ann');
  for (let past = 0; past < LONGEST_MS; past += IDLE_MS / 2) {
    await sessions.actorOf(used);
    world.pass(IDLE_MS / 120_000);
  }
  await expect(sessions.actorOf(unused)).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' });
  await expect(sessions.actorOf(used)).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' });
});

it('ends sessions and tokens at once with the person, and with a right that is taken', async () => {
  await people.add(ann, HOLDER);
  const { secret } = await signIn('ann');
  await token('ann-ci', 'Ann Lee');
  await token('ann-reads', '  ann  LEE', 'reader');
  const { tokensEnded } = await people.change({ handle: 'ann', role: 'reader', reason: 'moved' }, HOLDER);
  expect(tokensEnded).toEqual(['ann-ci']);
  await expect(sessions.actorOf(secret)).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' });
  const { secret: again, actor } = await signIn('ann');
  expect(actor.role).toBe('reader');
  expect(await people.end({ handle: 'ann', reason: 'left' }, HOLDER)).toMatchObject({
    tokensEnded: ['ann-reads'],
    person: { state: 'ended', email: null },
  });
  await expect(sessions.actorOf(again)).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' });
  await expect(holderNamed(world.core.db, '@ann', { now: world.clock.now })).rejects.toMatchObject({
    code: 'TOKEN_UNKNOWN',
  });
  expect(await sessions.enter(who('ann'), null)).toEqual({ refused: 'unknown' });
  await expect(token('ann-new', 'Ann Lee', 'reader')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});

it('lets in nobody whose end is decided at the same moment', async () => {
  await people.add(ann, HOLDER);
  await signIn('ann');
  const all = await Promise.all([
    ...Array.from({ length: 8 }, () => sessions.enter(who('ann'), null)),
    people.end({ handle: 'ann', reason: 'left' }, HOLDER),
    ...Array.from({ length: 8 }, () => sessions.enter(who('ann'), null)),
  ]);
  for (const entered of all) {
    if ('secret' in entered)
      await expect(sessions.actorOf(entered.secret)).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' });
  }
  expect(await world.core.db.selectFrom('releases.session').selectAll().execute()).toEqual([]);
});

it('has one person for one name and one handle, however they are written', async () => {
  await people.add(ann, HOLDER);
  const refused = (person: object) =>
    expect(people.add({ ...bob, ...person }, HOLDER)).rejects.toMatchObject({ code: 'PERSON_EXISTS' });
  await refused({ handle: 'ann' });
  await refused({ name: ' ann\u200B  LEE' });
  await refused({ email: 'ann@example.org' });
  await people.end({ handle: 'ann', reason: 'left' }, HOLDER);
  await refused({ handle: 'ann' });
  await refused({ name: 'Ann Lee' });
  expect(await people.add({ ...ann, role: 'reader' }, HOLDER)).toMatchObject({ person: { state: 'invited' } });
  expect(isSamePerson('Ｂob Ray', 'bob ray')).toBe(true);
  expect(isSamePerson(undefined, undefined)).toBe(false);
});

it('lets key holders alone say who may what, and nobody give a token more than its person has', async () => {
  for (const role of ['reader', 'developer', 'release-manager'] as const) {
    const actor = { name: 'x', role, team: null };
    await expect(people.add(ann, actor)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(people.end({ handle: 'ann', reason: 'r' }, actor)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  }
  await people.add({ ...ann, role: 'reader' }, HOLDER);
  await expect(token('ann-ci', 'Ann Lee')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await token('ann-reads', 'Ann Lee', 'reader');
  // A session is a way to the tokens of its person, a token only to itself.
  const { actor } = await signIn('ann');
  await token('bob-ci', 'Bob Ray');
  await expect(tokens.rotate({ name: 'bob-ci', days: 1 }, actor)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect(await tokens.rotate({ name: 'ann-reads', days: 1 }, actor)).toHaveProperty('token');
  const byToken: Actor = { name: 'ann-reads', role: 'reader', team: null, person: 'Ann Lee' };
  await token('ann-more', 'Ann Lee', 'reader');
  await expect(tokens.rotate({ name: 'ann-more', days: 1 }, byToken)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});

it('asks another person, whichever tokens and sessions the two come by', async () => {
  await world.release(aShell(), aRemote({ buildId: 'a1' }));
  const next = aRemote({ buildId: 'b2', version: '1.1.0' });
  await world.publish(next);
  await people.add(ann, HOLDER);
  await people.add(bob, HOLDER);
  const { core } = world;
  const change = { secondPersonMinutes: 60 };
  await changeChannel(core.db, 'production', change, { actor: HOLDER, reason: 'r', now: core.now() });
  const annSession = (await signIn('ann')).actor;
  const bobSession = (await signIn('bob')).actor;
  await token('ann-ci', 'ANN LEE');
  await token('bob-ci', 'Bob Ray');
  const held = (name: string) => holderNamed(core.db, name, { now: core.now() });
  const [annToken, bobToken] = [await held('ann-ci'), await held('bob-ci')];
  const keyFolder: Actor = { name: 'release-manager', role: 'release-manager', team: null };
  const builds = [{ name: 'mf-wizard', buildId: next.descriptor.buildId }];
  const page = { channel: 'production', limit: 1 };
  for (const [first, same, other] of [
    [annSession, annToken, bobToken],
    [annToken, annSession, bobSession],
    [bobSession, bobToken, annSession],
  ] as const) {
    const { id } = await plan(core, { ...page, builds, at: null, reason: 'r' }, first);
    for (const actor of [first, same, keyFolder]) {
      expect(await listPlans(core, page, actor)).toMatchObject([{ id, isYoursToConfirm: false }]);
      await expect(confirmPlan(core, 'production', id, actor)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    }
    expect(await listPlans(core, page, other)).toMatchObject([
      { id, person: first.person, isYoursToConfirm: true, state: 'waiting' },
    ]);
    if (first === bobSession) {
      // Its planner is ended before the other person agrees.
      await people.end({ handle: 'bob', reason: 'left' }, HOLDER);
      await expect(confirmPlan(core, 'production', id, other)).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' });
    } else {
      expect(await confirmPlan(core, 'production', id, other)).toMatchObject({ state: 'done' });
      await core.channels.rollBack('production', { remotes: [{ remote: 'mf-wizard' }] }, keyFolder, { reason: 'r' });
      builds[0] = { ...builds[0]!, ...{ evenIfBad: true } };
    }
  }
});

it('names people in the ledger beside their token or handle, and the chain verifies over entries of before', async () => {
  await people.add(ann, HOLDER);
  const { actor } = await signIn('ann');
  await token('ann-ci', 'Ann Lee');
  const byToken = await holderNamed(world.core.db, 'ann-ci', { now: world.clock.now });
  await tokens.rotate({ name: 'ann-ci', days: 1 }, byToken);
  await tokens.end({ name: 'ann-ci', reason: 'r' }, actor);
  const entries = (await ledger()).map(({ entry }) => JSON.parse(entry) as { actor: string; person?: string });
  expect(entries.map(({ actor: name, person }) => [name, person])).toEqual([
    ['key-holder', undefined],
    ['@ann', 'Ann Lee'],
    ['key-holder', undefined],
    ['ann-ci', 'Ann Lee'],
    ['@ann', 'Ann Lee'],
  ]);
  expect(await checkLedger(world.core)).toMatchObject({ ok: true, entries: 5 });
  expect(JSON.stringify(entries)).not.toContain('example.org');
});

it('finds entries by who, what, remote, words and time, in pages', async () => {
  await people.add(ann, HOLDER);
  await signIn('ann');
  await world.release(aShell(), aRemote({ buildId: 'a1' }));
  const start = world.clock.now;
  world.pass(60);
  const odd = String.raw`50%_ "done" \o/ ` + '\u{1F600} Größe';
  await people.change({ handle: 'ann', role: 'reader', reason: odd }, HOLDER);
  const find = async (question: object) =>
    (await searchLedger(world.core.db, { limit: 50, ...question })).map(({ action }) => action);
  expect(await find({ who: 'LEE' })).toEqual(['person-join']);
  expect(await find({ who: '@ann' })).toEqual(['person-join']);
  expect(await find({ who: 'role' })).toEqual([]);
  expect(await find({ what: 'person' })).toEqual(['person-change', 'person-join', 'person-add']);
  expect(await find({ remote: 'mf-wizard' })).toEqual(['promote', 'publish']);
  expect(await find({ remote: 'mf-wiz' })).toEqual([]);
  for (const text of ['50%_', '"DONE"', String.raw`\o/`, 'größe', '\u{1F600}']) {
    expect(await find({ text })).toEqual(['person-change']);
  }
  expect(await find({ text: '50%x' })).toEqual([]);
  expect(await find({ from: new Date(start.getTime() + 1).toISOString() })).toEqual(['person-change']);
  expect((await find({ until: new Date(start.getTime() + 1).toISOString() }))[0]).not.toBe('person-change');
  const all = (await searchLedger(world.core.db, { limit: 50 })).map(({ seq }) => seq);
  const pages: number[] = [];
  for (let before: number | undefined; ;) {
    const page = await searchLedger(world.core.db, { limit: 2, before });
    pages.push(...page.map(({ seq }) => seq));
    before = page.at(-1)?.seq;
    if (page.length < 2) break;
  }
  expect(pages).toEqual(all);
});
