import type { BuildDescriptor } from '@redress/contracts/releases';
import type { Kysely } from 'kysely';
import type { FileCheck } from '../builds/file-check.ts';
import type { BuildRegistry } from '../builds/registry.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { assertNotCollected } from '../retention/retention.ts';
import type { ReleaseTables } from '../store/schema.ts';

/** Whether the store still gives the files of builds. */
export function wholeBuilds({ files, registry }: { files: FileCheck; registry: Pick<BuildRegistry, 'find'> }) {
  return {
    /** A tab falls back to the last good build: one that is not whole is no way back, and must not hold a release up. */
    async orNull(build: BuildDescriptor, again = false): Promise<BuildDescriptor | null> {
      const lost = await files.lost(build, { again }).catch(() => ['']);
      return lost.length === 0 ? build : null;
    },

    /**
     * @param options.repair - a compressed copy that is missing is made again
     * @throws {ReleaseRefusal} `FILES_LOST`, `STORE_AWAY`
     */
    async assert(
      db: Kysely<ReleaseTables>,
      builds: readonly (readonly [name: string, buildId: string])[],
      { repair = true }: { repair?: boolean } = {},
    ): Promise<void> {
      for (const [name, buildId] of builds) {
        const build = await registry.find(name, buildId);
        await assertNotCollected(db, name, build.buildId);
        const lost = await files.lost(build, { again: true, repair }).catch((error: Error) => {
          throw new ReleaseRefusal(
            'STORE_AWAY',
            `The files of ${name} ${build.buildId} cannot be read: ${error.message}`,
          );
        });
        if (lost.length > 0) {
          throw new ReleaseRefusal('FILES_LOST', `${name} ${build.buildId} lacks ${lost.join(', ')}.`);
        }
      }
    },
  };
}
