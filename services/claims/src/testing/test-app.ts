import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import { createLogger } from '@redress/telemetry/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { createClaims, type Claims, type CreateClaimsOptions } from '../index.ts';
import type { ClaimsConfigInput, ProvidersConfig } from '../platform/config.ts';
import { claimsTemplate } from './claims-template.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { startTestMailbox, type TestMailbox } from './test-mailbox.ts';
import { TestClient } from './test-client.ts';
import { testProviders } from './test-providers.ts';

export const TEST_ORIGIN = 'http://localhost:3000';

export interface TestAppOptions {
  config?: Partial<ClaimsConfigInput>;
  providers?: Partial<ProvidersConfig>;
  /** Default: `claims` only; jobs run when a test says so, by `runJobs`. */
  roles?: CreateClaimsOptions['roles'];
  previewHasEnded?: CreateClaimsOptions['previewHasEnded'];
  moreCarriers?: CreateClaimsOptions['moreCarriers'];
}

export interface TestApp {
  app: FastifyInstance;
  claims: Claims;
  clock: TestClock;
  database: TestDatabase;
  /** Rows of a query that goes past the service. */
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  mailbox: TestMailbox;
  /** Lines written to the log so far. */
  logLines: string[];
  /** A fresh browser. */
  browser(): TestClient;
  /** Works on everything due. @returns how many jobs ran */
  runJobs(options?: { includeDelayed?: boolean }): Promise<number>;
  stop(): Promise<void>;
}

/** The service on a database, a clock and a mailbox of its own, asked in-process. For one test file. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase(claimsTemplate());
  const folder = await mkdtemp(path.join(tmpdir(), 'redress-claims-test-'));
  const mailbox = await startTestMailbox();
  const clock = createTestClock();
  const logLines: string[] = [];
  const claims = createClaims({
    roles: options.roles ?? ['claims'],
    databaseUrl: database.url,
    database: database.database,
    secret: randomBytes(32),
    logger: createLogger({
      name: 'claims',
      level: 'debug',
      destination: { write: (line: string) => void logLines.push(line) },
    }),
    now: clock.now,
    ...(options.moreCarriers ? { moreCarriers: options.moreCarriers } : {}),
    ...(options.previewHasEnded ? { previewHasEnded: options.previewHasEnded } : {}),
    config: {
      siteOrigin: TEST_ORIGIN,
      ...options.config,
      providers: { ...testProviders(folder, mailbox.port), ...options.providers },
    },
  });
  const app = Fastify({ logger: false });
  const stop = async () => {
    await app.close();
    await claims.stop();
    await mailbox.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    claims.register(app);
    await claims.start();
    await app.ready();
  } catch (error) {
    // A server left listening would keep the test run waiting for ever, and hide why.
    await stop().catch(() => undefined);
    throw error;
  }
  return {
    app,
    claims,
    clock,
    database,
    sql: async (text, values) => (await database.database.pool.query(text, values)).rows,
    mailbox,
    logLines,
    browser: () => new TestClient(app, new URL(options.config?.siteOrigin ?? TEST_ORIGIN).origin),
    runJobs: (drain) => claims.drainJobs(drain),
    stop,
  };
}

/** The same from before the first test of a file to after its last. */
export function useTestApp(options: TestAppOptions = {}): TestApp {
  const test = {} as TestApp;
  beforeAll(async () => void Object.assign(test, await startTestApp(options)));
  afterAll(() => test.stop());
  return test;
}

/** One run of a job, on its last attempt, whatever the queue says. */
export async function runJob({ claims }: Pick<TestApp, 'claims'>, name: string, data = {}, attempt = 0): Promise<void> {
  const job = claims.platform
    .features()
    .flatMap(({ jobs = [] }) => jobs)
    .find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  await job.handle(data, { id: 'job', attempt, isLastAttempt: true, signal: new AbortController().signal });
}
