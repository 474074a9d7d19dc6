import { serverTime, checkAuth, createFormSession } from '@redress/contracts';
import { startTestApp, type TestApp } from '../../testing/index.ts';

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
});

it('lets nobody in while many callers wait for the database', async () => {
  test = await startTestApp();
  const { pool } = test.database.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waiting = Array.from({ length: 32 }, async () => (await pool.connect()).release());
  expect(await test.browser().call(createFormSession)).toMatchObject({ status: 503, refusal: { code: 'OVERLOADED' } });
  for (const client of held) client.release();
  await Promise.all(waiting);
  expect((await test.browser().call(createFormSession)).status).toBe(200);
});

it('answers what needs no database while there is none, and says so for the rest', async () => {
  test = await startTestApp();
  const browser = test.browser();
  await browser.call(checkAuth);
  await test.database.database.close();
  expect((await browser.call(serverTime)).status).toBe(200);
  const { status, refusal } = await browser.call(createFormSession);
  expect(status).toBeGreaterThanOrEqual(500);
  expect(refusal.success).toBe(false);
  const { ok, checks } = await test.claims.ready();
  expect(ok).toBe(false);
  expect(checks.find(({ name }) => name === 'database')?.ok).toBe(false);
});

describe('cookies', () => {
  it('are of the __Host- kind over https, and hidden from scripts and other sites', async () => {
    test = await startTestApp({ config: { siteOrigin: 'https://redress.example' } });
    const { response } = await test.browser().call(checkAuth);
    expect(String(response.headers['set-cookie'])).toMatch(
      /^__Host-redress-visitor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
    );
  });

  it('carry the port in their name on a machine of one’s own', async () => {
    test = await startTestApp({ config: { siteOrigin: 'http://localhost:3000' } });
    const { response } = await test.browser().call(checkAuth);
    expect(String(response.headers['set-cookie'])).toMatch(
      /^redress-visitor-3000=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
    );
  });
});
