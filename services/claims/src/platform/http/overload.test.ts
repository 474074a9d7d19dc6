import { serverTime, checkAuth, createFormSession, csrfToken, deleteAccount } from '@redress/contracts';
import { signUp, startTestApp, type TestApp } from '../../testing/index.ts';
import { MOST_WAITING_FOR_DATABASE } from './server.ts';

let test: TestApp;
afterEach(() => test.stop());

it('refuses early when it serves as many as it can, and answers again afterwards', async () => {
  test = await startTestApp({ config: { maxRequestsInFlight: 4 } });
  const browser = test.browser();
  const answers = await Promise.all(Array.from({ length: 20 }, () => test.browser().call(createFormSession)));
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBe(16);
  expect(refused[0]).toMatchObject({
    refusal: { code: 'OVERLOADED' },
    headers: { 'retry-after': '1', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
  expect((await browser.call(serverTime)).status).toBe(200);
  expect(reasonsLogged()).toEqual(['calls']);
});

/** Why calls were turned away, as the log says. */
const reasonsLogged = (): unknown[] =>
  test.logLines
    .map((line) => JSON.parse(line) as { code?: string; reason?: string })
    .filter(({ code }) => code === 'OVERLOADED')
    .map(({ reason }) => reason);

/**
 * Takes every connection and fills the queue behind them up to the limit of admission. @returns a function that
 * releases them
 */
async function occupyDatabase(): Promise<() => Promise<unknown>> {
  const { pool } = test.database.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waiting = Array.from({ length: MOST_WAITING_FOR_DATABASE }, async () => (await pool.connect()).release());
  return () => {
    for (const client of held) client.release();
    return Promise.all(waiting);
  };
}

it('admits no call while many callers wait for the database', async () => {
  test = await startTestApp();
  const release = await occupyDatabase();
  const { status, refusal } = await test.browser().call(createFormSession);
  await release();
  expect({ status, code: refusal.code }).toEqual({ status: 503, code: 'OVERLOADED' });
  expect(reasonsLogged()).toEqual(['database']);
  expect((await test.browser().call(createFormSession)).status).toBe(200);
});

it('begins nothing more for a browser that left long ago, and keeps nothing of it', async () => {
  test = await startTestApp();
  const { browser, password } = await signUp(test);
  const { csrf_token } = (await browser.call(csrfToken)).body;
  passAtNextStatement(20_000);
  const refused = await browser.call(createFormSession);
  expect(refused).toMatchObject({ status: 503, refusal: { code: 'OVERLOADED' } });
  expect(await test.sql('select id from claims.form_session')).toEqual([]);
  // All of a person goes at once, for which there is more time.
  passAtNextStatement(21_000);
  expect((await browser.call(deleteAccount, { password, confirm: 'DELETE', csrf_token })).status).toBe(200);
  jest.restoreAllMocks();
});

const now = performance.now.bind(performance);
/** Makes a call as late as on a machine that has little time, once it has its first connection. */
function passAtNextStatement(ms: number): void {
  let passedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
  test.database.database.pool.once('acquire', () => void (passedMs = ms));
}

it('refuses a client that asks again at once a few times a second, not thousands of times', async () => {
  test = await startTestApp();
  const release = await occupyDatabase();
  const browser = test.browser();
  const end = Date.now() + 1_200;
  const statuses: number[] = [];
  while (Date.now() < end) statuses.push((await browser.call(createFormSession)).status);
  await release();
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect(statuses.length).toBeLessThanOrEqual(6);
});

it('answers what needs no database while there is none, and says so for the rest', async () => {
  test = await startTestApp();
  const browser = test.browser();
  await browser.call(checkAuth);
  await test.database.database.close();
  expect((await browser.call(serverTime)).status).toBe(200);
  expect(await browser.call(createFormSession)).toMatchObject({ status: 503, refusal: { code: 'OVERLOADED' } });
  const checks = expect.arrayContaining([expect.objectContaining({ name: 'database', ok: false })]);
  expect(await test.claims.ready()).toMatchObject({ ok: false, checks });
});

it.each([
  [
    'https://redress.example',
    /^__Host-redress-visitor=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  ],
  ['http://localhost:3000', /^redress-visitor-3000=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/],
])('hides the cookies of %s from scripts, other sites and other ports', async (siteOrigin, cookie) => {
  test = await startTestApp({ config: { siteOrigin } });
  expect(String((await test.browser().call(checkAuth)).response.headers['set-cookie'])).toMatch(cookie);
});
