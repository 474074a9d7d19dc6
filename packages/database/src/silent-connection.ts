import type { Socket } from 'node:net';
import type pg from 'pg';
import { createCommitGate } from './commit-gate.ts';

/**
 * Ends a connection whose server has said nothing for `limitMs` while a statement waits for its answer. The statement
 * and those queued behind it fail at once as `unavailable`, and the pool opens another connection. (`query_timeout` of
 * pg fails the one statement and gives the connection back to the pool, where each later statement waits as long.)
 * @param onEnd - called before it
 */
function endWhenSilent(client: Pick<pg.Client, 'connection'>, limitMs: number, onEnd: () => void): void {
  const socket = client.connection.stream as Socket;
  // Each byte in either direction starts the time anew. Not as argument of `setTimeout`: that is called once, and the time of a
  // connection that nobody uses is over again and again.
  socket.setTimeout(limitMs);
  socket.on('timeout', () => {
    // pg keeps this field but does not declare it: false from sending a statement until its answer is complete.
    const isWaiting = (client as { readyForQuery?: boolean }).readyForQuery === false;
    if (!isWaiting) return;
    onEnd();
    socket.destroy(Object.assign(new Error('The database did not answer.'), { code: 'ETIMEDOUT' }));
  });
}

/**
 * For the connections of one pool (`Client` of its options), which may be somebody else's: they end when they are silent for
 * `limitMs`, and write nothing behind a commit that stands.
 * @param client - what makes them
 */
export function watchedClient(limitMs: number, client: typeof pg.Client): typeof pg.Client {
  const gate = createCommitGate();
  return class WatchedClient extends client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      gate.guard(this);
      this.once('connect', () => endWhenSilent(this, limitMs, gate.suspect));
    }
  };
}
