import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createPaymentIntent,
  finalizePayment,
  generateDemandLetter,
  orderStatus,
  carrierWebhook,
  saveDemandLetter,
  stripeWebhook,
  type AnswerOf,
  type ClaimFormData,
} from '@redress/contracts';
import type { RecipientRole } from '@redress/domain';
import { createSandbox, type Sandbox } from '@redress/sandbox';
import { createLogger } from '@redress/telemetry/server';
import { wholeBodyServer } from '@redress/telemetry/testing';
import Stripe from 'stripe';
import type { Selectable } from 'kysely';
import type { MailingTable } from '../shared/mailings/mailing-tables.ts';
import type { OrderRow } from '../shared/orders/order.repository.ts';
import { aClaim, aDraft, aSignature } from './claims.ts';
import { signUp } from './people.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';
import type { TestClient } from './test-client.ts';
import { sandboxProviders } from './test-providers.ts';

export interface CaseWorld extends TestApp {
  sandbox: Sandbox;
  /** The vendor's own SDK against the sandbox: what a card form does, and what a test wants to see. */
  stripe: Stripe;
  /** `POST` to the sandbox's control: faults, clock, webhooks, outcomes. */
  control<T = unknown>(path: string, body?: unknown): Promise<T>;
  letters(): Promise<SandboxLetter[]>;
  /** Until every webhook sent so far has been taken. */
  webhooksDone(): Promise<void>;
  /** What its screen says of an order, and its row. */
  statusOf(buyer: Pick<Buyer, 'browser' | 'formSessionId'>): Promise<AnswerOf<typeof orderStatus>['order']>;
  orderOf(buyer: Pick<Buyer, 'formSessionId'>): Promise<OrderRow>;
  /** Mailings of a letter in the order they were made; that of the other side before the copies for others. */
  mailingsOf(letter: { demandId: string }): Promise<Selectable<MailingTable>[]>;
  /** Lets days pass for the carrier and for us, and its webhooks come in. */
  pass(days: number): Promise<void>;
  /** How many webhooks have come in. */
  received: { stripe: number; lob: number };
}

export interface SandboxLetter {
  id: string;
  metadata: Record<string, string>;
  [field: string]: unknown;
}

/** The service with its outside world: payments, post and webhooks over real sockets. For one test file. */
export async function startCaseWorld(options: TestAppOptions = {}): Promise<CaseWorld> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'redress-case-world-'));
  const running: { test?: TestApp } = {};
  const received = { stripe: 0, lob: 0 };
  const relay = wholeBodyServer((request, response, payload) => {
    const provider = request.url === '/stripe' ? 'stripe' : 'lob';
    received[provider] += 1;
    const { host: _host, 'content-length': _length, ...headers } = request.headers;
    if (!running.test) return void response.writeHead(503).end();
    void running.test.app
      .inject({
        method: 'POST',
        url: provider === 'stripe' ? stripeWebhook.path : `${carrierWebhook.path}?carrier=lob`,
        headers,
        payload,
      })
      .then(({ statusCode, body }) => response.writeHead(statusCode).end(body));
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const relayUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const sandbox = createSandbox({
    dataDir,
    siteOrigin: 'http://localhost:3000',
    seed: 'case-world',
    logger: createLogger({ name: 'sandbox', level: 'fatal' }),
    webhooks: { stripe: { url: `${relayUrl}/stripe` }, lob: { url: `${relayUrl}/lob` } },
    now: () => running.test?.clock.now() ?? new Date(),
  });
  await sandbox.start();
  const { addresses, keys } = sandbox.world();
  const fromSandbox = sandboxProviders(sandbox.world());
  const test = await startTestApp({
    ...options,
    // Weeks pass in these tests without a new sign-in.
    // Fifty calls of one person at once show races here, not how they are shared out.
    config: {
      slowCallsOfOnePerson: 100,
      session: { idleMinutes: 525_600, absoluteMinutes: 525_600 },
      ...options.config,
    },
    providers: {
      ...fromSandbox,
      ...options.providers,
      carriers: [...(options.providers?.carriers ?? []), ...fromSandbox.carriers],
    },
  });
  // At every hour at which tests run: an hour before midnight a letter is dated the next day (R35).
  test.clock.advanceToNoon();
  running.test = test;
  const { hostname, port } = new URL(addresses.stripe);
  const stripe = new Stripe(keys.stripeSecretKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const control = async <T>(route: string, body: unknown = {}): Promise<T> => {
    const response = await fetch(`${addresses.control}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const stopApp = test.stop.bind(test);
  return Object.assign(test, {
    sandbox,
    stripe,
    received,
    control,
    letters: async () => {
      const records = (await (await fetch(`${addresses.control}/letters`)).json()) as { letter: SandboxLetter }[];
      return records.map(({ letter }) => letter);
    },
    statusOf: async ({ browser, formSessionId }: Pick<Buyer, 'browser' | 'formSessionId'>) =>
      (await browser.call(orderStatus, { form_session_id: formSessionId })).body.order,
    orderOf: ({ formSessionId }: Pick<Buyer, 'formSessionId'>) => {
      const rows = test.claims.platform.db.selectFrom('claim_order').selectAll();
      return rows.where('form_session_id', '=', formSessionId).executeTakeFirstOrThrow();
    },
    mailingsOf: ({ demandId }: { demandId: string }) => {
      const rows = test.claims.platform.db.selectFrom('mailing').selectAll().where('letter_id', '=', demandId);
      return rows.orderBy('created_at').orderBy('recipient_no').execute();
    },
    async pass(days: number) {
      test.clock.advance({ days });
      await control('/clock/advance', { ms: 0 });
      await control('/webhooks/idle');
      await test.runJobs({ includeDelayed: true });
    },
    webhooksDone: async () => void (await control('/webhooks/idle')),
    async stop() {
      await sandbox.stop();
      // A webhook that the relay took before comes to its end now.
      delete running.test;
      await stopApp();
      await new Promise((resolve) => relay.close(resolve));
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
}

/** The same from before the first test of a file to after its last; each begins without faults. */
export function useCaseWorld(options: TestAppOptions = {}): CaseWorld {
  const world = {} as CaseWorld;
  beforeAll(async () => void Object.assign(world, await startCaseWorld(options)));
  afterEach(() => world.control('/faults/clear'));
  afterAll(() => world.stop());
  return world;
}

/** Pays an intent by card at Stripe, of which the service does not know yet. */
export const payAt = ({ stripe }: Pick<CaseWorld, 'stripe'>, intentId: string) =>
  stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });

/** Half off for everybody, unless it is changed. */
export const aCoupon = async (world: TestApp, code: string, changes: Record<string, unknown> = {}) =>
  world.claims.platform.db
    .insertInto('coupon')
    .values({
      code,
      type: 'percentage',
      amount: 5000,
      description: '',
      starts_at: null,
      ends_at: null,
      max_uses: null,
      max_uses_per_person: null,
      created_at: world.clock.now(),
      ...changes,
    })
    .execute();

export interface Buyer {
  browser: TestClient;
  email: string;
  formSessionId: string;
}

/** Somebody signed in, with a whole and signed claim. */
/** @param known - a person with another claim; somebody new by default */
export async function aBuyer(
  world: CaseWorld,
  answers: ClaimFormData = {},
  known?: Pick<Buyer, 'browser' | 'email'>,
): Promise<Buyer> {
  const { browser, email } = known ?? (await signUp(world));
  const formSessionId = await aDraft(browser, aClaim({ signature: aSignature(), ...answers }));
  return { browser, email, formSessionId };
}

type Order = Partial<Parameters<typeof askForIntent>[1]>;

/** What the payment form sends; a test names only what matters to it. */
export const askForIntent = (
  { browser, email, formSessionId }: Buyer,
  order: {
    package_id?: string;
    follows_demand_id?: string;
    coupon_code?: string | null;
    recipients?: {
      name: string;
      address: string;
      city: string;
      state: string;
      zipcode: string;
      role?: RecipientRole;
    }[];
    state_code?: string;
    cardholder_name?: string;
    currency?: string | undefined;
    terms_version?: string | undefined;
  } = {},
) =>
  browser.call(createPaymentIntent, {
    form_session_id: formSessionId,
    currency: 'usd',
    email,
    package_id: 'demand-letter',
    state_code: 'TX',
    cardholder_name: "Zoë O'Neil-Núñez",
    zip_code: '78702',
    billing_country: 'US',
    terms_version: '2026-11-01',
    metadata: { package_title: 'Anything', base_price: 1 },
    ...order,
  });

export const finalize = ({ browser, formSessionId }: Buyer, intentId: string) =>
  browser.callUntilTaken(finalizePayment, { payment_intent_id: intentId, form_session_id: formSessionId });

/** Opens the payment, pays it by card at Stripe and calls finalize. @returns the intent's id */
export async function pay(world: CaseWorld, buyer: Buyer, order: Order = {}): Promise<string> {
  const { body, refusal } = await askForIntent(buyer, order);
  if (!body.payment_intent) throw new Error(`intent: ${JSON.stringify(refusal)}`);
  const { id } = body.payment_intent;
  await payAt(world, id);
  const done = await finalize(buyer, id);
  if (done.body.status !== 'succeeded') throw new Error(`finalize: ${JSON.stringify(done.refusal)}`);
  return id;
}

/** Extra recipient of a letter, who gets a copy. */
export const aRecipient = {
  ...{ name: 'Łukasz Kern', address: '1 Pine St', city: 'Waco', state: 'TX', zipcode: '76701' },
  role: 'owner' as const,
};

export type PaidCase = Awaited<ReturnType<typeof paidCase>>;

/** A claim paid for, with its letter. `act` is what its owner says of it; by `mail` it is approved, and the carrier has it. */
export async function paidCase(
  world: CaseWorld,
  answers: ClaimFormData = {},
  order: Order = {},
  known?: Pick<Buyer, 'browser' | 'email'>,
) {
  const buyer = await aBuyer(world, answers, known);
  const intentId = await pay(world, buyer, order);
  const session = { form_session_id: buyer.formSessionId };
  const { body: letter, refusal } = await buyer.browser.callUntilTaken(generateDemandLetter, session);
  if (!letter.demand_id) throw new Error(`letter: ${JSON.stringify(refusal)}`);
  const act = (action: 'save' | 'approve_and_send' | 'send_now' | 'stop', more: object = {}) =>
    buyer.browser.call(saveDemandLetter, { ...session, action, ...more });
  const mail = async () => {
    await act('approve_and_send');
    await act('send_now');
    await world.runJobs();
  };
  return { ...buyer, intentId, letter, demandId: letter.demand_id, text: letter.demand_letter, act, mail };
}
