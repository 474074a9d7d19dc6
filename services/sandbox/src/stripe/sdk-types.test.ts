import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { STRIPE_KEYS, startStripe, stopStripes } from '../testing/stripe-sandbox.ts';

afterEach(stopStripes);

/** What the compiler says when the answers are assigned to the SDK's own types. */
function complaints(samples: [type: string, json: unknown][]): string[] {
  // In the workspace, so that `stripe` is found as it is from here, and where no other check looks for sources.
  const folder = path.join(import.meta.dirname, `../../.cache/captured-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const file = path.join(folder, 'captured.ts');
    const lines = samples.map(
      ([type, json], index) => `export const answer${index}: ${type} = ${JSON.stringify(json, null, 1)};`,
    );
    writeFileSync(file, `import type Stripe from 'stripe';\n${lines.join('\n')}\n`);
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('answers with the objects that the SDK’s own types describe, and the check can fail', async () => {
  // No receiver listens there: the events stay as they are sent.
  const sandbox = await startStripe({ webhookUrl: 'http://127.0.0.1:1/' });
  const call = async (method: 'GET' | 'POST', url: string, body?: Record<string, string>) => {
    const answer = await fetch(`${sandbox.address}${url}`, {
      method,
      headers: { authorization: `Bearer ${STRIPE_KEYS.secretKey}` },
      ...(body ? { body: new URLSearchParams(body) } : {}),
    });
    return (await answer.json()) as {
      id: string;
      latest_charge: string;
      error: { payment_intent: unknown };
    };
  };
  const order = {
    amount: '2999',
    currency: 'usd',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
  };
  const pay = (card: string) =>
    call('POST', '/v1/payment_intents', {
      ...order,
      payment_method: card,
      confirm: 'true',
      receipt_email: 'a@example.com',
    });

  const open = await call('POST', '/v1/payment_intents', { ...order, 'metadata[quote]': 'q' });
  const paid = await pay('pm_card_visa');
  const asked = await pay('pm_card_authenticationRequired');
  const declined = await pay('pm_card_chargeDeclined');
  const refund = await call('POST', '/v1/refunds', { payment_intent: paid.id, amount: '100' });
  const charges = sandbox.world.store.collection('stripe.charges').newestFirst();
  expect(charges).toHaveLength(2);
  const sent = sandbox.world.store.collection<{ body: string }>('deliveries').newestFirst();
  const events = sent.map(({ body }): unknown => JSON.parse(body));
  expect(events.length).toBeGreaterThan(5);
  const expanded = await call('GET', `/v1/payment_intents/${paid.id}?expand[0]=latest_charge&expand[1]=payment_method`);

  const found = complaints([
    ['Stripe.PaymentIntent', open],
    ['Stripe.PaymentIntent', paid],
    ['Stripe.PaymentIntent', asked],
    ['Stripe.PaymentIntent', declined.error.payment_intent],
    ['Stripe.PaymentIntent', expanded],
    ['Stripe.Refund', refund],
    ...charges.map((charge): [string, unknown] => ['Stripe.Charge', charge]),
    ...events.map((event): [string, unknown] => ['Stripe.Event', event]),
    // The last one is wrong on purpose: a check that passes anything would pass this too.
    ['Stripe.Refund', { ...refund, amount: 'all of it' }],
  ]);
  expect(found).toEqual(["Type 'string' is not assignable to type 'number'."]);
}, 120_000);
