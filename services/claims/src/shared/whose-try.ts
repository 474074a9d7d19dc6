import type { Secrets } from '../platform/secrets.ts';

const CHARACTERS = 16;

/**
 * Whose try was refused, for the log: who guesses at one account, or from one network at many, shows as lines with one digest, and
 * no line says an address.
 * @param ip - left out where a browser has proven itself by its cookie
 */
export const whoseTry = (secrets: Secrets, email: string, ip?: string) => ({
  account: secrets.digest('log-account', email).slice(0, CHARACTERS),
  ...(ip === undefined ? {} : { network: secrets.digest('log-network', ip).slice(0, CHARACTERS) }),
});
