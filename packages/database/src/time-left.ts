import { AsyncLocalStorage } from 'node:async_hooks';

/** The last statement may take its own limit, and the caller is still there for the answer. */
const LAST_STATEMENT_MS = 4_000;

/** Until when a call may begin another statement, and until when its caller waits, on the clock of `performance.now()`. */
const current = new AsyncLocalStorage<{ endsAt: number; leavesAt: number }>();

/** What ends a transaction, and what a pool says to a new connection, whoever waits for it. */
const ALWAYS = /^\s*(commit|rollback|set)\b/i;

/**
 * Work whose caller leaves: each statement has a limit, and so has all of it. A statement that comes too late is not sent; it fails as
 * one that took too long, and its transaction is undone. Once a transaction is being committed the rest has the whole time: what has
 * happened must not be told as refused.
 * @param ms - how long the caller waits
 */
export function withinTime<T>(ms: number, work: () => T): T {
  const leavesAt = performance.now() + ms;
  return current.run({ endsAt: leavesAt - LAST_STATEMENT_MS, leavesAt }, work);
}

/** Milliseconds, `Infinity` outside of {@link withinTime}. */
export const timeLeftMs = (): number => Math.max(0, (current.getStore()?.endsAt ?? Infinity) - performance.now());

/** @returns why a statement must not be sent any more */
export function refusedForTime(statement: string): Error | null {
  const store = current.getStore();
  if (store && /^\s*commit\b/i.test(statement)) store.endsAt = store.leavesAt;
  if (timeLeftMs() > 0 || ALWAYS.test(statement)) return null;
  return Object.assign(new Error('The time of this call is over.'), { code: '57014' });
}
