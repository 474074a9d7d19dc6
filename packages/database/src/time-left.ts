import { AsyncLocalStorage } from 'node:async_hooks';

/** When the caller of what runs now leaves, on the clock of `performance.now()`. */
const leavesAt = new AsyncLocalStorage<number>();

/** What ends a transaction, and what a pool says to a new connection, whoever waits for it. */
const ALWAYS = /^\s*(commit|rollback|set)\b/i;

/**
 * Work for a caller who leaves: each statement has a limit, and so has all of it. After that no statement is sent; it fails as one that
 * took too long, and its transaction is undone. Not earlier: what needs most of the time would never be done.
 * @param ms - how long the caller waits
 */
export const withinTime = <T>(ms: number, work: () => T): T => leavesAt.run(performance.now() + ms, work);

/** Milliseconds, `Infinity` outside of {@link withinTime}. */
export const timeLeftMs = (): number => Math.max(0, (leavesAt.getStore() ?? Infinity) - performance.now());

/** @returns why a statement must not be sent any more */
export const refusedForTime = (statement: string): Error | null =>
  timeLeftMs() > 0 || ALWAYS.test(statement)
    ? null
    : Object.assign(new Error('Who asked has left.'), { code: '57014' });
