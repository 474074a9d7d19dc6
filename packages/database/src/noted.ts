import { setTimeout as wait } from 'node:timers/promises';

const TRIES = 4;
const FIRST_PAUSE_MS = 500;

/**
 * Writes down what was done outside of the database, as that a mail is out: without the note it is done again. A database that
 * is away for a moment is asked again before the caller hears of it. What is left is a program that ends in between
 * (decision 0501).
 * @throws what `write` threw last, after three and a half seconds
 */
export async function noted(write: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (tried === TRIES) throw error;
      await wait(FIRST_PAUSE_MS * 2 ** (tried - 1));
    }
  }
}
