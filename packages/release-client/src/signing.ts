import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { SignedBuild } from '@redress/contracts/release-api';
import { BuildDescriptor } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import { ReleaseRefusal } from './refusal.ts';

/** Raw 32-byte Ed25519 public key, base64: the form a browser imports. */
export type PublicKey = string;

export interface SigningKey {
  keyId: string;
  publicKey: PublicKey;
  /** @returns the signature of the text's UTF-8 bytes, base64 */
  sign(text: string): string;
}

/** First 16 hex digits of the public key's SHA-256. */
const keyIdOf = (publicKey: PublicKey): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);

/** @throws when the PEM is not an Ed25519 private key */
export function signingKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new TypeError('A release key is an Ed25519 key.');
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' }) as { x: string };
  const publicKey = Buffer.from(x, 'base64url').toString('base64');
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

/** Never throws: whatever is not a valid signature is `false`. */
export function verifySignature(publicKey: PublicKey, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
      format: 'jwk',
    });
    const bytes = Buffer.from(signature, 'base64');
    return bytes.length === 64 && verify(null, Buffer.from(text), key, bytes);
  } catch {
    return false;
  }
}

/** What a team's key signs of a build: no other signed text begins like it. */
export const signedText = (payload: string): string => `redress build\n${payload}`;

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
