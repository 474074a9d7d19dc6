import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStripePayments } from './payments.ts';

let server: Server;
let livemode: boolean;
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ id: 'pi_1', object: 'payment_intent', livemode, status: 'succeeded', amount: 1, metadata: {} }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const read = (secretKey: string) =>
  createStripePayments({
    secretKey,
    publishableKey: 'pk',
    webhookSecret: 'whsec_x',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }).readIntent('pi_1');

it.each([
  ['sk_live_x', true],
  ['rk_live_x', true],
  ['sk_test_x', false],
])('takes with %s only intents of its own mode', async (key, isLive) => {
  livemode = isLive;
  await expect(read(key)).resolves.toMatchObject({ id: 'pi_1' });
  livemode = !isLive;
  await expect(read(key)).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH', details: { reason: 'livemode' } });
});
