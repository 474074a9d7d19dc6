import { createHmac, randomBytes } from 'node:crypto';
import type { Collection } from './store.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Ids that follow from a seed and a counter: with the same seed the same story gives the same ids. Without one the
 * seed is drawn once per world. The counter is never set back, so a world that was reset repeats no id that the
 * product has already stored.
 */
export function createIdSource(meta: Collection<unknown>, seed?: string) {
  if (seed !== undefined) meta.put('seed', seed);
  else if (!meta.has('seed')) meta.put('seed', randomBytes(16).toString('hex'));
  const secret = String(meta.get('seed'));
  const bytes = (length: number): Buffer => {
    const counter = Number(meta.get('counter') ?? 0) + 1;
    meta.put('counter', counter);
    const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, block) =>
      createHmac('sha256', secret).update(`${counter}.${block}`).digest(),
    );
    return Buffer.concat(blocks).subarray(0, length);
  };
  const written = (length: number, alphabet: string) =>
    [...bytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return {
    /** `pi_` + 24 letters and digits. */
    next: (prefix: string, length = 24) => `${prefix}${written(length, ALPHABET)}`,
    /** Hexadecimal digits, for ids and secrets that look so. */
    hex: (length: number) => written(length, '0123456789abcdef'),
    /** Decimal digits, for serial numbers. */
    digits: (length: number) => written(length, '0123456789'),
  };
}
