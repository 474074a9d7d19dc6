import type { BuildDescriptor } from '@redress/contracts/releases';
import { contentKey, descriptorKey, encodedKey, ENCODINGS, integrityOf, type BlobStore } from '../blobs/blob-store.ts';
import { compress, isCompressible } from '../blobs/compress.ts';
import type { Trust } from '../keys/trust.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { openSignedBuild, type SignedBuild } from './signed-build.ts';

const MAX_FILE_BYTES = 5_000_000;
const MAX_BUILD_BYTES = 40_000_000;
const MAX_FILES = 500;
const BEST_BROTLI = 11;

export interface PublishedBuild {
  descriptor: BuildDescriptor;
  /** False when this very build was here already: publishing is then without effect. */
  isNew: boolean;
}

/**
 * Keeps a build for ever: every file is compared with the hash and size in `build.json`, kept under its hash, and
 * only then does the build exist.
 * @param readFile - a file of the build by its path in `build.json`; `null` when there is none
 * @throws {ReleaseRefusal} `DESCRIPTOR_INVALID`, `SIGNATURE_INVALID`, `FILE_MISSING`, `FILE_MISMATCH`, `BUILD_EXISTS`
 */
export async function publishBuild(args: {
  signed: SignedBuild;
  trust: Trust;
  blobs: BlobStore;
  readFile: (path: string) => Promise<Buffer | null>;
}): Promise<PublishedBuild> {
  const { signed, trust, blobs } = args;
  const descriptor = openSignedBuild(signed, trust);
  refuseBadPaths(descriptor);
  const key = descriptorKey(descriptor.name, descriptor.buildId);
  const standing = await blobs.get(key);
  if (standing) {
    if (JSON.parse(standing.toString('utf8')).payload === signed.payload) return { descriptor, isNew: false };
    throw new ReleaseRefusal(
      'BUILD_EXISTS',
      `${descriptor.name} ${descriptor.buildId} is published with other contents.`,
    );
  }
  for (const [path, { integrity, bytes }] of Object.entries(descriptor.files)) {
    await keepFile(args, { path, integrity, bytes });
  }
  await blobs.put(key, Buffer.from(JSON.stringify(signed)));
  return { descriptor, isNew: true };
}

async function keepFile(
  { blobs, readFile }: { blobs: BlobStore; readFile: (path: string) => Promise<Buffer | null> },
  file: { path: string; integrity: string; bytes: number },
): Promise<void> {
  const content = await readFile(file.path);
  if (!content) throw new ReleaseRefusal('FILE_MISSING', `${file.path} is in build.json and not in the build.`);
  if (content.length !== file.bytes || integrityOf(content) !== file.integrity) {
    throw new ReleaseRefusal('FILE_MISMATCH', `${file.path} has other bytes than build.json says.`);
  }
  if (isCompressible(file.path, content) && !(await blobs.has(encodedKey(file.integrity, 'br')))) {
    const encoded = await compress(content, BEST_BROTLI);
    for (const encoding of ENCODINGS) await blobs.put(encodedKey(file.integrity, encoding), encoded[encoding]);
  }
  await blobs.put(contentKey(file.integrity), content);
}

function refuseBadPaths(descriptor: BuildDescriptor): void {
  const files = Object.entries(descriptor.files);
  const total = files.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  const wrong =
    files.length > MAX_FILES || total > MAX_BUILD_BYTES
      ? `${files.length} files of ${total} bytes are more than a build may hold.`
      : files.find(([path]) => path.split('/').some((part) => part === '' || part === '.' || part === '..'))
        ? 'A file of the build lies outside it.'
        : files.find(([, { bytes }]) => bytes < 0 || bytes > MAX_FILE_BYTES)
          ? `A file of the build is larger than ${MAX_FILE_BYTES} bytes.`
          : null;
  if (wrong) throw new ReleaseRefusal('DESCRIPTOR_INVALID', wrong);
  if (descriptor.name !== descriptor.config.name || descriptor.owner !== descriptor.config.owner) {
    throw new ReleaseRefusal(
      'DESCRIPTOR_INVALID',
      'build.json and the remote.config it carries name different remotes.',
    );
  }
}
