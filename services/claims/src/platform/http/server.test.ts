import { endpoints } from '@redress/contracts';
import { startTestApp, type TestApp } from '../../testing/index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

it('answers a call nobody serves with a JSON refusal that carries an error id', async () => {
  const response = await test.browser().send('GET', '/api/no/such/call');
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
  expect(response.json().errorId).toMatch(/^[0-9a-f]{24}$/);
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
  ['a list', '[]'],
  ['a text', '"x"'],
  ['nothing but null', 'null'],
  ['half an object', '{"a":'],
])('refuses a body that is %s', async (_what, payload) => {
  const response = await test.browser().send('POST', endpoints.subcategories.path, {
    payload,
    headers: { 'content-type': 'application/json' },
  });
  expect(response.json()).toMatchObject({ code: 'BAD_REQUEST' });
});

it('refuses a body that a form of another site could send', async () => {
  const response = await test.browser().send('POST', endpoints.subcategories.path, {
    payload: '{"parent_id":"other"}',
    headers: { 'content-type': 'text/plain' },
  });
  expect(response.json()).toMatchObject({ code: 'BAD_REQUEST' });
});

it('refuses a body larger than the contract allows', async () => {
  const response = await test.browser().send('POST', endpoints.subcategories.path, {
    json: { parent_id: 'x'.repeat(70_000) },
  });
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
