import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '@redress/telemetry/server';
import Stripe from 'stripe';
import { signStripe } from '../stripe/events.ts';
import { createStripeServer } from '../stripe/server.ts';
import { type World, createWorld } from '../world/world.ts';

export const STRIPE_KEYS = { secretKey: 'sk_test_sandbox0000000000', publishableKey: 'pk_test_sandbox0000000000' };
export const WEBHOOK_SECRET = 'whsec_sandbox';

export interface StripeSandbox {
  address: string;
  /** Where all of its state is. */
  dataDir: string;
  world: World;
  /** The vendor's own SDK, pointed at the sandbox by its address alone. */
  client(options?: { key?: string; maxNetworkRetries?: number }): Stripe;
  /** The same folder opened again, as after a kill. */
  restart(): Promise<StripeSandbox>;
}

/** What a server says that confirms by itself: no payer could come back from elsewhere. */
export const CARDS_ONLY = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } } as const;

const closing: (() => Promise<void>)[] = [];

/** Stripe's stand-in alone, with the world behind it in the test's hands. */
export async function startStripe(
  options: { webhookUrl?: string; siteOrigin?: string; now?: () => number; dataDir?: string } = {},
): Promise<StripeSandbox> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'redress-sandbox-'));
  const logger = createLogger({ name: 'sandbox', level: 'fatal' });
  const world = createWorld({ dataDir, now: options.now ?? Date.now, seed: 'test', logger });
  let address = '';
  const app = createStripeServer({
    world,
    keys: {
      isIssued: (name, given) =>
        given === (name === 'stripeSecretKey' ? STRIPE_KEYS.secretKey : STRIPE_KEYS.publishableKey),
    },
    siteOrigin: options.siteOrigin ?? 'http://localhost:4449',
    baseUrl: () => address,
  });
  if (options.webhookUrl) {
    world.webhooks.target('stripe', {
      url: options.webhookUrl,
      sign: (body, wallMs) => signStripe(WEBHOOK_SECRET, body, wallMs),
    });
  }
  address = await app.listen({ host: '127.0.0.1', port: 0 });
  world.start();
  let open = true;
  const stop = async () => {
    if (!open) return;
    open = false;
    world.stop();
    await app.close();
  };
  closing.push(async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const { hostname, port } = new URL(address);
  return {
    address,
    dataDir,
    world,
    client: ({ key = STRIPE_KEYS.secretKey, maxNetworkRetries = 0 } = {}) =>
      new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries, timeout: 10_000 }),
    async restart() {
      await stop();
      return startStripe({ ...options, dataDir });
    },
  };
}

export async function stopStripes(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}
