import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { lockDataDir, openDatabase, startEmbeddedPostgres } from '@redress/database';
import { parseDescriptor, sendBuild, type BuildFolder } from '@redress/release-client/publish';
import { type ReleaseAnswer, type ReleaseCall, releaseClient } from '@redress/release-client';
import { existingKeys, teamKey } from './keys.ts';
import { addressFile } from '../src/create-releases.ts';
import { assertManages, type Actor } from '../src/http/actor.ts';
import type { KeyFolder } from '../src/keys/key-folder.ts';
import { createHealthStore } from '../src/health/health-store.ts';
import { dispatch } from '../src/http/dispatch.ts';
import { ledgerHead } from '../src/ledger/ledger.ts';
import { noteRefusals } from '../src/ledger/note-refusals.ts';
import { releaseOperations } from '../src/operations.ts';
import { keysDirOf, migrateReleases, openReleaseCore, type ReleaseStorage } from '../src/release-core.ts';
import { ReleaseRefusal } from '../src/refusal.ts';
import { rebuildReleases, type Rebuilt } from '../src/snapshots/rebuild.ts';
import type { ReleaseTables } from '../src/store/schema.ts';

/** Releases, wherever they are. */
export interface Connection {
  /** Where the answers come from, for people. */
  place: string;
  call: ReleaseCall;
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

function tokenOf({ token, storage, tokenName }: ConnectOptions): string {
  if (token) return token;
  const file = path.join(keysDirOf(storage), `${tokenName}.token`);
  if (!existsSync(file)) {
    throw new ReleaseRefusal('TOKEN_UNKNOWN', `There is no token ${file}: set RELEASE_TOKEN, or --as to another name.`);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Signed with the owning team's key, from the key folder of this machine; files that the store lacks are sent first. */
export function publishFolder(
  { call }: Connection,
  folder: BuildFolder,
  storage: ReleaseStorage,
): Promise<ReleaseAnswer<'publish'>> {
  const { owner } = parseDescriptor(folder.payload);
  return sendBuild(call, folder, teamKey(storage, owner));
}

const TIMEOUT_MS = 30_000;

const connectHttp = (url: string, options: ConnectOptions): Connection => ({
  place: url,
  close: () => Promise.resolve(),
  call: releaseClient({ baseUrl: url.replace(/\/$/, ''), token: tokenOf(options), timeoutMs: TIMEOUT_MS }),
});

/** Whoever holds the file of a token is that person. @throws {ReleaseRefusal} `TOKEN_UNKNOWN` */
export function actorNamed(keys: KeyFolder, tokenName: string): Actor {
  const file = keys.tokens().find(({ name }) => name === tokenName);
  if (!file) throw new ReleaseRefusal('TOKEN_UNKNOWN', `There is no token named ${tokenName}.`);
  return { name: file.name, role: file.role, team: file.team };
}

/** The database and files themselves, with no program. `isEmpty`: a database without releases will do. */
async function openFiles(options: ConnectOptions, { isEmpty }: { isEmpty: boolean }) {
  if (!options.databaseUrl && !existsSync(path.join(options.dataDir, 'pg/PG_VERSION'))) {
    throw new ReleaseRefusal('NO_PROGRAM', `No program answers, and ${options.dataDir} holds no database.`);
  }
  const lock = lockDataDir(options.dataDir, 'command');
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
    if (!rows[0]?.snapshots && !isEmpty) throw new ReleaseRefusal('NO_PROGRAM', 'This database holds no releases.');
    existingKeys(options.storage);
    await migrateReleases(db);
    const core = openReleaseCore(options.storage, { db });
    return { db, core, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Brings an empty database back from the store of builds. @throws {ReleaseRefusal} `PROGRAM_ANSWERS`, `NOT_LOST` */
export async function rebuildFiles(options: ConnectOptions): Promise<Rebuilt> {
  const url = await runningUrl(options.dataDir);
  if (url) throw new ReleaseRefusal('PROGRAM_ANSWERS', `A program answers at ${url}: it rebuilds when it starts.`);
  const { core, close } = await openFiles(options, { isEmpty: true });
  try {
    assertManages(actorNamed(core.keys, options.tokenName));
    const rebuilt = await rebuildReleases(core);
    if (rebuilt) return rebuilt;
    throw new ReleaseRefusal('NOT_LOST', 'The database holds releases, or the store holds no ledger.');
  } finally {
    await close();
  }
}

async function connectFiles(options: ConnectOptions): Promise<Connection> {
  const { db, core, close } = await openFiles(options, { isEmpty: false });
  try {
    // Nothing is decided on a database older than the store: what it does not know would be lost.
    if (await ledgerHead(db)) await rebuildReleases(core);
    await core.registry.claimPublished();
    const actor = actorNamed(core.keys, options.tokenName);
    const health = createHealthStore({ db, now: core.now, isServed: () => false });
    const served = (channel: string) => Promise.resolve({ channel, number: null, sites: [] });
    const operations = releaseOperations(core, { health, served });
    return {
      place: `the files in ${options.dataDir} (the program is not running)`,
      close,
      call: (name, request) =>
        dispatch({ operations, noteRefusal: noteRefusals(db, core.now) }, name, request, () =>
          Promise.resolve(actor),
        ) as Promise<ReleaseAnswer<typeof name>>,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
