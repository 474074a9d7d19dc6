import type { BlobStore } from '@redress/blob-store';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { contentKey, encodedKey } from '../blobs/build-files.ts';
import { findMisfits, type Misfit } from './misfits.ts';
import { findSecrets, findUnsafeCode } from './unsafe-code.ts';

/** What is read from a build's own files. */
export interface BuildFacts {
  /** Unsafe constructs by file. */
  unsafe: Record<string, string[]>;
  /** What does not fit into a page that others share; of a remote. */
  misfits: Misfit[];
  /** Bytes on the wire, brotli where it is compressed, by file. */
  wireBytes: Record<string, number>;
}

/** Files that hold text. */
const READ = /\.(js|css|html|json|svg|txt)$/;

/** Reads a kept build: what its scripts hold, and what it costs on the wire. */
export async function measureBuild(descriptor: BuildDescriptor, blobs: BlobStore): Promise<BuildFacts> {
  const facts: BuildFacts = { unsafe: {}, misfits: [], wireBytes: {} };
  for (const [file, { integrity, bytes }] of Object.entries(descriptor.files)) {
    facts.wireBytes[file] = (await blobs.get(encodedKey(integrity, 'br')))?.length ?? bytes;
    if (!READ.test(file)) continue;
    const source = (await blobs.get(contentKey(integrity)))?.toString('utf8') ?? '';
    const unsafe = [
      ...(file.endsWith('.js') ? findUnsafeCode(source, { isShell: descriptor.name === 'shell' }) : []),
      ...findSecrets(source),
    ];
    if (descriptor.name !== 'shell') facts.misfits.push(...findMisfits(file, source));
    if (unsafe.length > 0) facts.unsafe[file] = unsafe;
  }
  return facts;
}
