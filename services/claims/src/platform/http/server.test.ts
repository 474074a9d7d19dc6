import {
  ACCOUNT_HEADER,
  PREVIEW_HEADER,
  categories,
  checkAuth,
  createFormSession,
  endpoints,
  getUserId,
  login,
  saveFormData,
  type Endpoint,
} from '@redress/contracts';
import { cookieNames } from '@redress/contracts/cookies';
import { Readable } from 'node:stream';
import { signUp, useTestApp } from '../../testing/index.ts';

const test = useTestApp();

it('answers a call without a handler with a JSON refusal that carries an error id', async () => {
  const response = await test.browser().send('GET', '/api/no/such/call');
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
  expect(response.json().errorId).toMatch(/^[0-9a-f]{24}$/);
});

it('describes its calls in OpenAPI, without those between its own parts', async () => {
  const response = await test.browser().send('GET', '/api/openapi.json');
  expect(response.json().paths).toHaveProperty([endpoints.login.path]);
  expect(response.json().paths).not.toHaveProperty([endpoints.carrierWebhook.path]);
});

it.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a sibling origin', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:4000' }],
  ['a page that says nothing', { 'sec-fetch-site': null, origin: null }],
  ['an origin that is not ours', { 'sec-fetch-site': null, origin: 'http://localhost:3001' }],
  ['a referer that is not ours', { 'sec-fetch-site': null, origin: null, referer: 'http://evil.example/a' }],
  ['the address bar', { 'sec-fetch-site': 'none', origin: null }],
])('refuses an effect asked for by %s', async (_from, headers) => {
  const { path } = endpoints.clearSessionForm;
  const response = await test.browser().send('POST', path, { json: {}, headers });
  expect(response.json()).toMatchObject({ success: false, code: 'CROSS_SITE' });
});

it('takes an effect from a page of ours that only names its referer', async () => {
  const headers = { 'sec-fetch-site': null, origin: null, referer: `${test.browser().origin}/settings` };
  const response = await test.browser().send('POST', endpoints.clearSessionForm.path, { json: {}, headers });
  expect(response.json().code).not.toBe('CROSS_SITE');
});

it.each([
  ['is a list', '[]'],
  ['is a text', '"x"'],
  ['is nothing but null', 'null'],
  ['is half an object', '{"a":'],
  ['a form of another site could send', '{"parent_id":"other"}', 'text/plain'],
])('refuses a body that %s', async (_what, payload, type = 'application/json') => {
  const sent = { payload, headers: { 'content-type': type } };
  const response = await test.browser().send('POST', endpoints.subcategories.path, sent);
  expect(response.json()).toMatchObject({ code: 'BAD_REQUEST' });
});

it('takes a browser that goes away in the middle of its request for no failure of the database', async () => {
  const left = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  const payload = new Readable({ read: () => void payload.destroy(left) });
  const headers = { 'content-type': 'application/json' };
  const response = await test.app.inject({ method: 'POST', url: endpoints.login.path, payload, headers });
  expect(response.json()).toMatchObject({ code: 'BAD_REQUEST' });
});

it('refuses a body larger than the contract allows', async () => {
  const json = { parent_id: 'x'.repeat(70_000) };
  const response = await test.browser().send('POST', endpoints.subcategories.path, { json });
  expect(response.statusCode).toBe(413);
  expect(response.json()).toMatchObject({ code: 'TOO_LARGE' });
});

it('gives every answer the id of its request', async () => {
  const response = await test.browser().send('GET', '/api/x', { headers: { 'x-request-id': 'abcdef-123456' } });
  expect(response.headers['x-request-id']).toBe('abcdef-123456');
});

it('says whether the database, the files and the mail server answer', async () => {
  const { ok, checks } = await test.claims.ready();
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['database', 'files', 'mail']));
  expect(ok).toBe(true);
});

it('says within the time of a prober what does not answer, however many parts hang', async () => {
  const hangs = () => new Promise<never>(() => {});
  const { blobs, jobs } = test.claims.platform;
  const { pool } = test.database.database;
  const spies = [jest.spyOn(blobs, 'check'), jest.spyOn(jobs, 'counts'), jest.spyOn(pool, 'query')];
  for (const spy of spies) spy.mockImplementation(hangs as () => never);
  const began = performance.now();
  const { ok, checks } = await test.claims.ready();
  jest.restoreAllMocks();
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(ok).toBe(false);
  expect(checks).toContainEqual({ name: 'database', ok: false, note: 'no answer in time' });
  expect(checks).toContainEqual({ name: 'mail', ok: true });
});

it('takes nothing for one account from a page that belongs to another', async () => {
  const ann = await signUp(test);
  const ben = await signUp(test);
  const annId = (await ann.browser.call(getUserId)).body.user_id;
  const fromPageOfAnn = { headers: { [ACCOUNT_HEADER]: annId } };
  expect((await ann.browser.call(createFormSession, undefined, fromPageOfAnn)).status).toBe(200);

  const made = await ben.browser.call(createFormSession, undefined, fromPageOfAnn);
  expect(made).toMatchObject({ status: 401, refusal: { code: 'NOT_SIGNED_IN' } });
  const { form_session_id } = (await ben.browser.call(createFormSession)).body;
  const saved = await ben.browser.call(saveFormData, { form_session_id, firstname: 'Ann' }, fromPageOfAnn);
  expect(saved.refusal.code).toBe('NOT_SIGNED_IN');

  // Her session has ended: what she types must not become a draft of this browser's visitor either.
  const visitor = test.browser();
  expect((await visitor.call(createFormSession, undefined, fromPageOfAnn)).refusal.code).toBe('NOT_SIGNED_IN');
});

it('knows no session of a claimant while the browser sees a preview, and signs only its own people in there', async () => {
  const ann = await signUp(test);
  const { preview } = cookieNames(ann.browser.origin);
  ann.browser.cookies.set(preview, 's'.repeat(32));
  expect((await ann.browser.call(checkAuth)).body).toMatchObject({ isAuthenticated: false });
  expect((await ann.browser.call(getUserId)).refusal.code).toBe('NOT_SIGNED_IN');
  const credentials = { email: ann.email, password: ann.password };
  expect((await ann.browser.call(login, credentials)).refusal.code).toBe('FORBIDDEN');

  const inPreview = test.browser();
  inPreview.cookies.set(preview, 's'.repeat(32));
  const sample = await signUp(test, { browser: inPreview });
  expect((await sample.browser.call(checkAuth)).body).toMatchObject({ isAuthenticated: true });
  // Without the preview its session is none, and it signs in nowhere.
  sample.browser.cookies.delete(preview);
  expect((await sample.browser.call(checkAuth)).body).toMatchObject({ isAuthenticated: false });
  const own = { email: sample.email, password: sample.password };
  expect((await sample.browser.call(login, own)).refusal.code).toBe('FORBIDDEN');

  ann.browser.cookies.delete(preview);
  expect((await ann.browser.call(checkAuth)).body).toMatchObject({ isAuthenticated: true });
});

it('lets no other origin read an answer', async () => {
  const { headers } = await test.browser().call(checkAuth, undefined, { headers: { origin: 'https://other.example' } });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

it('keeps apart what a page typed outside of a preview and in one, whichever the browser shows by then', async () => {
  const browser = test.browser();
  const { preview } = cookieNames(browser.origin);
  const from = (isPreview: boolean) => ({ headers: { [PREVIEW_HEADER]: isPreview ? '1' : '0' } });
  const { form_session_id } = (await browser.call(createFormSession, undefined, from(false))).body;
  const save = { form_session_id, firstname: 'Ann' };
  browser.cookies.set(preview, 's'.repeat(32));
  // Not NOT_FOUND: the page would put the words of the visitor into a draft of the preview.
  for (const call of [
    browser.call(saveFormData, save, from(false)),
    browser.call(createFormSession, undefined, from(false)),
    browser.call(checkAuth, undefined, from(false)),
  ])
    expect((await call).refusal.code).toBe('PREVIEW_MISMATCH');
  expect((await browser.call(createFormSession, undefined, from(true))).status).toBe(200);
  browser.cookies.delete(preview);
  expect((await browser.call(createFormSession, undefined, from(true))).refusal.code).toBe('PREVIEW_MISMATCH');
  expect((await browser.call(saveFormData, save, from(false))).status).toBe(200);
});

it('answers who is signed in, and what does not depend on it, to the page of any account', async () => {
  const fromPageOfAnn = { headers: { [ACCOUNT_HEADER]: 'a'.repeat(24) } };
  const { browser } = await signUp(test);
  expect((await browser.call(checkAuth, undefined, fromPageOfAnn)).body).toMatchObject({ isAuthenticated: true });
  expect((await browser.call(categories, undefined, fromPageOfAnn)).status).toBe(200);
});

it.each(
  Object.values(endpoints as Record<string, Endpoint>).filter(
    ({ kind, method }) => method === 'GET' && (kind === 'blob' || kind === 'redirect'),
  ),
)('shows a page, never JSON, to a person who opens $path without a session', async ({ path, access }) => {
  const response = await test.browser().send('GET', path, { headers: { accept: 'text/html,*/*;q=0.8' } });
  if (response.statusCode === 303 && access === 'user')
    expect(response.headers.location).toMatch(/^\/login\?return=%2F/);
  else if (response.statusCode !== 303) expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
});
