import type { BlobStore } from '@redress/server/blob-store';
import { buildBase, type BuildDescriptor, type SnapshotBuild } from '@redress/contracts/releases';
import { LRUCache } from 'lru-cache';
import { integrityOf } from '@redress/release-client/publish';
import {
  contentKey,
  copyKeys,
  descriptorKey,
  dictionaryCopiesKey,
  encodedKey,
  type Encoding,
} from '../blobs/build-files.ts';
import { type DictionaryCopies, unpackCopies } from '../blobs/dictionary-copies.ts';
import { isCopyOf, type FileCheck } from '../builds/file-check.ts';
import { openSignedBuild, storedBuild } from '../builds/signed-build.ts';
import type { Trust } from '../keys/trust.ts';
import { isReleaseRefusal } from '../refusal.ts';

const MAX_DESCRIPTORS = 1_000;
const MAX_NOTED = 20;
const OTHER_BYTES = 'the stored bytes are not the published ones; they are not served.';

const folderOf = ({ version, buildId }: SnapshotBuild): string => `${version}-${buildId}`;

/** Published builds as the store has them: descriptors, bytes of files, and which files are lost. */
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
}) {
  const descriptors = new LRUCache<string, BuildDescriptor>({ max: MAX_DESCRIPTORS });
  const lost = new Set<string>();

  /** Named in readyz as long as it is so, and once in the log. */
  function note(name: string, what: string): null {
    if (!lost.has(name)) log(`FILES_LOST: ${name}: ${what}`);
    if (lost.size < MAX_NOTED) lost.add(name);
    return null;
  }

  /** @param folder - `0.1.0-0123456789ab`, as in an asset's address; `null` for a build that was never published */
  const open = async (name: string, folder: string): Promise<BuildDescriptor | null> => {
    const buildId = folder.slice(-12);
    if (!/^(shell|mf-[a-z0-9-]{1,40})$/.test(name) || !/^[0-9a-f]{12}$/.test(buildId)) return null;
    // By its id: an address may say any version, and to read and verify a build is much work.
    const known = descriptors.get(`${name} ${buildId}`);
    const signed = known ? null : await storedBuild(blobs, name, buildId);
    const descriptor = known ?? (signed && openSignedBuild(signed, trust()));
    if (descriptor) descriptors.set(`${name} ${buildId}`, descriptor);
    return descriptor && buildBase(descriptor) === `/assets/${name}/${folder}/` ? descriptor : null;
  };
  const describeBuild = (build: SnapshotBuild) => open(build.name, folderOf(build));
  /** A build for an address that anybody may ask: one without a signature that is trusted now is not there. */
  const describe = (name: string, folder: string): Promise<BuildDescriptor | null> =>
    open(name, folder).catch((error: unknown) => {
      if (isReleaseRefusal(error)) return null;
      throw error;
    });

  return {
    describe,
    describeBuild,

    /** A build of this remote that was described of late and has a file of this name. */
    describedWith: (name: string, path: string) =>
      [...descriptors.values()].find((known) => known.name === name && Object.hasOwn(known.files, path)) ?? null,

    /** Bytes of a build's file, checked against its hash; `null` when the store has lost them. */
    async file(descriptor: BuildDescriptor, path: string, encoding?: Encoding): Promise<Buffer | null> {
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

    /** Its copies that are compressed against earlier contents; none where there are none, or where they are spoilt. */
    async dictionaryCopies(descriptor: BuildDescriptor, path: string): Promise<DictionaryCopies> {
      const integrity = descriptor.files[path]?.integrity;
      const packed = integrity ? await blobs.get(dictionaryCopiesKey(integrity)) : null;
      if (!packed) return new Map();
      const copies = unpackCopies(packed);
      if (!copies) note(`${descriptor.name} ${descriptor.buildId} ${path} (dcz)`, OTHER_BYTES);
      return copies ?? new Map();
    },

    /** @returns `mf-letters 0123456789ab main.js` for each file of the build that the store has lost */
    async lostOf(build: SnapshotBuild): Promise<string[]> {
      const descriptor = await describeBuild(build);
      const names = descriptor ? await files.lost(descriptor) : ['build.json'];
      return names.map((file) => `${build.name} ${build.buildId} ${file}`);
    },

    /** Keys in the store of the build's files, its descriptor and all compressed copies. */
    async keysOf(build: SnapshotBuild): Promise<string[]> {
      const descriptor = await describeBuild(build).catch(() => null);
      const contents = Object.values(descriptor?.files ?? {}).flatMap(({ integrity }) => [
        contentKey(integrity),
        ...copyKeys(integrity),
      ]);
      return [descriptorKey(build.name, build.buildId), ...contents];
    },

    /** Files that `file` could not give since `forgetLost`. */
    foundLost: () => [...lost],
    forgetLost: () => lost.clear(),
  };
}
export type StoredBuilds = ReturnType<typeof createStoredBuilds>;
