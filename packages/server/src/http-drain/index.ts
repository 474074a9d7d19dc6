import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/**
 * A stop waits for answers on their way, and ends connections that only wait for the next question. A request that never ends
 * is given up: Fastify itself waits for ever.
 */
export const drainable = { forceCloseConnections: 'idle', return503OnClosing: false, requestTimeout: 60_000 } as const;

/** It is quiet once no request has come for this long, */
const QUIET_MS = 250;
/** or nobody waits any longer for it to be quiet. */
const QUIET_LIMIT_MS = 5_000;
/** A request without an answer after this long is cut off: the process has other things to end before it is ended itself. */
const ANSWER_LIMIT_MS = 15_000;

/**
 * Two names of one site: what stands before it may have read the other one.
 * @param rawHeaders - names and values in turn, as they came
 */
export const hasOneHost = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((word, place) => place % 2 === 0 && word.toLowerCase() === 'host').length <= 1;

export interface Drain {
  /** Until no request has come for a moment, at most 5 s: a load balancer that was told has heard it then. */
  untilQuiet(): Promise<void>;
  /** Takes no more connections and lets each open one end with its next answer. Cut off is only what has none after 15 s. */
  close(): Promise<void>;
}

/**
 * @param app.server - not listening yet: requests are counted from here on
 * @param app.close - ends the server; with {@link drainable}, answers from then on say that their connection ends
 */
export function createDrain(
  app: { server: Server; close(): PromiseLike<unknown> },
  { answerLimitMs = ANSWER_LIMIT_MS } = {},
): Drain {
  const { server } = app;
  let lastRequestAt = 0;
  server.on('request', () => (lastRequestAt = performance.now()));
  const untilQuiet = async (isOver: () => Promise<boolean> = () => Promise.resolve(false)) => {
    const startedAt = performance.now();
    lastRequestAt = startedAt;
    let at = startedAt;
    while (at - lastRequestAt < QUIET_MS && at - startedAt < QUIET_LIMIT_MS && !(await isOver())) {
      await wait(QUIET_MS / 5);
      // What came while this process was busy is read first.
      await nextTurn();
      at = performance.now();
    }
  };
  const hasNoConnections = () =>
    new Promise<boolean>((resolve) => server.getConnections((error, count) => resolve(!error && count === 0)));
  return {
    untilQuiet: () => untilQuiet(),
    async close() {
      // Those that are open end with their next answer, not before: a request may be on its way on one that seems idle.
      // A server for HTTP/2 ends its sessions itself.
      const endIdle = 'closeIdleConnections' in server ? server.closeIdleConnections.bind(server) : () => {};
      server.closeIdleConnections = () => {};
      // Who has connected already is taken first.
      await nextTurn();
      const closed = app.close();
      await untilQuiet(hasNoConnections);
      endIdle();
      const cutOff = setTimeout(() => {
        if ('closeAllConnections' in server) server.closeAllConnections();
      }, answerLimitMs);
      await closed;
      clearTimeout(cutOff);
    },
  };
}
