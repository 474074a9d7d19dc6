import type { ActName } from '@redress/contracts/release-api';
import { inOneLine, type ReleaseAnswer, type ReleaseRequest } from '@redress/release-client';
import { isReleaseRefusal, ReleaseRefusal } from '../src/refusal.ts';
import { said, type Said } from './command.ts';
import type { Connection } from './connection.ts';
import { printDryRun } from './print-dry-run.ts';
import type { Typed } from './typed.ts';
import { whenServed } from './when-served.ts';

/** The snapshot this command is decided on: whoever changes the same remote in between is not overruled. */
export const seen = async ({ call }: Connection, typed: Typed): Promise<number> =>
  typed.text('seen') === undefined
    ? (await call('status', { channel: typed.channel })).number
    : Number(typed.text('seen'));

/** An answer was lost. @param again - what is given again then @throws {unknown} the error, which then says so */
export function sayDoneOnce(error: unknown, again: string): never {
  if (!isReleaseRefusal(error) || error.code !== 'UNREACHABLE') throw error;
  throw new ReleaseRefusal(error.code, `${error.message} It may be done, or not: ${again} does it once.`);
}

/** Waits until new loads get what was made, and says so. */
export async function done(
  connection: Connection,
  { channel }: Typed,
  { started, made, lines }: { started: number; made: { number: number }; lines: string[] },
): Promise<Said> {
  const served = await whenServed(connection, { channel, number: made.number, started });
  return { json: { ...made, ...served.json }, text: [...lines, ...served.lines].join('\n') };
}

/**
 * Makes a call that changes a channel or, with --dry-run, tries it.
 * @param linesOf - what to say of it besides when it is served
 */
export async function act<N extends ActName>(
  connection: Connection,
  typed: Typed,
  name: N,
  asked: ReleaseRequest<N>,
  linesOf: (made: ReleaseAnswer<N>) => string[],
): Promise<Said> {
  const request = { ...asked, seen: await seen(connection, typed) };
  if (typed.is('dry-run')) {
    // The cast: the table of acts pairs each name with its own request.
    const tried = await connection.call('dryRun', { call: name, ...request } as unknown as ReleaseRequest<'dryRun'>);
    return { ...said(tried, printDryRun), failed: tried.outcome === 'refused' };
  }
  const started = performance.now();
  // The same command given again without --seen would roll back one step further.
  const again = `the same command with --seen ${request.seen}`;
  const made = await connection.call(name, request).catch((error: unknown) => sayDoneOnce(error, again));
  return done(connection, typed, { started, made, lines: linesOf(inOneLine(made)) });
}
