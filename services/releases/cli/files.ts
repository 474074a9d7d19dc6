import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { lockDataDir, openDatabase, startEmbeddedPostgres } from '@redress/database';
import type { ReleaseAnswer } from '@redress/release-client';
import type { Connection } from './connection.ts';
import { actorNamed, existingKeys } from './keys.ts';
import type { Place } from './place.ts';
import { assertManages } from '../src/http/actor.ts';
import { dispatch } from '../src/http/dispatch.ts';
import { ledgerHead } from '../src/ledger/ledger.ts';
import { noteRefusals } from '../src/ledger/note-refusals.ts';
import { releaseOperations } from '../src/operations.ts';
import { migrateReleases, openReleaseCore } from '../src/release-core.ts';
import { ReleaseRefusal } from '../src/refusal.ts';
import { createArchive } from '../src/snapshots/archive.ts';
import { rebuildReleases, type Rebuilt } from '../src/snapshots/rebuild.ts';
import type { ReleaseTables } from '../src/store/schema.ts';

export { rollBackFiles } from '../src/channels/break-glass.ts';
export { openBlobs, openHeads } from '../src/release-core.ts';
export { sayRebuilt } from '../src/snapshots/rebuild.ts';

/** The database and files themselves, with no program. `isEmpty`: a database without releases will do. */
async function openFiles(options: Place, { isEmpty }: { isEmpty: boolean }) {
  if (!options.databaseUrl && !existsSync(path.join(options.dataDir, 'pg/PG_VERSION')))
    throw new ReleaseRefusal('NO_PROGRAM', `No program answers, and ${options.dataDir} holds no database.`);
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

/** Brings an empty database back from the store of builds. @throws {ReleaseRefusal} `NOT_LOST` */
export async function rebuildFiles(options: Place, tokenName: string): Promise<Rebuilt> {
  const { core, close } = await openFiles(options, { isEmpty: true });
  try {
    assertManages(actorNamed(core.keys, tokenName));
    const rebuilt = await rebuildReleases(core);
    if (rebuilt) return rebuilt;
    throw new ReleaseRefusal('NOT_LOST', 'The database holds releases, or the store holds no ledger.');
  } finally {
    await close();
  }
}

/** Releases without a program: its database and files themselves. */
export async function connectFiles(options: Place, tokenName: string): Promise<Connection> {
  const { db, core, close } = await openFiles(options, { isEmpty: false });
  try {
    // Nothing is decided on a database older than the store: what it does not know would be lost.
    if (await ledgerHead(db)) await rebuildReleases(core);
    await core.registry.claimPublished();
    const actor = actorNamed(core.keys, tokenName);
    const served = (channel: string) => Promise.resolve({ channel, number: null, sites: [] });
    const operations = releaseOperations(core, { served });
    return {
      async close() {
        // The database may be lost before a program runs. A store that is away has it from the next start.
        await createArchive(core)
          .copyAll()
          .catch(() => {});
        await close();
      },
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
