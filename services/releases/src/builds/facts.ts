import type { BuildDescriptor } from '@redress/contracts/releases';
import { contentKey, encodedKey, type BlobStore } from '../blobs/blob-store.ts';
import { findUnsafeCode } from './unsafe-code.ts';

/** What is read from a build's own files. */
export interface BuildFacts {
  /** Unsafe constructs by file. */
  unsafe: Record<string, string[]>;
  /** Bytes on the wire, brotli where it is compressed, by file. */
  wireBytes: Record<string, number>;
}

/** Reads a kept build: what its scripts hold, and what it costs on the wire. */
export async function measureBuild(descriptor: BuildDescriptor, blobs: BlobStore): Promise<BuildFacts> {
  const facts: BuildFacts = { unsafe: {}, wireBytes: {} };
  for (const [file, { integrity, bytes }] of Object.entries(descriptor.files)) {
    facts.wireBytes[file] = (await blobs.get(encodedKey(integrity, 'br')))?.length ?? bytes;
    if (!file.endsWith('.js')) continue;
    const source = await blobs.get(contentKey(integrity));
    const unsafe = source ? findUnsafeCode(source.toString('utf8')) : [];
    if (unsafe.length > 0) facts.unsafe[file] = unsafe;
  }
  return facts;
}
