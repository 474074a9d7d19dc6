import { createPublicKey, verify } from 'node:crypto';
import { signedPassText, type PassKeys, type PassKind } from '@redress/contracts/passes';
import * as z from 'zod/mini';

const PASS = /^([0-9a-f]{16})\.([\w-]{1,800})\.([\w-]{86})$/;

/** Which key a pass says that it was signed by; nothing is verified. */
export const keyIdOf = (text: string): string | undefined => PASS.exec(text)?.[1];

/**
 * Reads what a browser sent as a pass. Never throws: whatever is not signed for this purpose by one of the keys, or is
 * over, is `null`.
 * @param keys - those in force: who signs with a key that was taken out of use makes no passes any more
 */
export function openPass<Pass extends { until: number }>(
  text: string | undefined,
  { kind, form, keys, now }: { kind: PassKind; form: z.ZodMiniType<Pass>; keys: PassKeys; now: Date },
): Pass | null {
  const [, keyId = '', payload64 = '', signature64 = ''] = PASS.exec(text ?? '') ?? [];
  const key = Object.hasOwn(keys, keyId) ? keys[keyId] : undefined;
  if (key === undefined) return null;
  const payload = Buffer.from(payload64, 'base64url').toString('utf8');
  try {
    if (!isSigned(key, signedPassText(kind, payload), signature64)) return null;
    const pass = z.safeParse(form, JSON.parse(payload));
    return pass.success && pass.data.until * 1_000 > now.getTime() ? pass.data : null;
  } catch {
    return null;
  }
}

function isSigned(publicKey: string, text: string, signature64: string): boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature64, 'base64url'));
}
