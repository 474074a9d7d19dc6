import { checkAuth, logout, saveFormData } from '@redress/contracts';
import { aDraft, signUp, startTestApp, type TestApp, type TestClient } from '../testing/index.ts';
import { createIncident, readWindow } from './incident.ts';

let test: TestApp;
beforeEach(async () => (test = await startTestApp()));
afterEach(() => test.stop());

const incident = () => createIncident(test.claims.platform);
const isSignedIn = async (browser: TestClient) => (await browser.call(checkAuth)).body.isAuthenticated;
const accountOf = async (email: string) =>
  (
    await test.claims.platform.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id;
const events = () =>
  test.claims.platform.db
    .selectFrom('event')
    .select(['kind', 'actor_kind', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .execute();

/** An hour in which `work` happens, with an hour before and after it. */
async function during(work: () => Promise<unknown>) {
  test.clock.advance({ minutes: 60 });
  const from = test.claims.platform.now();
  test.clock.advance({ minutes: 1 });
  await work();
  test.clock.advance({ minutes: 59 });
  const to = test.claims.platform.now();
  test.clock.advance({ minutes: 60 });
  return { from, to };
}

it('signs out everybody, or one person, with the reason on record', async () => {
  const [one, two, three] = [await signUp(test), await signUp(test), await signUp(test)];
  await expect(incident().endSessions('all', ' ')).rejects.toThrow('--reason');
  await expect(incident().endSessions('everybody', 'a leak')).rejects.toThrow('end-sessions all');
  await incident().endSessions(await accountOf(one.email), 'asked for it');
  expect(await Promise.all([one, two, three].map(({ browser }) => isSignedIn(browser)))).toEqual([false, true, true]);
  expect((await incident().endSessions('all', 'a leaked key')).join()).toContain('2 sessions');
  expect(await Promise.all([two, three].map(({ browser }) => isSignedIn(browser)))).toEqual([false, false]);
  expect(await events()).toEqual([
    { kind: 'sessions.ended', actor_kind: 'operator', details: { reason: 'a leaked key', count: 2 } },
  ]);
});

it('ends codes under way with all sessions', async () => {
  await signUp(test);
  const { pool } = test.database.database;
  await pool.query(`insert into claims.pending_link values (repeat('a', 64), '', now())`);
  await incident().endSessions('all', 'a leaked key');
  for (const table of ['code', 'oidc_attempt', 'pending_link'])
    expect((await pool.query(`select 1 from claims.${table}`)).rowCount).toBe(0);
});

it('knows who was signed in or wrote between two times, and names ids only', async () => {
  const gone = await signUp(test);
  await gone.browser.call(logout);
  const stays = await signUp(test);
  const writes = await signUp(test);
  const window = await during(async () => {
    const draft = await aDraft(writes.browser);
    await writes.browser.call(saveFormData, { form_session_id: draft, firstname: 'Zoë' });
    await aDraft(test.browser());
  });
  const late = await signUp(test);
  await isSignedIn(stays.browser);
  const shown = (await incident().affected(window)).join('\n');
  expect(shown).toMatch(new RegExp(`${await accountOf(stays.email)}\tyes\t0`));
  expect(shown).toMatch(new RegExp(`${await accountOf(writes.email)}\tyes\t[1-9]`));
  expect(shown).not.toContain(await accountOf(gone.email));
  expect(shown).not.toContain(await accountOf(late.email));
  expect(shown).not.toContain('@');
  expect(shown).toContain('2 accounts; 1 drafts of visitors');
});

it('names each of many accounts once', async () => {
  const window = await during(() => signUp(test));
  await test.sql(
    `with many as (
       insert into claims.account select c.* from (select * from claims.account limit 1) a cross join generate_series(1, 1100) n
         cross join lateral jsonb_populate_record(null::claims.account,
           to_jsonb(a) || jsonb_build_object('id', left(md5(n::text), 24), 'email', n || '@example.org')) c
       returning id)
     insert into claims.user_session select s.* from many cross join (select * from claims.user_session limit 1) one
       cross join lateral jsonb_populate_record(null::claims.user_session, to_jsonb(one) || jsonb_build_object(
         'id', left(md5('s' || many.id), 24), 'user_id', many.id, 'token_hash', md5('a' || many.id) || md5('b' || many.id))) s`,
  );
  const lines = await incident().affected(window);
  expect(lines.at(-1)).toContain('1101 accounts');
  expect(new Set(lines).size).toBe(1103);
});

it('counts somebody who signed out only after the window began', async () => {
  const person = await signUp(test);
  const window = await during(() => person.browser.call(logout));
  expect((await incident().affected(window)).join('\n')).toContain(await accountOf(person.email));
});

it('shows addresses for a reason that is kept', async () => {
  const person = await signUp(test);
  const window = await during(() => isSignedIn(person.browser));
  await expect(incident().addresses(window, '')).rejects.toThrow('--reason');
  expect(await incident().addresses(window, 'to tell them')).toEqual([person.email]);
  expect(await events()).toMatchObject([{ kind: 'addresses.shown', details: { reason: 'to tell them', count: 1 } }]);
});

it.each([
  [undefined, undefined],
  ['yesterday', '2026-11-22T08:00Z'],
  ['2026-11-22T09:00Z', '2026-11-22T08:00Z'],
])('takes no window from %s to %s', (from, to) => {
  expect(() => readWindow(from, to)).toThrow('--from');
});
