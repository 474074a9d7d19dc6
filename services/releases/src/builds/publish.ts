import type { BlobStore } from '@redress/server/blob-store';
import type { SignedBuild } from '@redress/contracts/release-api';
import { nameInAllBuilds, type BuildDescriptor } from '@redress/contracts/releases';
import { integrityOf } from '@redress/release-client/publish';
import {
  contentKey,
  descriptorKey,
  dictionaryCopiesKey,
  encodedKey,
  ENCODINGS,
  type Encoding,
} from '../blobs/build-files.ts';
import { compress, isCompressible } from '../blobs/compress.ts';
import {
  compressAgainst,
  dictionaryName,
  isDictionaryFor,
  packCopies,
  unpackCopies,
} from '../blobs/dictionary-copies.ts';
import { whileStoreAnswers } from '../blobs/store-answers.ts';
import { isCopyOf } from './file-check.ts';
import type { Trust } from '../keys/trust.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { openSignedBuild, storedBuild } from './signed-build.ts';

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
/** Releases of a remote whose files a returning visitor is taken to have. */
export const DICTIONARY_RELEASES = 3;

export interface PublishedBuild {
  descriptor: BuildDescriptor;
  /** False when this very build was here already: publishing is then without effect. */
  isNew: boolean;
}

/**
 * Keeps a build for ever: every file is compared with the hash and size in `build.json`, kept under its hash, and
 * only then does the build exist.
 * @param earlier - files of builds of this remote that browsers may have: what changed since is compressed against them
 * @param readFile - a file of the build by its path in `build.json`; `null` when there is none
 * @throws {ReleaseRefusal} `DESCRIPTOR_INVALID`, `SIGNATURE_INVALID`, `FILE_MISSING`, `FILE_MISMATCH`, `BUILD_EXISTS`, `STORE_AWAY`
 */
export const publishBuild = (args: PublishArgs): Promise<PublishedBuild> => whileStoreAnswers(() => keepBuild(args));

interface PublishArgs {
  signed: SignedBuild;
  trust: Trust;
  blobs: BlobStore;
  earlier: readonly BuildDescriptor['files'][];
  readFile: (path: string) => Promise<Buffer | null>;
}

async function keepBuild(args: PublishArgs): Promise<PublishedBuild> {
  const { signed, trust, blobs } = args;
  const descriptor = openSignedBuild(signed, trust);
  assertPublishable(descriptor);
  const standing = await storedBuild(blobs, descriptor.name, descriptor.buildId);
  // The same again is without effect, unless the store has lost something of it: then it is put back.
  if (standing && standing.payload !== signed.payload) {
    const message = `${descriptor.name} ${descriptor.buildId} is published with other contents.`;
    throw new ReleaseRefusal('BUILD_EXISTS', message);
  }
  for (const [path, { integrity, bytes }] of Object.entries(descriptor.files)) {
    // The same again has its copies: what browsers have changes with the next build.
    await keepFile(standing ? { ...args, earlier: [] } : args, { path, integrity, bytes });
  }
  if (!standing)
    await blobs.put(descriptorKey(descriptor.name, descriptor.buildId), Buffer.from(JSON.stringify(signed)));
  return { descriptor, isNew: !standing };
}

async function keepFile(
  { blobs, earlier, readFile }: PublishArgs,
  file: { path: string; integrity: string; bytes: number },
): Promise<void> {
  const content = await readFile(file.path);
  if (!content) throw new ReleaseRefusal('FILE_MISSING', `${file.path} is in build.json and not in the build.`);
  if (content.length !== file.bytes || integrityOf(content) !== file.integrity)
    throw new ReleaseRefusal('FILE_MISMATCH', `${file.path} has other bytes than build.json says.`);
  const { integrity } = file;
  await keep(blobs, contentKey(integrity), content, (bytes) => integrityOf(bytes) === integrity);
  if (!isCompressible(file.path, content)) return;
  await keepDictionaryCopies(blobs, { ...file, content }, earlierContents(earlier, file));
  const missing: Encoding[] = [];
  for (const encoding of ENCODINGS) {
    const copy = await blobs.get(encodedKey(integrity, encoding));
    if (!copy || !(await isCopyOf(integrity, encoding, copy))) missing.push(encoding);
  }
  if (missing.length === 0) return;
  const encoded = await compress(content);
  await Promise.all(
    missing.map((encoding) => keep(blobs, encodedKey(integrity, encoding), encoded[encoding], () => false)),
  );
}

/** Integrity of what the builds before have in the place of this file, that of each once. */
function earlierContents(earlier: PublishArgs['earlier'], file: { path: string; integrity: string }): Set<string> {
  const name = nameInAllBuilds(file.path);
  const same = earlier.flatMap((files) => Object.entries(files)).filter(([path]) => nameInAllBuilds(path) === name);
  const contents = new Set(name === null ? [] : same.map(([, { integrity }]) => integrity));
  contents.delete(file.integrity);
  return contents;
}

/** A dictionary that is gone or spoilt is left out: the file comes as to any other visitor. */
async function keepDictionaryCopies(
  blobs: BlobStore,
  { integrity, content }: { integrity: string; content: Buffer },
  dictionaries: ReadonlySet<string>,
): Promise<void> {
  if (dictionaries.size === 0) return;
  const key = dictionaryCopiesKey(integrity);
  const stored = await blobs.get(key);
  const known = (stored && unpackCopies(stored)) ?? new Map<string, Buffer>();
  const copies = new Map<string, Buffer>();
  for (const earlier of dictionaries) {
    const dictionary = await blobs.get(contentKey(earlier));
    if (!dictionary || integrityOf(dictionary) !== earlier || !isDictionaryFor(content, dictionary)) continue;
    const name = dictionaryName(dictionary);
    copies.set(name, known.get(name) ?? (await compressAgainst(content, dictionary)));
  }
  if ([...copies.keys()].every((name) => known.has(name))) return;
  const packed = packCopies(copies.values());
  await keep(blobs, key, packed, (bytes) => bytes.equals(packed));
}

/** Puts bytes into the store, in the place of others where these are not the published ones. */
async function keep(blobs: BlobStore, key: string, bytes: Buffer, isRight: (stored: Buffer) => boolean): Promise<void> {
  const stored = await blobs.get(key);
  if (!stored) await blobs.put(key, bytes);
  else if (!isRight(stored)) await blobs.replace(key, bytes);
}

/** Name of a file, folder or version that stands in addresses and documents as it is. */
const FILE_NAME = /^(?!\.{1,2}$)[\w.~@+,=!$()[\]-]{1,200}$/;

/** What is wrong with a descriptor whatever its files hold. @throws {ReleaseRefusal} `DESCRIPTOR_INVALID` */
export function assertPublishable(descriptor: BuildDescriptor): void {
  const files = Object.entries(descriptor.files);
  const total = files.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  const wrong =
    files.length > MAX_FILES || total > MAX_BUILD_BYTES
      ? `${files.length} files of ${total} bytes are more than a build may hold.`
      : ![descriptor.version, ...files.flatMap(([path]) => path.split('/'))].every((part) => FILE_NAME.test(part))
        ? 'A file of the build lies outside it, or a name or the version is none for an address.'
        : files.find(([, { bytes }]) => bytes < 0 || bytes > MAX_FILE_BYTES)
          ? `A file of the build is larger than ${MAX_FILE_BYTES} bytes.`
          : tooMuchForDocuments(descriptor);
  const { runtime, name, globalName } = descriptor;
  const own = name.replaceAll('-', '_');
  if (runtime && [runtime.instance, globalName, runtime.chunks.replace(/^[a-z]+Chunk/, '')].some((it) => it !== own))
    throw new ReleaseRefusal('DESCRIPTOR_INVALID', `The container of ${name} must be named ${own}.`);
  if (wrong) throw new ReleaseRefusal('DESCRIPTOR_INVALID', wrong);
  if (descriptor.name !== descriptor.config.name || descriptor.owner !== descriptor.config.owner) {
    const message = 'build.json and the remote.config it carries name different remotes.';
    throw new ReleaseRefusal('DESCRIPTOR_INVALID', message);
  }
}

function tooMuchForDocuments({ version, globalName, config }: BuildDescriptor): string | null {
  const slots = Object.keys(config.slots);
  if (config.routes.length > MAX_PAGES || slots.length > MAX_SLOTS)
    return `A remote has ${MAX_PAGES} pages and ${MAX_SLOTS} slots at most.`;
  const names = [version, globalName, ...slots, ...config.routes.flatMap(({ path, title }) => [path, title])];
  const long = names.find((name) => name.length > MAX_NAME_LENGTH);
  return long === undefined ? null : `${long.slice(0, 40)}… is longer than ${MAX_NAME_LENGTH} characters.`;
}
