import { AsyncLocalStorage } from 'node:async_hooks';

/** Until when what runs now may begin a statement, on the clock of `performance.now()`. */
const endsAt = new AsyncLocalStorage<number>();

/** Statements that are sent after the limit too: the end of a transaction, and the settings of a new connection of the pool. */
const ALWAYS = /^\s*(commit|rollback|set)\b/i;

/**
 * Work of which each statement has a limit, and all of it as well. After that no statement is sent; it fails as one that took too long,
 * and its transaction is undone.
 */
export const withinTime = <T>(ms: number, work: () => T): T => endsAt.run(performance.now() + ms, work);

/** Milliseconds, `Infinity` outside of {@link withinTime}. */
export const timeLeftMs = (): number => Math.max(0, (endsAt.getStore() ?? Infinity) - performance.now());

/** @returns why a statement must not be sent any more */
export const refusedForTime = (statement: string): Error | null =>
  timeLeftMs() > 0 || ALWAYS.test(statement)
    ? null
    : Object.assign(new Error('All of it took too long.'), { code: '57014' });
