import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { releaseEndpoints, type ReleaseEndpoint, type ReleaseSchema } from '@redress/contracts/release-api';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { createDatabase, type Database } from '@redress/database';
import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import { createLogger } from '@redress/telemetry/server';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import * as z from 'zod/mini';
import { createReleases, type Releases, type ReleasesOptions } from '../src/create-releases.ts';
import { runRelease } from '../cli/run-release.ts';
import { aRemote, aShell, releasesTemplate, type BuildFixture } from '../src/testing/index.ts';

/** The whole service with its HTTP and its command line, as one program runs it. */
export let test: TestDatabase;
export let database: Database;
export let dataDir: string;
export let builds: string;
export let releases: Releases;
let site: FastifyInstance;
export let siteUrl: string;

export const first = aRemote({ buildId: 'a1' });
export const second = aRemote({ buildId: 'b2', version: '1.1.0' });

export function putBuild(build: BuildFixture): string {
  const dist = path.join(builds, build.descriptor.name, 'dist');
  rmSync(dist, { recursive: true, force: true });
  for (const [file, text] of Object.entries(build.files)) {
    mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
    writeFileSync(path.join(dist, file), text);
  }
  writeFileSync(path.join(dist, 'build.json'), build.payload);
  return dist;
}

export async function start({
  sites = [],
  isLocal = false,
  signIn = null,
  consoleOrigin = null,
}: {
  sites?: string[];
  isLocal?: boolean;
  signIn?: ReleasesOptions['signIn'];
  consoleOrigin?: string | null;
} = {}): Promise<void> {
  releases = createReleases({
    storage: { dataDir },
    channel: 'production',
    previewCookie: 'redress-preview',
    database,
    logger: createLogger({ name: 'test', level: 'silent' }),
    console: { host: '127.0.0.1', port: 0 },
    consoleOrigin,
    signIn,
    sites,
    isLocal,
    buildFolders: ['shell', 'mf-wizard'].map((name) => path.join(builds, name, 'dist')),
  });
  await releases.start();
  site = Fastify({ forceCloseConnections: true });
  await releases.register(site);
  siteUrl = await site.listen({ host: '127.0.0.1', port: 0 });
}

export async function stop(): Promise<void> {
  await site.close();
  await releases.stop();
}

/** A service of its own for each test of the file. */
export function eachWithService(): void {
  beforeEach(async () => {
    test = await createTestDatabase(releasesTemplate);
    database = createDatabase({ url: test.url, name: 'releases' });
    dataDir = mkdtempSync(path.join(tmpdir(), 'redress-service-'));
    builds = path.join(dataDir, 'repository');
    putBuild(aShell());
    putBuild(first);
    await start();
  });
  afterEach(async () => {
    await stop();
    await database.close();
    await test.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

/** Another database, empty, in the place of the one there was. The service must be stopped. */
export async function loseDatabase(): Promise<void> {
  await database.close();
  await test.drop();
  test = await createTestDatabase(releasesTemplate);
  database = createDatabase({ url: test.url, name: 'releases' });
}

/** A copy of the database as it is now; what is returned puts it in its place. Both while the service is stopped. */
export async function backUp(): Promise<() => Promise<void>> {
  const name = new URL(test.url).pathname.slice(1);
  const withoutProgram = async (...statements: string[]) => {
    await Promise.all([database.close(), test.database.close()]);
    const client = new pg.Client(Object.assign(new URL(test.url), { pathname: '/postgres' }).href);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
    database = createDatabase({ url: test.url, name: 'releases' });
  };
  await withoutProgram(`create database ${name}_copy template ${name}`);
  return () => withoutProgram(`drop database ${name} with (force)`, `alter database ${name}_copy rename to ${name}`);
}

export const token = (name: string) => readFileSync(path.join(dataDir, 'keys', `${name}.token`), 'utf8').trim();
export const ask = async (
  method: string,
  route: string,
  { as = 'release-manager', body }: { as?: string | null; body?: unknown } = {},
) => {
  const answer = await fetch(`${releases.consoleUrl()}${route}`, {
    method,
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${as.startsWith('rr_') ? as : token(as)}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said = (await answer.json()) as Record<string, unknown>;
  const endpoint = (Object.values(releaseEndpoints) as ReleaseEndpoint[]).find(
    ({ method: known, path: at }) => known === method && at === route.split('?')[0],
  );
  // An answer is what the contract says it is.
  if (answer.ok) expect(z.safeParse(endpoint?.answer as ReleaseSchema, said).error).toBeUndefined();
  return { status: answer.status, body: said };
};
export const served = async (): Promise<Snapshot> => {
  const signed = (await (await fetch(`${siteUrl}/releases/snapshot`)).json()) as SignedSnapshot;
  return JSON.parse(signed.payload) as Snapshot;
};
export const wizardServed = async () => (await served()).remotes['mf-wizard']!.current.buildId;

const environment = () => ({ DATA_DIR: dataDir, DATABASE_URL: test.url, BUILDS_FROM: builds });
/** The command line as its program calls it; {@link program} starts that, which takes a third of a second of a core. */
export const cli = (...args: string[]) => cliWith(environment(), ...args);
export async function cliWith(env: Record<string, string>, ...args: string[]) {
  const { code, out, err } = await runRelease(args, env);
  return { code, said: `${out}${err}` };
}
export const program = (...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    ['--no-warnings', path.resolve(import.meta.dirname, '../cli/release.ts'), ...args],
    {
      env: { PATH: process.env.PATH ?? '', ...environment(), NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    },
  ).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      said: `${stdout}${stderr}`,
    }),
  );

/** Answer of a command: its exit code, and what stands in its text. */
export const answer = (code: 0 | 1, said: string | RegExp) => ({ code, said: expect.stringMatching(said) });
