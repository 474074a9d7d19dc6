import { randomBytes } from 'node:crypto';

/** Digits and letters that are not confused when read aloud (Crockford's alphabet). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 9;

/** 45 random bits, so that numbers tell nothing about sales. */
export const orderNumber = (): string => `R-${Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('')}`;
