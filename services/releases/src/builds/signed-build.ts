import type { SignedBuild } from '@redress/contracts/release-api';
import { BuildDescriptor } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import { verifySignature, type SigningKey } from '../keys/ed25519.ts';
import { assertOwner, isOwnerOf } from '../keys/ownership.ts';
import type { Trust } from '../keys/trust.ts';
import { ReleaseRefusal } from '../refusal.ts';

const signedText = (payload: string) => `redress build\n${payload}`;

export const signBuild = (payload: string, key: SigningKey): SignedBuild => ({
  keyId: key.keyId,
  signature: key.sign(signedText(payload)),
  payload,
});

/** @throws {ReleaseRefusal} `DESCRIPTOR_INVALID` */
export function parseDescriptor(payload: string): BuildDescriptor {
  try {
    return z.parse(BuildDescriptor, JSON.parse(payload));
  } catch (error) {
    throw new ReleaseRefusal('DESCRIPTOR_INVALID', `build.json is not a build descriptor: ${(error as Error).message}`);
  }
}

/**
 * @returns the descriptor of a build that the remote's team signed, or the team before it
 * @throws {ReleaseRefusal} `DESCRIPTOR_INVALID`, `OWNER_CHANGED`, `SIGNATURE_INVALID`
 */
export function openSignedBuild(signed: SignedBuild, trust: Trust): BuildDescriptor {
  const descriptor = parseDescriptor(signed.payload);
  if (!isOwnerOf(trust, descriptor.name, descriptor.owner)) assertOwner(trust, descriptor.name, descriptor.owner);
  const key = trust.teams[descriptor.owner]?.[signed.keyId];
  if (!key || !verifySignature(key, signedText(signed.payload), signed.signature)) {
    throw new ReleaseRefusal('SIGNATURE_INVALID', `${descriptor.name} is not signed by a key of ${descriptor.owner}.`);
  }
  return descriptor;
}
