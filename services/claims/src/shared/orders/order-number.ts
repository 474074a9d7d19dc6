/** Digits and letters nobody mistakes for one another when read aloud (Crockford's alphabet). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 9;

/** @param chance - at least nine random bytes; 45 bits of them are used, so that numbers tell nothing about sales */
export const orderNumber = (chance: Buffer): string =>
  `R-${Array.from(chance.subarray(0, LENGTH), (byte) => ALPHABET[byte & 31]).join('')}`;
