import { AsyncLocalStorage } from 'node:async_hooks';

/** Until when a call may begin another statement, on the clock of `performance.now()`. */
const current = new AsyncLocalStorage<{ endsAt: number }>();

/** What undoes a transaction, and what a pool says to a new connection, whoever waits for it. */
const ALWAYS = /^\s*(rollback|set)\b/i;

/**
 * Work whose caller leaves: each statement has a limit, and so has all of it. Once a transaction of it is being committed it goes on,
 * for what has happened must not be told as refused.
 * @param ms - after these no other statement is sent; it fails as one that took too long, and its transaction is undone
 */
export const withinTime = <T>(ms: number, work: () => T): T => current.run({ endsAt: performance.now() + ms }, work);

/** Milliseconds, `Infinity` outside of {@link withinTime}. */
export const timeLeftMs = (): number => Math.max(0, (current.getStore()?.endsAt ?? Infinity) - performance.now());

/** @returns why a statement must not be sent any more */
export function refusedForTime(statement: string): Error | null {
  const store = current.getStore();
  if (store && /^\s*commit\b/i.test(statement)) store.endsAt = Infinity;
  if (timeLeftMs() > 0 || ALWAYS.test(statement)) return null;
  return Object.assign(new Error('The time of this call is over.'), { code: '57014' });
}
