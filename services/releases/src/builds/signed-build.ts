import type { BlobStore } from '@redress/server/blob-store';
import { SignedBuild } from '@redress/contracts/release-api';
import type { BuildDescriptor } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import { parseDescriptor, signedText, verifySignature } from '@redress/release-client/publish';
import { descriptorKey } from '../blobs/build-files.ts';
import { assertOwner, isOwnerOf } from '../keys/ownership.ts';
import { ownOf, type Trust } from '../keys/trust.ts';
import { ReleaseRefusal } from '../refusal.ts';

/**
 * @returns the descriptor of a build that the remote's team signed, or the team before it
 * @throws {ReleaseRefusal} `DESCRIPTOR_INVALID`, `OWNER_CHANGED`, `SIGNATURE_INVALID`
 */
export function openSignedBuild(signed: SignedBuild, trust: Trust): BuildDescriptor {
  const descriptor = parseDescriptor(signed.payload);
  if (!isOwnerOf(trust, descriptor.name, descriptor.owner)) assertOwner(trust, descriptor.name, descriptor.owner);
  const key = ownOf(ownOf(trust.teams, descriptor.owner) ?? {}, signed.keyId);
  if (!key || !verifySignature(key, signedText(signed.payload), signed.signature))
    throw new ReleaseRefusal('SIGNATURE_INVALID', `${descriptor.name} is not signed by a key of ${descriptor.owner}.`);
  return descriptor;
}

/**
 * @returns a build as the store has it; `null` for one that it has not
 * @throws {ReleaseRefusal} `DESCRIPTOR_INVALID` when what it has is spoilt
 */
export async function storedBuild(blobs: BlobStore, name: string, buildId: string): Promise<SignedBuild | null> {
  const stored = await blobs.get(descriptorKey(name, buildId));
  try {
    return stored && z.parse(SignedBuild, JSON.parse(stored.toString('utf8')));
  } catch {
    throw new ReleaseRefusal('DESCRIPTOR_INVALID', `What the store has of ${name} ${buildId} is no signed build.`);
  }
}
