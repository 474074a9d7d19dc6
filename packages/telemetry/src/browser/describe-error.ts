import { redactMessage } from '../redact-message.ts';

/** An error as it may leave the browser. */
export interface DescribedError {
  message: string;
  /** What it came of, when it says so. */
  cause?: string;
  /** Places in the site's scripts, innermost first: `/assets/mf-letters/1.0.0-0123456789ab/list.js:1:200`. */
  frames: string[];
}

const MAX_FRAMES = 12;
const MAX_CAUSES = 5;
const PLACE = /\/assets\/[\w./-]{1,150}\.js:\d{1,7}:\d{1,7}/g;

/** @param typed - what the person typed, which must not leave with it */
export function describeError(error: unknown, typed: readonly string[]): DescribedError {
  const chain: unknown[] = [error];
  while (chain.length < MAX_CAUSES) {
    const last = chain.at(-1);
    const cause: unknown = last instanceof Error ? last.cause : undefined;
    if (cause === undefined || cause === null) break;
    chain.push(cause);
  }
  const textOf = (thrown: unknown) =>
    redactMessage(
      thrown instanceof Error
        ? `${thrown.name}: ${thrown.message}`
        : typeof thrown === 'string'
          ? thrown
          : `thrown: ${typeof thrown}`,
      typed,
    );
  // A stack begins with the message: of it only the places are taken.
  const frames = chain.map((thrown) => (thrown instanceof Error ? (thrown.stack?.match(PLACE) ?? []) : []));
  return {
    message: textOf(error),
    ...(chain.length > 1 ? { cause: textOf(chain.at(-1)) } : {}),
    frames: (frames.findLast(({ length }) => length > 0) ?? []).slice(0, MAX_FRAMES),
  };
}
