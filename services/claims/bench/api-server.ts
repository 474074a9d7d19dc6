/** The service alone, in a process of its own, for `bench/api.ts`: prints its address and the requests to make. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase, startEmbeddedPostgres } from '@redress/database';
import { createLogger } from '@redress/telemetry/server';
import Fastify from 'fastify';
import { createClaims } from '../src/index.ts';
import type { ProvidersConfig } from '../src/platform/config.ts';
import { createPasswordHasher } from '../src/shared/passwords/password-hasher.ts';
import { testProviders } from '../src/testing/test-providers.ts';

const PEOPLE = 100;
const PASSWORD = 'a long walk in march';
const PORT = 4510;
const origin = `http://127.0.0.1:${PORT}`;

const folder = mkdtempSync(path.join(tmpdir(), 'redress-bench-'));
const embedded = process.env['DATABASE_URL']
  ? null
  : await startEmbeddedPostgres({ dataDir: folder, maxConnections: 60 });
const url = process.env['DATABASE_URL'] ?? embedded!.url;
const database = await openDatabase({ url, name: 'bench', maxConnections: 20 });
const log = createLogger({ name: 'bench', level: 'warn' });
const claims = createClaims({
  roles: ['claims', 'worker'],
  databaseUrl: url,
  database,
  secret: randomBytes(32),
  logger: log,
  config: {
    siteOrigin: origin,
    addressLimitFactor: 1_000_000,
    // The card service is the sandbox's, in the process of the load tool: its work is not counted as ours.
    providers: {
      ...testProviders(path.join(folder, 'blobs')),
      stripe: JSON.parse(process.env['BENCH_STRIPE'] ?? '') as ProvidersConfig['stripe'],
    },
  },
});
const app = Fastify({ logger: false });
claims.register(app);
await claims.start();
await app.listen({ port: PORT, host: '127.0.0.1' });

const { platform } = claims;
const passwordHash = await createPasswordHasher().hash(PASSWORD);
const people = [];
for (let index = 0; index < PEOPLE; index += 1) {
  const at = new Date();
  const [userId, sessionId] = [platform.newId(), platform.newId()];
  const email = `person${index}-${userId}@example.org`;
  const { token } = await platform.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('account')
      .values({
        id: userId,
        email,
        password_hash: passwordHash,
        email_verified_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await trx
      .insertInto('form_session')
      .values({
        id: sessionId,
        user_id: userId,
        form_data: '{}',
        created_at: at,
        updated_at: at,
      })
      .execute();
    return platform.sessions.create(trx, { userId, visitorId: null, label: 'bench' });
  });
  const visitor = platform.sessions.newToken();
  people.push({ email, sessionId, cookie: `redress-session-${PORT}=${token}; redress-visitor-${PORT}=${visitor}` });
}

const stop = () =>
  void app
    .close()
    .then(() => claims.stop())
    .then(() => database.close())
    .then(() => embedded?.stop())
    .then(() => process.exit(0));
// The load tool failed or was ended.
process.once('disconnect', stop);
process.on('message', (message) => {
  if (message === 'usage') {
    const { user, system } = process.cpuUsage();
    const own = process.threadCpuUsage();
    process.send?.({
      memory: process.memoryUsage().rss,
      cpuMs: (user + system) / 1000,
      mainMs: (own.user + own.system) / 1000,
    });
  }
  if (message === 'stop') stop();
});
process.send?.({ origin, people, password: PASSWORD });
