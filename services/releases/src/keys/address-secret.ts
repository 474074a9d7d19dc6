import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[\w-]{32}$/;

/** What makes an address of the site known to nobody but whom it is given. */
export const newSecret = (): string => randomBytes(24).toString('base64url');

/** By this an address is found; the secret itself is kept by who made it and by browsers that opened it. */
export const digestOf = (secret: string): string | null =>
  SECRET.test(secret) ? createHash('sha256').update(secret).digest('hex') : null;
