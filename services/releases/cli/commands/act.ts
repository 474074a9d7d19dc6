import type { ActName } from '@redress/contracts/release-api';
import { inOneLine, type ReleaseAnswer, type ReleaseRequest } from '@redress/release-client';
import { said, type Said } from '../command.ts';
import type { Connection } from '../connection.ts';
import type { Options } from '../options.ts';
import { printDryRun } from '../print-dry-run.ts';
import { whenServed } from '../when-served.ts';

/** Waits until new loads get what was made, and says so. */
async function done(
  connection: Connection,
  { values: { channel } }: Options,
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
  options: Options,
  name: N,
  request: ReleaseRequest<N>,
  linesOf: (made: ReleaseAnswer<N>) => string[],
): Promise<Said> {
  if (options.values['dry-run']) {
    // The table pairs each name with its own request.
    const asked = { call: name, ...request } as unknown as ReleaseRequest<'dryRun'>;
    const tried = await connection.call('dryRun', asked);
    return { ...said(tried, printDryRun), failed: tried.outcome === 'refused' };
  }
  const started = performance.now();
  const made = await connection.call(name, request);
  return done(connection, options, { started, made, lines: linesOf(inOneLine(made)) });
}
