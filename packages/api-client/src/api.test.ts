import {
  checkAuth,
  checkCoupon,
  createFormSession,
  exportData,
  generateSecurePdf,
  logout,
  revokeDevice,
  saveFormData,
} from '@redress/contracts';
import { aUser } from '@redress/contracts/fakes';
import { claimNamed, getStore, personLeft, resetStore, signedIn } from '@redress/session-store';
import { api, call, fromEndpoint, startApi } from './api.ts';
import { installFakeServer, type FakeCalls } from './fakes/index.ts';
import { send } from './send.ts';
import { loadSession, signOut } from './session.ts';

const ID = 'a'.repeat(24);
let server: ReturnType<typeof installFakeServer>;
const serve = (calls: FakeCalls) => server.use(calls);
const sent = (name: string) => server.requests.filter((request) => request.call === name);

Reflect.deleteProperty(AbortSignal, 'any'); // Safari before 17.4 and Firefox before 124 have none.
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  resetStore();
  startApi();
  server = installFakeServer();
});
afterEach(() => {
  server.restore();
  jest.useRealTimers();
});

it('hands over the parsed answer, and a refusal as a value with its code', async () => {
  serve({ checkCoupon: { type: 'fixed', discount: 5, description: 'Five off' } });
  expect(await call(checkCoupon, { code: 'FIVE' })).toEqual({
    data: expect.objectContaining({ discount: 5, type: 'fixed' }),
  });
  serve({ checkCoupon: { refuse: 'COUPON_NOT_ACTIVE', message: 'No' } });
  expect(await call(checkCoupon, { code: 'FIVE' })).toMatchObject({
    error: { code: 'COUPON_NOT_ACTIVE', status: 404, message: 'No' },
  });
});

it('refuses an answer that does not fit the contract', async () => {
  serve({ checkCoupon: { discount: 'five' as never } });
  expect(await call(checkCoupon, { code: 'FIVE' })).toMatchObject({ error: { code: 'BAD_ANSWER' } });
});

it.each([
  ['broken', '{"success":tr', 'BAD_ANSWER'],
  ['empty', '', 'EMPTY_ANSWER'],
  ['a page of somebody in between', '<h1>Log in to this network</h1>', 'BAD_ANSWER'],
])('does not take an answer that is %s for a lost connection', async (_what, body, code) => {
  const real = globalThis.fetch;
  globalThis.fetch = async () => new Response(body, { headers: { 'content-type': 'application/json' } });
  expect(await call(checkCoupon, { code: 'FIVE' })).toMatchObject({ error: { code, status: 200 } });
  globalThis.fetch = real;
});

it('asks again for a read when the network failed, and never sends an effect twice by itself', async () => {
  jest.useFakeTimers();
  let failures = 1;
  serve({ checkAuth: () => (failures-- > 0 ? 'offline' : { isAuthenticated: true }), saveFormData: 'offline' });
  const read = call(checkAuth, undefined);
  await jest.advanceTimersByTimeAsync(900);
  expect(await read).toEqual({ data: { isAuthenticated: true } });
  expect(await call(saveFormData, { form_session_id: ID })).toMatchObject({ error: { code: 'OFFLINE' } });
  expect(sent('saveFormData')).toHaveLength(1);
});

it('asks where a page of a preview is answered, in one', async () => {
  const asked: string[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    asked.push(`${input as string} ${new Headers(init?.headers).get('x-redress-preview')}`);
    return Promise.resolve(Response.json({ success: true }));
  };
  document.documentElement.setAttribute('data-preview', '');
  await call(checkAuth, undefined);
  document.documentElement.removeAttribute('data-preview');
  globalThis.fetch = real;
  expect(asked[0]).toBe('/api/in-preview/checkAuth.php 1');
});

it('gives all that is sent for one act one trace, which says nothing of the person or of the act before', async () => {
  serve({ csrfToken: { csrf_token: 'token' }, revokeDevice: {} });
  const real = globalThis.fetch;
  const given: string[] = [];
  globalThis.fetch = (input, init) => {
    expect(new Headers(init?.headers).get('x-redress-preview')).toBe('0');
    given.push(new Headers(init?.headers).get('traceparent') ?? '');
    return real(input, init);
  };
  await call(revokeDevice, { id: 'others' });
  await call(revokeDevice, { id: 'others' });
  globalThis.fetch = real;
  expect(given).toHaveLength(4);
  for (const header of given) expect(header).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-00$/);
  const traces = given.map((header) => header.split('-')[1]);
  expect(traces).toEqual([traces[0], traces[0], traces[2], traces[2]]);
  expect(new Set(traces).size).toBe(2);
  expect(new Set(given).size).toBe(4);
});

describe('asking again', () => {
  beforeEach(() => jest.useFakeTimers());

  it.each([
    ['a read the server could not answer', checkAuth, 'checkAuth', { refuse: 'INTERNAL' }, 3],
    ['a read that was told when to come back', checkAuth, 'checkAuth', { refuse: 'INTERNAL', retryAfterSeconds: 9 }, 1],
    ['a read that was refused', checkAuth, 'checkAuth', { refuse: 'NOT_FOUND' }, 1],
    ['an effect', logout, 'logout', { refuse: 'INTERNAL' }, 1],
  ] as const)('%s', async (_what, endpoint, name, refusal, times) => {
    serve({ [name]: refusal });
    const asked = call(endpoint, undefined);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(await asked).toMatchObject({ error: { code: refusal.refuse } });
    expect(sent(name)).toHaveLength(times);
  });

  it('ends at once when it is given up', async () => {
    serve({ checkAuth: 'offline' });
    const cancelled = new AbortController();
    const asked = call(checkAuth, undefined, cancelled.signal);
    await jest.advanceTimersByTimeAsync(100);
    cancelled.abort();
    expect(await asked).toEqual({ error: { code: 'OFFLINE', message: '', status: 0 } });
    expect(await call(checkAuth, undefined, cancelled.signal)).toMatchObject({ error: { code: 'OFFLINE' } });
    expect(sent('checkAuth')).toHaveLength(1);
  });
});

describe('a mutation from outside of a component', () => {
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      signOff: build.mutation(fromEndpoint(logout)),
      tryCoupon: build.mutation(fromEndpoint(checkCoupon)),
    }),
  });

  it('gives the parsed answer, or the refusal with its code', async () => {
    serve({ checkCoupon: { type: 'fixed', discount: 5, description: 'Five off' } });
    expect(await send(endpoints.tryCoupon, { code: 'five' })).toEqual({
      data: expect.objectContaining({ discount: 5 }),
    });
    serve({ checkCoupon: { refuse: 'COUPON_NOT_ACTIVE' } });
    expect(await send(endpoints.tryCoupon, { code: 'five' })).toMatchObject({ error: { code: 'COUPON_NOT_ACTIVE' } });
  });

  it('is given up as OFFLINE', async () => {
    serve({ logout: () => new Promise(() => undefined) });
    const cancelled = new AbortController();
    const sending = send(endpoints.signOff, undefined, cancelled.signal);
    cancelled.abort();
    expect(await sending).toEqual({ error: { code: 'OFFLINE', message: '', status: 0 } });
  });

  it('has no answer in a document that another account has taken over', async () => {
    getStore().dispatch(personLeft());
    expect(await send(endpoints.tryCoupon, { code: 'five' })).toMatchObject({ error: { code: 'OFFLINE' } });
    expect(sent('checkCoupon')).toHaveLength(0);
  });
});

it('adds a CSRF token, a fresh one for each use, and tries once more with a new one when it was refused', async () => {
  let tokens = 0;
  let refusals = 1;
  serve({
    csrfToken: () => ({ csrf_token: `token-${++tokens}` }),
    revokeDevice: () => (refusals-- > 0 ? { refuse: 'CSRF_TOKEN_WRONG' } : { ended: 1 }),
  });
  expect(await call(revokeDevice, { id: 'others' })).toEqual({ data: { ended: 1 } });
  expect(sent('revokeDevice').map(({ request }) => request['csrf_token'])).toEqual(['token-1', 'token-2']);
});

it('gives a file with its type, and the refusal when there is none', async () => {
  const result = await call(generateSecurePdf, { demand_id: ID, action: 'view' });
  expect('data' in result && result.data.blob.type).toBe('application/pdf');
  serve({ generateSecurePdf: { refuse: 'PDF_FAILED' } });
  expect(await call(generateSecurePdf, { demand_id: ID, action: 'view' })).toMatchObject({
    error: { code: 'PDF_FAILED' },
  });
});

it('gives a file that is JSON itself, as a person’s data are', async () => {
  serve({ exportData: new Blob(['{"claims":[]}'], { type: 'application/json' }) });
  const result = await call(exportData, undefined);
  expect('data' in result && result.data.blob.type).toBe('application/json');
});

it('updates the store when the session has ended on the server', async () => {
  serve({ checkAuth: { isAuthenticated: true } });
  await loadSession();
  expect(getStore().getState().session.status).toBe('authenticated');
  serve({ getSettings: { refuse: 'NOT_SIGNED_IN' }, revokeDevice: { refuse: 'NOT_SIGNED_IN' } });
  await call(revokeDevice, { id: 'others' });
  expect(getStore().getState().session).toMatchObject({ status: 'anonymous', ended: true });
});

const person = (letter: string) => ({
  user_data: aUser({ user_id: letter.repeat(24), display_name: letter, email: `${letter}@example.com` }),
});

it('names in each call the account the page belongs to, also after its session has ended', async () => {
  await call(checkCoupon, { code: 'FIVE' });
  serve({ checkAuth: { isAuthenticated: true }, viewUserData: person('a') });
  await loadSession();
  await call(checkCoupon, { code: 'FIVE' });
  serve({ revokeDevice: { refuse: 'NOT_SIGNED_IN' } });
  await call(revokeDevice, { id: 'others' });
  await call(checkCoupon, { code: 'FIVE' });
  expect(sent('checkCoupon').map(({ account }) => account)).toEqual([null, ID, ID]);
});

it('leaves the page when another account has signed in: nothing of the tab is kept, and nothing is sent', async () => {
  serve({ checkAuth: { isAuthenticated: true }, viewUserData: person('a') });
  await loadSession();
  getStore().dispatch(claimNamed(ID));
  localStorage.setItem('redress.personal.unsaved.x', JSON.stringify({ owner: ID }));
  let answer: (value: object) => void = () => undefined;
  serve({ createFormSession: () => new Promise((resolve) => (answer = resolve)) });
  const onItsWay = call(createFormSession, undefined);
  serve({ viewUserData: person('b') });
  await loadSession();
  answer({ form_session_id: ID, revision: 0 });
  expect(getStore().getState().session.status).toBe('leaving');
  expect(await onItsWay).toMatchObject({ error: { code: 'OFFLINE' } });
  expect(await call(saveFormData, { form_session_id: ID })).toMatchObject({ error: { code: 'OFFLINE' } });
  expect(sent('saveFormData')).toHaveLength(0);
  expect({ ...sessionStorage }).toEqual({});
  // Whose page it is stays until the other account's page says whose it is.
  expect(Object.keys(localStorage).sort()).toEqual(['redress.personal.account', 'redress.personal.unsaved.x']);
});

it('shows a visitor nothing of the account whose session ended before this document', async () => {
  sessionStorage.setItem('redress.personal.owner', ID);
  sessionStorage.setItem('updated_demand_letter', 'Dear Sir');
  resetStore();
  startApi();
  serve({ checkAuth: { isAuthenticated: false } });
  await loadSession();
  expect({ ...sessionStorage }).toEqual({});
  expect(getStore().getState().claim.updatedLetter).toBeNull();
  expect(getStore().getState().session).toEqual({ status: 'anonymous', ended: true });
});

it('keeps nothing of one person for the next after signing out', async () => {
  const coupons = api.injectEndpoints({ endpoints: (build) => ({ coupon: build.query(fromEndpoint(checkCoupon)) }) });
  getStore().dispatch(signedIn(aUser()));
  await getStore().dispatch(coupons.endpoints.coupon.initiate({ code: 'FIVE' }));
  expect(coupons.endpoints.coupon.select({ code: 'FIVE' })(getStore().getState() as never).data).toBeDefined();
  await signOut();
  expect(coupons.endpoints.coupon.select({ code: 'FIVE' })(getStore().getState() as never).data).toBeUndefined();
  expect(getStore().getState().session.status).toBe('anonymous');
});
