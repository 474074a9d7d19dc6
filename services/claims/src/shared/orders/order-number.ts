/** Digits and letters that are not confused when read aloud (Crockford's alphabet). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 9;

/** @param randomBytes - at least nine random bytes; 45 bits of them are used, so that numbers tell nothing about sales */
export const orderNumber = (randomBytes: Buffer): string =>
  `R-${Array.from(randomBytes.subarray(0, LENGTH), (byte) => ALPHABET[byte & 31]).join('')}`;
