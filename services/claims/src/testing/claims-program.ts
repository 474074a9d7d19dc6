/** The claims service as a program of its own, for tests that kill it. Takes its settings as JSON in CLAIMS_PROGRAM. */
import { createLogger } from '@redress/telemetry/server';
import Fastify from 'fastify';
import { createClaims, type ClaimsConfigInput } from '../index.ts';

export interface ClaimsProgramSettings {
  port: number;
  databaseUrl: string;
  secret: string;
  config: ClaimsConfigInput;
}

const { port, databaseUrl, secret, config } = JSON.parse(
  process.env['CLAIMS_PROGRAM'] ?? '{}',
) as ClaimsProgramSettings;
const claims = createClaims({
  roles: ['claims', 'worker'],
  databaseUrl,
  secret,
  config,
  logger: createLogger({ name: 'claims', level: process.env['LOG_LEVEL'] ?? 'fatal' }),
});
const app = Fastify({ logger: false });
claims.register(app);
await claims.start();
await app.listen({ port, host: '127.0.0.1' });
process.stdout.write('ready\n');
