/**
 * Whoever changes a channel holds it, and a rollback waits for it: no longer than a statement may take. What the store of
 * builds is asked takes as long as the store likes. So a change that needs something of the store lets go, reads it, and
 * begins anew with what it has read.
 */
class Unread extends Error {
  readonly key: string;
  readonly read: () => Promise<unknown>;

  constructor(key: string, read: () => Promise<unknown>) {
    super(`${key}: not read yet`);
    this.key = key;
    this.read = read;
  }
}

/** By transaction, what was read for it or failed to be. */
const readFor = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * @param holder - the transaction, if it was begun by {@link withOutsideReads}; all others wait for the store themselves
 * @param key - what is read, wholly: `files of mf-wizard 0123456789ab`
 * @throws what `read` throws
 */
export async function readOutside<T>(holder: object, key: string, read: () => Promise<T>): Promise<T> {
  const known = readFor.get(holder);
  if (!known) return read();
  if (!known.has(key)) throw new Unread(key, read);
  return known.get(key) as Promise<T>;
}

/** @returns what to do about a read that failed; one that is still to come is none */
export const unlessUnread =
  <T>(failed: (error: Error) => T) =>
  (error: Error): T => {
    if (error instanceof Unread) throw error;
    return failed(error);
  };

/**
 * Does `attempt` again until all that it reads with {@link readOutside} was read before it began.
 * @param attempt - begins a transaction and hands it to `begin`; whatever it does in it must end with it
 */
export async function withOutsideReads<T>(attempt: (begin: (holder: object) => void) => Promise<T>): Promise<T> {
  const known = new Map<string, Promise<unknown>>();
  for (;;) {
    try {
      return await attempt((holder) => readFor.set(holder, known));
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      const answer = error.read();
      known.set(error.key, answer);
      // A failure belongs to the attempt, which may know what to do without.
      await answer.catch(() => {});
    }
  }
}
