import { observedBlobStore, type BlobStore, type ObserveStore, type S3Bucket } from '@redress/server/blob-store';
import path from 'node:path';
import type { SignedRelease } from '@redress/contracts/releases';
import { loadMigrations, migrate } from '@redress/database';
import { createBuildBucket, createBuildFolder } from './blobs/build-files.ts';
import { createKeptBlobStore, type KeptBlobStore } from './blobs/kept-blob-store.ts';
import { createFileCheck } from './builds/file-check.ts';
import { createBuildRegistry, type BuildRegistry } from './builds/registry.ts';
import type { ChannelChange } from './channels/channel-change.ts';
import { createChannels, type Channels } from './channels/channels.ts';
import type { CoreParts } from './core-parts.ts';
import { keysDirOf } from './data-folder.ts';
import { openKeys, readTrust } from './keys/key-folder.ts';
import { headFiles, numberOf, type HeadFiles } from './reader/head-file.ts';
import { DEFAULT_TEAM_LIMITS, type TeamLimits } from './retention/limits.ts';
import { createRetention, type Retention } from './retention/retention.ts';
import { catchUp } from './snapshots/rebuild.ts';
import type { Db } from './store/schema.ts';

const SCHEMA = 'releases';
/** Programs that know this migration can work on the schema as it is now; see `MigrateOptions`. */
const OLDEST_KNOWN = '0001-releases';

export interface ReleaseStorage {
  /** The program's data folder: head files, and builds unless `s3` is given. */
  dataDir: string;
  /** Folder of keys and tokens; `keys` in the data folder when absent. */
  keysDir?: string;
  s3?: S3Bucket | null;
  /** Is told of each call of the store of builds. */
  observe?: ObserveStore;
}

/** Everything that decides about releases, without any way to ask it: the program adds HTTP, the command line itself. */
export interface ReleaseCore extends CoreParts {
  registry: BuildRegistry;
  channels: Channels;
  retention: Retention;
}

/** Builds in a bucket are kept on this machine as well while they serve; builds in a folder are here anyway. */
export const openBlobs = (
  { dataDir, s3, observe = () => {} }: ReleaseStorage,
  log: (message: string) => void,
): BlobStore & Partial<KeptBlobStore> =>
  s3
    ? createKeptBlobStore(observedBlobStore(createBuildBucket(s3), observe), {
        folder: path.join(dataDir, 'kept-builds'),
        log,
      })
    : observedBlobStore(createBuildFolder(path.join(dataDir, 'builds')), observe);

/** @see readTrust */
export const openTrust = (storage: ReleaseStorage, log?: (message: string) => void) =>
  readTrust(keysDirOf(storage), path.join(storage.dataDir, 'pinned-trust.json'), log);

export const openHeads = ({ dataDir }: ReleaseStorage): HeadFiles => headFiles(path.join(dataDir, 'channels'));

/** Brings the schema up to date. Safe to call from several programs at once. */
export const migrateReleases = async (db: Db): Promise<string[]> =>
  migrate(db, {
    schema: SCHEMA,
    migrations: await loadMigrations(new URL('store/migrations/', import.meta.url)),
    oldestKnown: OLDEST_KNOWN,
  });

export function openReleaseCore(
  storage: ReleaseStorage,
  deps: {
    db: Db;
    now?: () => Date;
    limits?: TeamLimits;
    log?: (message: string) => void;
    /** Where builds are, if not where `storage` says. */
    blobs?: BlobStore & Partial<KeptBlobStore>;
    onChange?: (change: ChannelChange, signed: SignedRelease) => Promise<void> | void;
  },
): ReleaseCore {
  const { db, now = () => new Date(), limits = DEFAULT_TEAM_LIMITS } = deps;
  const { onChange, log = () => {} } = deps;
  const blobs = deps.blobs ?? openBlobs(storage, log);
  const keys = openKeys(storage);
  const heads = openHeads(storage);
  const files = createFileCheck(blobs);
  const registry = createBuildRegistry({ db, blobs, keys, now, limits });
  const retention = createRetention({ db, blobs, now, log });
  const channels = createChannels({
    db,
    registry,
    keys,
    now,
    files,
    beforeChange: (channel) => catchUp(core, channel),
    headNumber: (channel) => numberOf(heads.read(channel)),
    async onChange(change, signed) {
      // The change is committed: a file that cannot be written is told in the log, not to the one who asked for the change.
      try {
        heads.write(change.channel, signed);
      } catch (error) {
        log(`${heads.fileOf(change.channel)} is behind until the next change: ${(error as Error).message}`);
      }
      await onChange?.(change, signed);
    },
  });
  const core: ReleaseCore = { db, blobs, files, keys, heads, registry, channels, retention, limits, now };
  return core;
}
