/**
 * The sandbox alone, for work on one remote: `SANDBOX_PORT=4400 node scripts/serve.ts`. Prints its addresses and keys
 * as one line of JSON once it listens. `SITE_ORIGIN` is who may frame the payment fields and gets the webhooks.
 */
import path from 'node:path';
import { createLogger } from '@redress/telemetry/server';
import { createSandbox } from '../src/index.ts';

const { SANDBOX_PORT = '0', SITE_ORIGIN = 'http://localhost:3000', DATA_DIR = '.data' } = process.env;
const sandbox = createSandbox({
  basePort: Number(SANDBOX_PORT),
  siteOrigin: SITE_ORIGIN,
  dataDir: path.resolve(DATA_DIR, 'sandbox'),
  logger: createLogger({ name: 'sandbox', level: 'warn' }),
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.stop().then(() => process.exit(0)));
}
await sandbox.start();
process.stdout.write(`${JSON.stringify(sandbox.world())}\n`);
