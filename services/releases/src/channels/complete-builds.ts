import type { BuildDescriptor } from '@redress/contracts/releases';
import type { FileCheck } from '../builds/file-check.ts';
import type { BuildRegistry } from '../builds/registry.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { assertNotCollected } from '../retention/retention.ts';
import type { Db } from '../store/schema.ts';
import { readOutside, unlessUnread } from './outside-lock.ts';

/** Whether the store still gives the files of builds. */
export function completeBuilds({ files, registry }: { files: FileCheck; registry: Pick<BuildRegistry, 'find'> }) {
  const lost = (
    db: Db,
    build: BuildDescriptor,
    { again, repair = true }: { again: boolean; repair?: boolean },
  ): Promise<string[]> => {
    if (!again && files.isKnownWhole(build)) return Promise.resolve([]);
    return readOutside(db, `files of ${build.name} ${build.buildId}`, () => files.lost(build, { again, repair }));
  };
  return {
    /** A tab falls back to the last good build: one that is not whole is no way back, and must not hold a release up. */
    async orNull(db: Db, build: BuildDescriptor, again = false): Promise<BuildDescriptor | null> {
      const missing = await lost(db, build, { again }).catch(unlessUnread(() => ['']));
      return missing.length === 0 ? build : null;
    },

    /**
     * @param options.repair - a compressed copy that is missing is made again
     * @throws {ReleaseRefusal} `FILES_LOST`, `STORE_AWAY`
     */
    async assert(
      db: Db,
      builds: readonly (readonly [name: string, buildId: string])[],
      { repair = true }: { repair?: boolean } = {},
    ): Promise<void> {
      for (const [name, buildId] of builds) {
        const build = await registry.find(name, buildId);
        await assertNotCollected(db, name, build.buildId);
        const missing = await lost(db, build, { again: true, repair }).catch(
          unlessUnread(({ message }) => {
            throw new ReleaseRefusal('STORE_AWAY', `The files of ${name} ${build.buildId} cannot be read: ${message}`);
          }),
        );
        if (missing.length > 0)
          throw new ReleaseRefusal('FILES_LOST', `${name} ${build.buildId} lacks ${missing.join(', ')}.`);
      }
    },
  };
}
