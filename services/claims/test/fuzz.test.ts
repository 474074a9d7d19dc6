/** Random bodies: no call may crash, hang, or answer in another shape than a refusal's. */
import { csrfToken, type ErrorCode } from '@redress/contracts';
import { aRequest, everyCall, fieldsOf } from '@redress/contracts/requests';
import fc from 'fast-check';
import { aDraft, signUp, startTestApp, type TestApp, type TestClient } from '../src/testing/index.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 12);

let test: TestApp;
let token: string;
let draft: string;
let person: { browser: TestClient };
beforeAll(async () => {
  test = await startTestApp({ config: { addressLimitFactor: 1_000_000, maxRequestsInFlight: 10_000 } });
});
afterAll(() => test.stop());
beforeEach(async () => {
  person = await signUp(test);
  token = (await person.browser.call(csrfToken)).body.csrf_token;
  draft = await aDraft(person.browser);
});

const nasty = fc.oneof(
  fc.constantFrom(
    '', '\0', 'a\0b', '\ud800', '\udfff x', '\u202e', "'; drop table claims.account; --", '{{7*7}}', '<script>', '../../etc/passwd',
    '%00', 'null', 'constructor', '__proto__', 'f'.repeat(24), '0'.repeat(24), '1e999', '-0', '2026-02-30', 'x'.repeat(5_000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
); // prettier-ignore
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: nasty },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 31) - 1, 1e308, [], {}, [null], [[]]),
  },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 3, withNullPrototype: false }) },
);

/** JSON of anything: what cannot be written is left out, as a client would. */
const asJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return '{}';
  }
};

const asQuery = (request: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(request).map(([field, value]) => [field, typeof value === 'string' ? value : asJson(value)]),
  );

const ownIds = () => ({ form_session_id: draft, session_id: draft, original_session_id: draft });

/** A valid request in which some fields are replaced by anything, with some unknown ones added. */
const requestFor = (call: (typeof everyCall)[number]) => {
  const fields = [...fieldsOf(call.endpoint), 'unknown_field', '__proto__', 'constructor'];
  return fc
    .dictionary(fc.constantFrom(...fields), anything, { maxKeys: 6 })
    .map((wild) => ({ ...aRequest(call.endpoint, ownIds()), ...wild }) as Record<string, unknown>);
};

it.each(everyCall)('$name answers whatever it is asked', async (call) => {
  const { endpoint } = call;
  await fc.assert(
    fc.asyncProperty(requestFor(call), fc.boolean(), async (request, isSignedIn) => {
      const browser = isSignedIn ? person.browser : test.browser();
      const withToken = endpoint.csrf && isSignedIn ? { ...request, csrf_token: token } : request;
      const response =
        endpoint.method === 'GET'
          ? await browser.send('GET', endpoint.path, { query: asQuery(withToken) })
          : await browser.send('POST', endpoint.path, {
              payload: asJson(withToken),
              headers: { 'content-type': 'application/json' },
            });
      if (String(response.headers['content-type']).startsWith('application/json') && endpoint.kind !== 'blob') {
        expect(typeof response.json().success).toBe('boolean');
      }
      if (response.statusCode >= 500) {
        // A provider that is not there is said so; anything else is a fault of ours.
        const { code } = response.json<{ code: ErrorCode }>();
        expect([call.name, code, endpoint.errors.includes(code as never)]).toEqual([call.name, code, true]);
      }
    }),
    { numRuns: RUNS },
  );
});

it.each([
  ['an empty body', ''],
  ['white space', ' \n'],
  ['a number', '12'],
  ['nothing valid', '{"a":'],
  ['a deep nest', `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`],
  ['a list of objects', '[{}]'],
  ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0x01])],
  ['a byte order mark', '\ufeff{}'],
  ['a repeated key', '{"email":"a@example.org","email":1}'],
])('no POST falls over %s', async (_what, payload) => {
  for (const { name, endpoint } of everyCall.filter((call) => call.endpoint.method === 'POST')) {
    const response = await person.browser.send('POST', endpoint.path, {
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect([name, response.statusCode < 500 || response.json().code === 'PROVIDER_DOWN']).toEqual([name, true]);
  }
});

it.each([
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json\tx',
  '',
])('a body of type %j is refused by every call that reads JSON', async (type) => {
  for (const { name, endpoint } of everyCall.filter(
    (call) => call.endpoint.method === 'POST' && call.endpoint.kind !== 'raw',
  )) {
    const response = await person.browser.send('POST', endpoint.path, {
      payload: '{"a":1}',
      headers: { 'content-type': type },
    });
    expect([name, response.statusCode]).toEqual([name, 400]);
  }
});
