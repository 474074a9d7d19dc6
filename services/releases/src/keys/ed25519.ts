import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type { PublicKey } from '@redress/release-client/publish';

/** @returns a new private key, PKCS #8 PEM */
export const generatePrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

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
