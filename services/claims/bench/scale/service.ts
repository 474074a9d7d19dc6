import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, type Database } from '@redress/database';
import { createLogger } from '@redress/telemetry/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { recordStatements } from '@redress/database/testing';
import { createClaims, type Claims } from '../../src/index.ts';
import { testProviders } from '../../src/testing/test-providers.ts';

export const ORIGIN = 'http://localhost:3000';

export interface Service {
  claims: Claims;
  app: FastifyInstance;
  database: Database;
  /** What is sent to the database, with its plans. */
  statements: ReturnType<typeof recordStatements>;
}

/** The service on a database, asked without a network. It works on no job by itself. */
export async function withService<T>(
  url: string,
  work: (service: Service) => Promise<T>,
  now: () => Date = () => new Date(),
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-scale-'));
  const database = createDatabase({ url, name: 'scale-service', maxConnections: 10 });
  const statements = recordStatements(database);
  const claims = createClaims({
    roles: ['claims'],
    databaseUrl: url,
    database,
    // The same at every run: the database keeps its digest.
    secret: 'a secret of a population that holds nobody',
    // The schema is there; what is measured is not changed by the measuring.
    migrate: false,
    logger: createLogger({ name: 'scale', level: 'warn' }),
    now,
    config: {
      siteOrigin: ORIGIN,
      addressLimitFactor: 1_000_000,
      providers: testProviders(path.join(folder, 'blobs')),
    },
  });
  const app = Fastify({ logger: false });
  try {
    claims.register(app);
    await claims.start();
    return await work({ claims, app, database, statements });
  } finally {
    await app.close();
    await claims.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
