import {
  createPaymentIntent,
  finalizePayment,
  generateDemandLetter,
  orderStatus,
  saveDemandLetter,
} from '@redress/contracts';
import Stripe from 'stripe';
import { aClaim, aDraft, aSignature, PASSWORD, type TestClient } from '../src/testing/index.ts';
import { startClaimsProcess, type ClaimsProcess } from '../src/testing/claims-process.ts';
import { register, verifyEmail } from '@redress/contracts';

/** Each step is killed while the outside world is doing its part of it, and heals by itself within a minute. */
jest.setTimeout(240_000);

/** Most of its two minutes is waiting for a lease to run out: for `npm run verify`. */
const drill = process.env['VERIFY'] === '1' ? describe : describe.skip;

let world: ClaimsProcess;
let stripe: Stripe;
let browser: TestClient;
let formSessionId: string;
const email = 'kill@example.org';

const control = async (path: string, body?: unknown) => {
  const response = await fetch(`${world.sandbox.world().addresses.control}${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return (await response.json()) as never;
};
/** The next such call is worked on for two seconds; `during` runs when it has come in. */
async function killDuring(service: 'stripe' | 'lob', match: string, cause: () => Promise<unknown>): Promise<void> {
  await control('/faults', { service, kind: 'slow', match, times: 1, delayMs: 2_000 });
  const asked = cause().catch(() => null);
  await world.until(`${match} to come in`, async () => {
    const { faults } = (await control('/state')) as { faults: unknown[] };
    return faults.length === 0;
  });
  await world.kill();
  await asked;
  await world.start();
}
const askForIntent = () =>
  browser.call(createPaymentIntent, {
    form_session_id: formSessionId,
    email,
    package_id: 'demand-letter',
    state_code: 'TX',
    cardholder_name: 'Z',
    billing_country: 'US',
    terms_version: '1',
  });
const status = async () => (await browser.call(orderStatus, { form_session_id: formSessionId })).body.order;
const intents = async () => (await stripe.paymentIntents.list({ limit: 50 })).data;
/**
 * Mails by their Message-ID. SMTP cannot tell "sent" from "sent, and the sender died before noting it": such a mail is
 * handed over again under the same id, and mail programs show it once.
 */
const mailsAbout = (words: string) =>
  new Set(
    world.mailbox
      .to(email)
      .filter(({ subject }) => subject.includes(words))
      .map(({ messageId }) => messageId),
  );
const rows = async (query: string): Promise<number> =>
  (await world.database.database.pool.query(query)).rows[0].count as number;

drill('killed with -9', () => {
  beforeAll(async () => {
    world = await startClaimsProcess({ changeWindowMinutes: 0.05 });
    const { addresses, keys } = world.sandbox.world();
    const { hostname, port } = new URL(addresses.stripe);
    stripe = new Stripe(keys.stripeSecretKey, { host: hostname, port, protocol: 'http', telemetry: false });
    browser = world.browser();
    await browser.call(register, { email, password: PASSWORD });
    const code = await world.until('a code in the mailbox', async () => {
      await Promise.resolve();
      return world.mailbox.codeFor(email);
    });
    await browser.call(verifyEmail, { email, verification_code: code });
    formSessionId = await aDraft(browser, aClaim({ signature: aSignature() }));
  });
  afterAll(() => world.stop());

  it('while Stripe opens the payment: one payment', async () => {
    await killDuring('stripe', 'POST /v1/payment_intents', askForIntent);
    const { body } = await world.until('an intent', async () => {
      const answer = await askForIntent();
      return answer.body.payment_intent ? answer : null;
    });
    await world.until('Stripe to be done', async () => (await intents()).length > 0);
    expect(await intents()).toHaveLength(1);
    expect(body.payment_intent.id).toBe((await intents())[0]?.id);
  });

  it('while the payment is recorded: recorded once, reported once', async () => {
    const [intent] = await intents();
    const id = intent?.id ?? '';
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    await killDuring('stripe', `GET /v1/payment_intents/${id}`, () =>
      browser.call(finalizePayment, { payment_intent_id: id, form_session_id: formSessionId }),
    );
    const done = await browser.call(finalizePayment, { payment_intent_id: id, form_session_id: formSessionId });
    expect(done.body.status).toBe('succeeded');
    // At once, so that whatever follows a payment has not begun.
    await world.kill();
    await world.start();
    expect(await rows("select count(*) from claims.event where kind = 'order.paid'")).toBe(1);
  });

  it('after paying: the letter is written without the browser', async () => {
    await world.until('the letter', async () => (await status()).state === 'letter-drafted');
    await world.until('the receipt', async () => Promise.resolve(mailsAbout('receipt').size > 0));
    expect(mailsAbout('receipt').size).toBe(1);
  });

  it('after approving and while the carrier works: posted once', async () => {
    await browser.call(generateDemandLetter, { form_session_id: formSessionId });
    await killDuring('lob', 'POST /v1/letters', () =>
      browser.call(saveDemandLetter, { form_session_id: formSessionId, action: 'approve_and_send' }),
    );
    await world.until('the letter in the mail', async () => (await status()).state === 'posted');
    const letters = (await control('/letters')) as unknown[];
    expect(letters).toHaveLength(1);
    expect(await rows('select count(*) from claims.mailing')).toBe(1);
    await world.until('the mail about it', async () => Promise.resolve(mailsAbout('handed to the printer').size > 0));
    expect(mailsAbout('handed to the printer').size).toBe(1);
  });
});
