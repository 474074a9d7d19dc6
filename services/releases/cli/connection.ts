import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { lockDataDir, openDatabase, startEmbeddedPostgres } from '@redress/database';
import { signBuild } from '../src/builds/signed-build.ts';
import type { BuildFolder } from '../src/builds/build-folder.ts';
import { parseDescriptor } from '../src/builds/signed-build.ts';
import { existingKeys, teamKey } from './keys.ts';
import { addressFile } from '../src/create-releases.ts';
import type { ServedBy } from '../src/channels/ask-sites.ts';
import type { Actor } from '../src/http/actor.ts';
import type { KeyFolder } from '../src/keys/key-folder.ts';
import { releaseOperations, type ReleaseOperations } from '../src/operations.ts';
import { migrateReleases, openReleaseCore, type ReleaseStorage } from '../src/release-core.ts';
import { ReleaseRefusal, REFUSALS, type Finding, type RefusalCode } from '../src/refusal.ts';
import type { ReleaseTables } from '../src/store/schema.ts';

/** What can be done with releases, wherever they are. */
export interface Connection extends ReleaseOperations {
  /** Where the answers come from, for people. */
  place: string;
  publishFolder(folder: BuildFolder): Promise<{ name: string; buildId: string; isNew: boolean }>;
  /** Number of the snapshot that new loads get, here and from the sites the program knows of. */
  served(channel: string): Promise<ServedBy>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  dataDir: string;
  storage: ReleaseStorage;
  databaseUrl: string | null;
  /** Name of the token file: `release-manager`. */
  tokenName: string;
  /** Address of a release service elsewhere. */
  url: string | null;
  token: string | null;
}

/** A running program when there is one; otherwise its database and files themselves. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const url = options.url ?? (await runningUrl(options.dataDir));
  return url ? connectHttp(url, options) : connectFiles(options);
}

export async function runningUrl(dataDir: string): Promise<string | null> {
  const file = addressFile(dataDir);
  if (!existsSync(file)) return null;
  const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string };
  // Left by a program that was killed.
  const answers = await fetch(`${url}/api/alive`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  return answers ? url : null;
}

function tokenOf({ token, dataDir, tokenName }: ConnectOptions): string {
  if (token) return token;
  const file = path.join(dataDir, 'keys', `${tokenName}.token`);
  if (!existsSync(file)) {
    throw new ReleaseRefusal('TOKEN_UNKNOWN', `There is no token ${file}: set RELEASE_TOKEN, or --as to another name.`);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Signs what was built with the owning team's key, from the key folder of this machine. */
function signed(folder: BuildFolder, storage: ReleaseStorage) {
  const { owner, files } = parseDescriptor(folder.payload);
  return { signed: signBuild(folder.payload, teamKey(storage, owner)), files };
}

function connectHttp(url: string, options: ConnectOptions): Connection {
  const token = tokenOf(options);
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(new URL(path, url), {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
      signal: AbortSignal.timeout(30_000),
      redirect: 'error',
    });
    const body = (await answer.json()) as unknown;
    if (answer.ok) return body as T;
    const { code, message, findings } = body as { code: string; message: string; findings?: Finding[] };
    throw new ReleaseRefusal(code in REFUSALS ? (code as RefusalCode) : 'REQUEST_INVALID', message, findings);
  };
  const query = (path: string, values: Record<string, string | number | undefined>) => {
    const given = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
    return `${path}?${new URLSearchParams(given as [string, string][]).toString()}`;
  };
  const send = <T>(path: string, body: unknown) =>
    ask<T>(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

  return {
    place: url,
    close: () => Promise.resolve(),
    served: (channel) => ask(query('/api/served', { channel })),
    status: (channel) => ask(query('/api/status', { channel })),
    history: (channel, limit, before) => ask(query('/api/history', { channel, limit, before })),
    builds: (name, page) => ask(query('/api/builds', { name, ...page })),
    servedBuilds: (channel, remote, page) => ask(query('/api/served-builds', { channel, remote, ...page })),
    diff: (channel, from, to) => ask(query('/api/diff', { channel, from, to })),
    ledger: (limit, before) => ask(query('/api/ledger', { limit, before })),
    verifyLedger: (head) => ask(query('/api/ledger/verify', { head })),
    publish: (build) => send('/api/builds', build),
    upload: (bytes) =>
      ask('/api/blobs', {
        method: 'POST',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream' },
      }),
    promote: (channel, builds, given) => send('/api/promote', { channel, builds, ...given }),
    rollback: (channel, remote, given) => send('/api/rollback', { channel, remote, ...given }),
    rollBack: (channel, target, given) => send('/api/rollback', { channel, ...target, ...given }),
    switchOff: (channel, remote, reason, seen) => send('/api/off', { channel, remote, reason, seen }),
    switchOn: (channel, remote, reason, seen) => send('/api/on', { channel, remote, reason, seen }),
    retire: (channel, remote, given) => send('/api/retire', { channel, remote, ...given }),
    freezes: (channel) => ask(query('/api/freezes', { channel })),
    async thaw(channel, id, reason) {
      await send('/api/thaw', { channel, id, reason });
    },
    freeze: (channel, window) => send('/api/freeze', { channel, ...window }),
    async publishFolder(folder) {
      const build = signed(folder, options.storage);
      const { missing } = await this.publish(build.signed);
      for (const file of missing) {
        const bytes = await folder.readFile(file);
        if (!bytes) throw new ReleaseRefusal('FILE_MISSING', `${file} is in build.json and not in the build.`);
        await this.upload(bytes);
      }
      return this.publish(build.signed);
    },
  };
}

/** Whoever holds the file of a token is that person. @throws {ReleaseRefusal} `TOKEN_UNKNOWN` */
export function actorNamed(keys: KeyFolder, tokenName: string): Actor {
  const file = keys.tokens().find(({ name }) => name === tokenName);
  if (!file) throw new ReleaseRefusal('TOKEN_UNKNOWN', `There is no token named ${tokenName}.`);
  return { name: file.name, role: file.role, team: file.team };
}

async function connectFiles(options: ConnectOptions): Promise<Connection> {
  if (!options.databaseUrl && !existsSync(path.join(options.dataDir, 'pg/PG_VERSION'))) {
    throw new ReleaseRefusal('NO_PROGRAM', `No program answers, and ${options.dataDir} holds no database.`);
  }
  const lock = lockDataDir(options.dataDir);
  const server = options.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: options.dataDir });
  const close = async () => {
    await database?.close();
    await server?.stop();
    lock.release();
  };
  let database: Awaited<ReturnType<typeof openDatabase>> | null = null;
  try {
    database = await openDatabase({ url: options.databaseUrl ?? (server?.url as string), name: 'release-cli' });
    const db = database.kysely<ReleaseTables>();
    const { rows } = await sql<{ snapshots: string | null }>`
      select to_regclass('releases.snapshot')::text as snapshots`.execute(db);
    if (!rows[0]?.snapshots) throw new ReleaseRefusal('NO_PROGRAM', 'This database holds no releases.');
    existingKeys(options.storage);
    await migrateReleases(db);
    const core = openReleaseCore(options.storage, { db });
    await core.registry.claimPublished();
    const actor = actorNamed(core.keys, options.tokenName);
    return {
      ...releaseOperations(core, actor),
      place: `the files in ${options.dataDir} (the program is not running)`,
      close,
      served: (channel) => Promise.resolve({ channel, number: null, sites: [] }),
      async publishFolder(folder) {
        const build = signed(folder, options.storage);
        const { descriptor, isNew } = await core.registry.publish(
          { signed: build.signed, readFile: folder.readFile },
          actor,
        );
        return { name: descriptor.name, buildId: descriptor.buildId, isNew };
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
