import { createHash } from 'node:crypto';
import { verify, createPublicKey } from 'node:crypto';
import { checkAuth, exportData, groupKeys, login, logout } from '@redress/contracts';
import { cookieNames } from '@redress/contracts/cookies';
import { GroupPass, sessionDigestText, signedPassText } from '@redress/contracts/passes';
import * as z from 'zod/mini';
import { createGroups } from '../../ops/groups.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { signUp, startTestApp, TEST_ORIGIN, type TestApp, type TestClient } from '../../testing/index.ts';

const { groups: cookie, session } = cookieNames(TEST_ORIGIN);
let test: TestApp;
beforeEach(async () => (test = await startTestApp()));
afterEach(() => test.stop());

const desk = () => createGroups(test.claims.platform);
const use = (browser: TestClient) => browser.call(checkAuth);
/** What it takes for a browser's session to be looked at again. */
const later = (minutes = 6) => test.clock.advance({ minutes });
const signIn = ({ email, password }: { email: string; password: string }, browser = test.browser()) =>
  browser.call(login, { email, password }).then(() => browser);

async function readPass(browser: TestClient) {
  const [keyId, payload, signature] = browser.cookies.get(cookie)!.split('.') as [string, string, string];
  const { keys } = (await test.browser().call(groupKeys)).body;
  const x = Buffer.from(keys[keyId]!, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const text = Buffer.from(payload, 'base64url').toString('utf8');
  const isSigned = verify(null, Buffer.from(signedPassText('groups', text)), key, Buffer.from(signature, 'base64url'));
  return { ...z.parse(GroupPass, JSON.parse(text)), isSigned, text };
}

it('gives a browser in no group nothing, with the sign-in and after it', async () => {
  const { browser } = await signUp(test);
  later();
  const { headers } = await use(browser);
  expect(browser.cookies.has(cookie)).toBe(false);
  expect(headers['set-cookie']).toBeUndefined();
});

it('gives a browser whose account is in one a pass: signed, for this session, with nothing of the person in it', async () => {
  const person = await signUp(test);
  await desk().add('beta', person.email, 'asked for it');
  const browser = await signIn(person);
  const pass = await readPass(browser);
  const digest = createHash('sha256')
    .update(sessionDigestText(browser.cookies.get(session)!))
    .digest('hex');
  expect(pass).toMatchObject({ isSigned: true, groups: ['beta'], session: digest.slice(0, 32) });
  expect(pass.until * 1_000 - test.claims.platform.now().getTime()).toBeLessThanOrEqual(12 * 3_600_000);
  expect(Object.keys(JSON.parse(pass.text) as object)).toEqual(['groups', 'session', 'until']);
  const { response } = await use(browser);
  expect(response.statusCode).toBe(200);
});

it('hides it from scripts and other sites', async () => {
  const person = await signUp(test);
  await desk().add('beta', person.email, 'r');
  const { headers } = await test.browser().call(login, { email: person.email, password: person.password });
  const sent = [headers['set-cookie']].flat().find((each) => String(each).startsWith(`${cookie}=`));
  expect(sent).toMatch(/; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
});

it('tells a browser that is signed in within minutes of use: in a group, another one, in none', async () => {
  const person = await signUp(test);
  const { browser } = person;
  await desk().add('beta', person.email, 'r');
  later();
  await use(browser);
  expect((await readPass(browser)).groups).toEqual(['beta']);
  await desk().add('early', person.email, 'r');
  later();
  await use(browser);
  expect((await readPass(browser)).groups).toEqual(['beta', 'early']);
  for (const group of ['beta', 'early']) await desk().remove(group, person.email, 'r');
  later();
  await use(browser);
  expect(browser.cookies.has(cookie)).toBe(false);
});

it('renews the pass while somebody uses the site', async () => {
  const person = await signUp(test);
  await desk().add('beta', person.email, 'r');
  const browser = await signIn(person);
  const { until } = await readPass(browser);
  later(60);
  await use(browser);
  expect((await readPass(browser)).until).toBe(until + 3_600);
});

it('takes it back at sign-out, when the session has ended, and when somebody else signs in', async () => {
  const [member, other] = [await signUp(test), await signUp(test)];
  await desk().add('beta', member.email, 'r');
  const browser = await signIn(member);
  await browser.call(logout);
  expect(browser.cookies.has(cookie)).toBe(false);

  await signIn(member, browser);
  await test.claims.platform.db.deleteFrom('user_session').execute();
  await use(browser);
  expect(browser.cookies.has(cookie)).toBe(false);

  await signIn(member, browser);
  const { text } = await readPass(browser);
  await signIn(other, browser);
  expect(browser.cookies.has(cookie)).toBe(false);
  const again = await signIn(member);
  expect((await readPass(again)).session).not.toBe((JSON.parse(text) as GroupPass).session);
});

it('signs with a key of the secret and names no other: passes of another installation are not known', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((text) => createSecrets(text.repeat(32)).signingKey('groups').keyId);
  expect(one).toBe(same);
  expect(one).not.toBe(other);
  expect(createSecrets('a'.repeat(32)).signingKey('another purpose').keyId).not.toBe(one);
});

it('is part of what a person can take away, and goes with the account', async () => {
  const person = await signUp(test);
  await desk().add('beta', person.email, 'r');
  const { response } = await person.browser.call(exportData);
  expect(response.json()).toMatchObject({ groups: ['beta'] });
  await test.claims.platform.db.deleteFrom('account').execute();
  expect(await desk().list('')).toEqual(['No account is in a group.']);
});

describe('the desk', () => {
  it('shows ids of accounts, and keeps act and reason without an address', async () => {
    const { email } = await signUp(test);
    const said = [...(await desk().add('beta', ` ${email.toUpperCase()} `, 'asked')), ...(await desk().list('beta'))];
    expect(said.join('\n')).not.toContain('@');
    const [, row] = await desk().list('');
    const id = row!.split('\t')[1]!;
    await expect(desk().add('beta', id, 'again')).rejects.toThrow(`${id} is in beta`);
    await desk().remove('beta', id, 'enough');
    await expect(desk().remove('beta', id, 'again')).rejects.toThrow('is not in beta');
    const events = await test.claims.platform.db
      .selectFrom('event')
      .select(['kind', 'actor_kind', 'subject_id', 'details'])
      .where('kind', 'like', 'account.group-%')
      .orderBy('id')
      .execute();
    expect(events).toEqual([
      {
        kind: 'account.group-added',
        actor_kind: 'operator',
        subject_id: id,
        details: { group: 'beta', reason: 'asked' },
      },
      {
        kind: 'account.group-removed',
        actor_kind: 'operator',
        subject_id: id,
        details: { group: 'beta', reason: 'enough' },
      },
    ]);
  });

  it.each([
    ['a group that is none', 'Beta 2', 'small letters'],
    ['an account that is none', 'beta', 'no such account'],
  ])('refuses %s', async (_, group, said) => {
    await expect(desk().add(group, 'nobody@example.org', 'r')).rejects.toThrow(said);
  });

  it('puts an account into twenty groups at most, by two operators at once too, with a reason', async () => {
    const { email } = await signUp(test);
    await expect(desk().add('beta', email, ' ')).rejects.toThrow('--reason');
    for (let index = 0; index < 19; index += 1) await desk().add(`g${index}`, email, 'r');
    const both = await Promise.allSettled([desk().add('x', email, 'r'), desk().add('y', email, 'r')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    later();
  });
});
