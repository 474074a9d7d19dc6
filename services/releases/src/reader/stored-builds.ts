import type { BlobStore } from '@redress/blob-store';
import type { SignedBuild } from '@redress/contracts/release-api';
import { buildBase, type BuildDescriptor, type SnapshotBuild } from '@redress/contracts/releases';
import { LRUCache } from 'lru-cache';
import { integrityOf } from '@redress/release-client/publish';
import { contentKey, descriptorKey, encodedKey, ENCODINGS, type Encoding } from '../blobs/build-files.ts';
import { isCopyOf, type FileCheck } from '../builds/file-check.ts';
import { openSignedBuild } from '../builds/signed-build.ts';
import type { Trust } from '../keys/trust.ts';

/** Published builds as the store has them: descriptors, bytes of files, and which files are lost. */
export interface StoredBuilds {
  /** @param folder - `0.1.0-0123456789ab`, as in an asset's address; `null` for a build that was never published */
  describe(name: string, folder: string): Promise<BuildDescriptor | null>;
  describeBuild(build: SnapshotBuild): Promise<BuildDescriptor | null>;
  /** A build of this remote that was described of late and has a file of this name. */
  describedWith(name: string, path: string): BuildDescriptor | null;
  /** Bytes of a build's file, checked against its hash; `null` when the store has lost them. */
  file(descriptor: BuildDescriptor, path: string, encoding?: Encoding): Promise<Buffer | null>;
  /** @returns `mf-letters 0123456789ab main.js` for each file of the build that the store has lost */
  lostOf(build: SnapshotBuild): Promise<string[]>;
  /** Keys in the store of the build's files, its descriptor and all compressed copies. */
  keysOf(build: SnapshotBuild): Promise<string[]>;
  /** Files that `file` could not give since `forgetLost`. */
  foundLost(): string[];
  forgetLost(): void;
}

const MAX_DESCRIPTORS = 1_000;
const MAX_NOTED = 20;
const OTHER_BYTES = 'the stored bytes are not the published ones; they are not served.';

const folderOf = ({ version, buildId }: SnapshotBuild): string => `${version}-${buildId}`;

export function createStoredBuilds({
  blobs,
  files,
  trust,
  log,
}: {
  blobs: BlobStore;
  files: FileCheck;
  trust: () => Trust;
  log: (message: string) => void;
}): StoredBuilds {
  const descriptors = new LRUCache<string, BuildDescriptor>({ max: MAX_DESCRIPTORS });
  const lost = new Set<string>();

  /** Named in readyz as long as it is so, and once in the log. */
  function note(name: string, what: string): null {
    if (!lost.has(name)) log(`FILES_LOST: ${name}: ${what}`);
    if (lost.size < MAX_NOTED) lost.add(name);
    return null;
  }

  const describe: StoredBuilds['describe'] = async (name, folder) => {
    const address = `${name}/${folder}`;
    const known = descriptors.get(address);
    if (known !== undefined) return known;
    const buildId = folder.slice(-12);
    if (!/^(shell|mf-[a-z0-9-]{1,40})$/.test(name) || !/^[0-9a-f]{12}$/.test(buildId)) return null;
    const stored = await blobs.get(descriptorKey(name, buildId));
    if (!stored) return null;
    const descriptor = openSignedBuild(JSON.parse(stored.toString('utf8')) as SignedBuild, trust());
    if (buildBase(descriptor) !== `/assets/${address}/`) return null;
    descriptors.set(address, descriptor);
    return descriptor;
  };
  const describeBuild: StoredBuilds['describeBuild'] = (build) => describe(build.name, folderOf(build));

  return {
    describe,
    describeBuild,

    describedWith: (name, path) =>
      [...descriptors.values()].find((known) => known.name === name && Object.hasOwn(known.files, path)) ?? null,

    async file(descriptor, path, encoding) {
      const integrity = descriptor.files[path]?.integrity;
      if (!integrity) return null;
      const name = `${descriptor.name} ${descriptor.buildId} ${path}`;
      if (encoding) {
        const copy = await blobs.get(encodedKey(integrity, encoding));
        if (!copy || (await isCopyOf(integrity, encoding, copy))) return copy;
        return note(`${name} (${encoding})`, OTHER_BYTES);
      }
      const bytes = await blobs.get(contentKey(integrity));
      if (!bytes) return note(name, 'the store has lost it.');
      if (integrityOf(bytes) !== integrity) return note(name, OTHER_BYTES);
      lost.delete(name);
      return bytes;
    },

    async lostOf(build) {
      const descriptor = await describeBuild(build);
      const names = descriptor ? await files.lost(descriptor) : ['build.json'];
      return names.map((file) => `${build.name} ${build.buildId} ${file}`);
    },

    async keysOf(build) {
      const descriptor = await describeBuild(build).catch(() => null);
      const contents = Object.values(descriptor?.files ?? {}).flatMap(({ integrity }) => [
        contentKey(integrity),
        ...ENCODINGS.map((encoding) => encodedKey(integrity, encoding)),
      ]);
      return [descriptorKey(build.name, build.buildId), ...contents];
    },

    foundLost: () => [...lost],
    forgetLost: () => lost.clear(),
  };
}
