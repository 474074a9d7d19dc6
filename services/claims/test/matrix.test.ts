/** Every call of the contract, sent by every caller who must not get an answer. */
import { ERRORS, csrfToken, isEffect, type Refusal } from '@redress/contracts';
import { aRequest, callsById, everyCall, type NamedEndpoint } from '@redress/contracts/requests';
import type { LightMyRequestResponse } from 'fastify';
import { raiseAlert } from '../src/shared/alerts.ts';
import { aDraft, signUp, startTestApp, type TestApp, type TestClient } from '../src/testing/index.ts';

let test: TestApp;
let owner: TestClient;
let stranger: TestClient;
let ids: Record<string, string>;

const UNKNOWN = 'e'.repeat(24);

/** Two persons, and what the first one has. */
async function begin(): Promise<void> {
  owner = (await signUp(test)).browser;
  stranger = (await signUp(test)).browser;
  const draft = await aDraft(owner);
  const paid = await aDraft(owner);
  const { pool } = test.database.database;
  await pool.query('update claims.form_session set paid_at = now(), completed_at = now() where id = $1', [paid]);
  const { rows } = await pool.query<{ user_id: string }>('select user_id from claims.form_session where id = $1', [
    paid,
  ]);
  const { platform } = test.claims;
  await platform.db
    .transaction()
    .execute((trx) =>
      raiseAlert(trx, platform, { userId: rows[0]!.user_id, title: 't', message: 'm', link: null, dedupeKey: 'k' }),
    );
  const alert = await pool.query<{ id: string }>('select id from claims.alert where account_id = $1', [
    rows[0]!.user_id,
  ]);
  const device = await pool.query<{ id: string }>('select id from claims.user_session where user_id = $1', [
    rows[0]!.user_id,
  ]);
  ids = {
    form_session_id: draft,
    session_id: draft,
    original_session_id: paid,
    alert_id: alert.rows[0]!.id,
    id: device.rows[0]!.id,
  };
}
beforeAll(async () => void (test = await startTestApp()));
afterAll(() => test.stop());

async function ask(
  browser: TestClient,
  { endpoint }: NamedEndpoint,
  request: Record<string, unknown>,
  headers: Record<string, string | null> = {},
): Promise<LightMyRequestResponse> {
  const body = endpoint.method === 'GET' ? { query: request } : { json: request };
  return browser.send(endpoint.method, endpoint.path, { ...body, headers });
}
const refusalOf = (response: LightMyRequestResponse) => response.json<Refusal>();
const withoutId = ({ errorId: _errorId, ...refusal }: Refusal) => refusal;

const forUsers = everyCall.filter(({ endpoint }) => endpoint.access === 'user');
const effects = everyCall.filter(({ endpoint }) => isEffect(endpoint));
const withToken = everyCall.filter(({ endpoint }) => endpoint.csrf);

describe('who must not get an answer', () => {
  beforeAll(begin);

  it('has a handler for every call', async () => {
    for (const call of everyCall) {
      const response = await ask(test.browser(), call, aRequest(call.endpoint));
      expect([call.name, response.statusCode === 501]).toEqual([call.name, false]);
    }
  });

  it.each(forUsers)('$name answers nobody who is not signed in', async (call) => {
    const response = await ask(test.browser(), call, aRequest(call.endpoint, ids));
    expect([response.statusCode, refusalOf(response).code]).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it.each(forUsers)('$name answers no cookie that is made up, ended, or of another kind', async (call) => {
    const [sessionName, token] = [...owner.cookies].find(([name]) => name.includes('session'))!;
    const visitorToken = [...owner.cookies].find(([name]) => name.includes('visitor'))![1];
    for (const value of ['x'.repeat(43), token.slice(1), visitorToken, `${token}=`, "' or 1=1 --"]) {
      const otherClient = test.browser();
      otherClient.cookies.set(sessionName, value);
      const response = await ask(otherClient, call, aRequest(call.endpoint, ids));
      expect(refusalOf(response).code).toBe('NOT_SIGNED_IN');
    }
  });

  it.each(effects)('$name does nothing for another site', async (call) => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const response = await ask(owner, call, aRequest(call.endpoint, ids), headers);
    expect([response.statusCode, refusalOf(response).code]).toEqual([403, 'CROSS_SITE']);
  });

  it.each(withToken)('$name does nothing without a token of this session', async (call) => {
    const foreign = (await stranger.call(csrfToken)).body.csrf_token;
    for (const csrf_token of [undefined, '', 'made-up', 'a.b', foreign, { toString: 'x' }]) {
      const response = await ask(owner, call, { ...aRequest(call.endpoint, ids), csrf_token });
      expect([response.statusCode, refusalOf(response).code]).toEqual([403, 'CSRF_TOKEN_WRONG']);
    }
  });

  it.each(callsById)('$name answers a stranger about a real id as about one that does not exist', async (call) => {
    for (const browser of [stranger, test.browser()]) {
      const token =
        call.endpoint.csrf && browser === stranger
          ? { csrf_token: (await browser.call(csrfToken)).body.csrf_token }
          : {};
      const unknown = Object.fromEntries(Object.keys(ids).map((field) => [field, UNKNOWN]));
      const real = await ask(browser, call, { ...aRequest(call.endpoint, ids), ...token });
      const made = await ask(browser, call, { ...aRequest(call.endpoint, unknown), ...token });
      expect(real.statusCode).toBe(made.statusCode);
      expect(withoutId(refusalOf(real))).toEqual(withoutId(refusalOf(made)));
      if (call.name !== 'checkAccess') expect(real.statusCode).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('everybody', () => {
  // The calls sign the owner out and delete the account.
  beforeAll(begin);

  it.each(everyCall)('$name refuses only with the codes its contract names', async (call) => {
    const anywhere = [
      'BAD_REQUEST',
      'VALIDATION_FAILED',
      'NOT_SIGNED_IN',
      'CSRF_TOKEN_WRONG',
      'CROSS_SITE',
      'TOO_LARGE',
      'RATE_LIMITED',
      'OVERLOADED',
    ];
    for (const browser of [test.browser(), stranger, owner]) {
      const response = await ask(browser, call, aRequest(call.endpoint, call.endpoint.effect ? {} : ids));
      if (response.statusCode < 400) continue;
      // People come here from their mail: what is refused is a page, with nothing in it that was sent.
      if (String(response.headers['content-type']).startsWith('text/html')) {
        expect(call.endpoint.path).toBe('/api/reminders/stop');
        continue;
      }
      const refusal = refusalOf(response);
      expect([...anywhere, ...call.endpoint.errors]).toContain(refusal.code);
      expect(response.statusCode).toBe(ERRORS[refusal.code].status);
      expect(refusal.message).not.toMatch(/\{|errors\.|undefined/);
    }
  });
});
