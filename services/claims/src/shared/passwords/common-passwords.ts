import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const DIGEST_BYTES = 6;
let digests: Buffer | undefined;

/**
 * Whether a password is among the 10,000 most common ones, however it is written (R25).
 * List: scripts/make-common-passwords.ts.
 */
export function isCommonPassword(password: string): boolean {
  digests ??= readFileSync(new URL('./common-passwords.bin', import.meta.url));
  const wanted = createHash('sha256').update(password.toLowerCase()).digest().subarray(0, DIGEST_BYTES);
  let low = 0;
  let high = digests.length / DIGEST_BYTES - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = wanted.compare(digests, middle * DIGEST_BYTES, (middle + 1) * DIGEST_BYTES);
    if (order === 0) return true;
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return false;
}
