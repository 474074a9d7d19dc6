import type { BlobStore } from '@redress/server/blob-store';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { isRead } from '@redress/release-client/publish';
import { contentKey, encodedKey } from '../blobs/build-files.ts';
import { findPlatformFaults, type PlatformFault } from './platform-faults.ts';
import { findSecrets, findUnsafeCode } from './unsafe-code.ts';

/** What is read from a build's own files. */
export interface BuildFacts {
  /** Unsafe constructs by file. */
  unsafe: Record<string, string[]>;
  /** What does not fit into a page that others share; of a remote. */
  platformFaults: PlatformFault[];
  /** Bytes on the wire, brotli where it is compressed, by file. */
  wireBytes: Record<string, number>;
}

/** Where the files of a build are. */
export interface BuildFiles {
  /** Text of a file that {@link isRead}. */
  text(file: string): Promise<string>;
  wireBytes(file: string): Promise<number>;
}

/** Reads a kept build: what its scripts hold, and what it costs on the wire. */
export function measureBuild(descriptor: BuildDescriptor, blobs: BlobStore): Promise<BuildFacts> {
  const integrityOf = (file: string) => descriptor.files[file]?.integrity ?? '';
  return measureFiles(descriptor, {
    text: async (file) => (await blobs.get(contentKey(integrityOf(file))))?.toString('utf8') ?? '',
    wireBytes: async (file) =>
      (await blobs.get(encodedKey(integrityOf(file), 'br')))?.length ?? descriptor.files[file]?.bytes ?? 0,
  });
}

/** The same of a build wherever its files are. */
export async function measureFiles(descriptor: BuildDescriptor, files: BuildFiles): Promise<BuildFacts> {
  const facts: BuildFacts = { unsafe: {}, platformFaults: [], wireBytes: {} };
  for (const file of Object.keys(descriptor.files)) {
    facts.wireBytes[file] = await files.wireBytes(file);
    if (!isRead(file)) continue;
    const source = await files.text(file);
    const unsafe = [
      ...(file.endsWith('.js') ? findUnsafeCode(source, { isShell: descriptor.name === 'shell' }) : []),
      ...findSecrets(source),
    ];
    if (descriptor.name !== 'shell') facts.platformFaults.push(...findPlatformFaults(file, source));
    if (unsafe.length > 0) facts.unsafe[file] = unsafe;
  }
  return facts;
}
