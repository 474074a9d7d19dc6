import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox } from '@redress/sandbox';
import { createLogger } from '@redress/telemetry/server';

/** The card service for the payment row: no webhooks, so that only what is asked is measured. */
export async function startSandbox() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'redress-bench-world-'));
  const logger = createLogger({ name: 'sandbox', level: 'fatal' });
  const running = createSandbox({ dataDir, siteOrigin: 'http://127.0.0.1:4510', seed: 'bench', logger });
  await running.start();
  const { addresses, keys } = running.world();
  return {
    stripe: {
      secretKey: keys.stripeSecretKey,
      publishableKey: keys.stripePublishableKey,
      webhookSecret: keys.stripeWebhookSecret,
      baseUrl: addresses.stripe,
    },
    async stop() {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
