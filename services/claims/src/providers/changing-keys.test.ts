import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestOidc } from '../testing/test-oidc.ts';
import { createLobCarrier } from './lob/lob-carrier.ts';
import { createOpenIdProvider } from './oidc/openid-provider.ts';
import { createGooglePlaces } from './places/google-places.ts';
import { createStripePayments } from './stripe/payments.ts';

let server: Server;
let asked: { url: string; headers: IncomingHttpHeaders }[];
let baseUrl: string;
/** What every client is given; it changes between two calls. */
let key: string;
const now = () => key;

beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data: [], status: 'ZERO_RESULTS' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  asked = [];
  key = 'sk_test_1';
});

const stripe = () => createStripePayments({ secretKey: now, publishableKey: now, webhookSecret: now, baseUrl });
const lob = () => createLobCarrier({ name: 'lob', apiKey: now, webhookSecret: now, baseUrl });
const basic = (user: string) => `Basic ${Buffer.from(`${user}:`).toString('base64')}`;

it('asks each provider with the key of now', async () => {
  const [payments, post, places] = [stripe(), lob(), createGooglePlaces({ baseUrl, key: now })];
  for (const next of ['sk_test_1', 'sk_test_2']) {
    key = next;
    await payments.check();
    await post.check();
    await places.suggest('1 Elm', 'token');
  }
  expect(
    asked.map(({ url, headers }) => headers.authorization ?? new URL(url, baseUrl).searchParams.get('key')),
  ).toEqual(['1', '2'].flatMap((n) => [`Bearer sk_test_${n}`, basic(`sk_test_${n}`), `sk_test_${n}`]));
  expect(payments.publishableKey).toBe('sk_test_2');
});

it.each(['stripe', 'lob'])(
  'takes webhooks of %s signed with either secret while both are there, then of one alone',
  (name) => {
    const at = new Date('2026-04-01T00:00:00Z');
    const body = JSON.stringify({
      ...{ id: 'evt_1', object: 'event', type: 'charge.updated', created: 1, livemode: false, data: { object: {} } },
      ...{ event_type: { id: 'letter.viewed' }, reference_id: 'ltr_1' },
    });
    const signedBy = (secret: string) => (text: string) => createHmac('sha256', secret).update(text).digest('hex');
    const read = (secret: string) => {
      const sign = signedBy(secret);
      const seconds = at.getTime() / 1000;
      if (name === 'stripe') {
        return stripe().readEvent(Buffer.from(body), `t=${seconds},v1=${sign(`${seconds}.${body}`)}`, at);
      }
      const timestamp = String(at.getTime());
      const headers = { 'lob-signature-timestamp': timestamp, 'lob-signature': sign(`${timestamp}.${body}`) };
      return lob().readWebhook(Buffer.from(body), headers, at);
    };
    key = 'whsec_1';
    expect(read('whsec_1').id).toBe('evt_1');
    key = 'whsec_2\nwhsec_1\n';
    expect([read('whsec_1').id, read('whsec_2').id]).toEqual(['evt_1', 'evt_1']);
    expect(() => read('whsec_2\nwhsec_1')).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
    key = 'whsec_2';
    expect(() => read('whsec_1')).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
    expect(read('whsec_2').id).toBe('evt_1');
  },
);

it('signs people in with the secret of now, also when it was changed on their way', async () => {
  const oidc = await startTestOidc();
  const back = 'http://localhost/api/google/callback';
  const provider = createOpenIdProvider(
    { issuer: oidc.issuer, clientId: 'redress', clientSecret: now },
    () => new Date('2026-04-01T00:00:00Z'),
  );
  const person = { sub: 'ada', email: 'ada@example.org', email_verified: true };
  const { url, secrets } = await provider.begin(back);
  oidc.takeSecret('second');
  key = 'second';
  const found = await provider.finish(new URL(oidc.approve(url, person), back), secrets);
  expect(found.subject).toBe('ada');
  await oidc.stop();
});
