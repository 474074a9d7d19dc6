import type { BlobStore } from '@redress/blob-store';
import type { SignedBuild } from '@redress/contracts/release-api';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { integrityOf } from '@redress/release-client/publish';
import { contentKey, descriptorKey, encodedKey, ENCODINGS, type Encoding } from '../blobs/build-files.ts';
import { compress, isCompressible } from '../blobs/compress.ts';
import { whileStoreAnswers } from '../blobs/store-answers.ts';
import { isCopyOf } from './file-check.ts';
import type { Trust } from '../keys/trust.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { openSignedBuild } from './signed-build.ts';

const MAX_FILE_BYTES = 5_000_000;
const MAX_BUILD_BYTES = 40_000_000;
const MAX_FILES = 500;
/**
 * Pages and slots of a remote stand in every document of the site, and each page is a document that every site draws when
 * it takes a snapshot.
 */
const MAX_PAGES = 100;
const MAX_SLOTS = 100;
const MAX_NAME_LENGTH = 200;
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
 * @throws {ReleaseRefusal} `DESCRIPTOR_INVALID`, `SIGNATURE_INVALID`, `FILE_MISSING`, `FILE_MISMATCH`, `BUILD_EXISTS`, `STORE_AWAY`
 */
export const publishBuild = (args: PublishArgs): Promise<PublishedBuild> => whileStoreAnswers(() => keepBuild(args));

interface PublishArgs {
  signed: SignedBuild;
  trust: Trust;
  blobs: BlobStore;
  readFile: (path: string) => Promise<Buffer | null>;
}

async function keepBuild(args: PublishArgs): Promise<PublishedBuild> {
  const { signed, trust, blobs } = args;
  const descriptor = openSignedBuild(signed, trust);
  assertPublishable(descriptor);
  const key = descriptorKey(descriptor.name, descriptor.buildId);
  const standing = await blobs.get(key);
  // The same again is without effect, unless the store has lost something of it: then it is put back.
  if (standing && JSON.parse(standing.toString('utf8')).payload !== signed.payload) {
    throw new ReleaseRefusal(
      'BUILD_EXISTS',
      `${descriptor.name} ${descriptor.buildId} is published with other contents.`,
    );
  }
  for (const [path, { integrity, bytes }] of Object.entries(descriptor.files)) {
    await keepFile(args, { path, integrity, bytes });
  }
  if (!standing) await blobs.put(key, Buffer.from(JSON.stringify(signed)));
  return { descriptor, isNew: !standing };
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
  const { integrity } = file;
  await keep(blobs, contentKey(integrity), content, (bytes) => integrityOf(bytes) === integrity);
  if (!isCompressible(file.path, content)) return;
  const missing: Encoding[] = [];
  for (const encoding of ENCODINGS) {
    const copy = await blobs.get(encodedKey(integrity, encoding));
    if (!copy || !(await isCopyOf(integrity, encoding, copy))) missing.push(encoding);
  }
  if (missing.length === 0) return;
  const encoded = await compress(content, BEST_BROTLI);
  await Promise.all(
    missing.map((encoding) => keep(blobs, encodedKey(integrity, encoding), encoded[encoding], () => false)),
  );
}

/** Puts bytes into the store, in the place of others where these are not the published ones. */
async function keep(blobs: BlobStore, key: string, bytes: Buffer, isRight: (stored: Buffer) => boolean): Promise<void> {
  const stored = await blobs.get(key);
  if (!stored) await blobs.put(key, bytes);
  else if (!isRight(stored)) await blobs.replace(key, bytes);
}

/** What is wrong with a descriptor whatever its files hold. @throws {ReleaseRefusal} `DESCRIPTOR_INVALID` */
export function assertPublishable(descriptor: BuildDescriptor): void {
  const files = Object.entries(descriptor.files);
  const total = files.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  const wrong =
    files.length > MAX_FILES || total > MAX_BUILD_BYTES
      ? `${files.length} files of ${total} bytes are more than a build may hold.`
      : files.find(([path]) => path.split('/').some((part) => part === '' || part === '.' || part === '..'))
        ? 'A file of the build lies outside it.'
        : files.find(([, { bytes }]) => bytes < 0 || bytes > MAX_FILE_BYTES)
          ? `A file of the build is larger than ${MAX_FILE_BYTES} bytes.`
          : tooMuchForDocuments(descriptor);
  const { runtime, name, globalName } = descriptor;
  const own = name.replaceAll('-', '_');
  if (runtime && [runtime.instance, globalName, runtime.chunks.replace(/^[a-z]+Chunk/, '')].some((it) => it !== own)) {
    throw new ReleaseRefusal('DESCRIPTOR_INVALID', `The container of ${name} must be named ${own}.`);
  }
  if (wrong) throw new ReleaseRefusal('DESCRIPTOR_INVALID', wrong);
  if (descriptor.name !== descriptor.config.name || descriptor.owner !== descriptor.config.owner) {
    throw new ReleaseRefusal(
      'DESCRIPTOR_INVALID',
      'build.json and the remote.config it carries name different remotes.',
    );
  }
}

function tooMuchForDocuments({ version, globalName, config }: BuildDescriptor): string | null {
  const slots = Object.keys(config.slots);
  if (config.routes.length > MAX_PAGES || slots.length > MAX_SLOTS) {
    return `A remote has ${MAX_PAGES} pages and ${MAX_SLOTS} slots at most.`;
  }
  const names = [version, globalName, ...slots, ...config.routes.flatMap(({ path, title }) => [path, title])];
  const long = names.find((name) => name.length > MAX_NAME_LENGTH);
  return long === undefined ? null : `${long.slice(0, 40)}… is longer than ${MAX_NAME_LENGTH} characters.`;
}
