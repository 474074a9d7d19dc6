import type { Socket } from 'node:net';
import type pg from 'pg';
import { createCommitGate } from './commit-gate.ts';

/** Why statements fail whose connection was ended for its silence: the next one has a new connection. */
export class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('The database did not answer.');
  }
}

type Watched = Pick<pg.Client, 'connection'>;
const socketOf = ({ connection }: Watched) => connection.stream as Socket;
/** pg keeps this field but does not declare it: false from sending a statement until its answer is complete. */
const isWaiting = (client: Watched) => (client as { readyForQuery?: boolean }).readyForQuery === false;
const end = (client: Watched) => void socketOf(client).destroy(new SilentConnection());

/**
 * Ends a connection whose server has said nothing for `limitMs` while a statement waits for its answer. The statement
 * and those queued behind it fail at once as `unavailable`, and the pool opens another connection. (`query_timeout` of
 * pg fails the one statement and gives the connection back to the pool, where each later statement waits as long.)
 * @param onEnd - called before it
 */
function endWhenSilent(client: Watched, limitMs: number, onEnd: () => void): void {
  const socket = socketOf(client);
  // Each byte in either direction starts the time anew. Not as argument of `setTimeout`: that is called once, and the time of a
  // connection that is not used is over again and again.
  socket.setTimeout(limitMs);
  socket.on('timeout', () => {
    if (!isWaiting(client)) return;
    const { bytesRead } = socket;
    // Where this thread stood still so long, the answer may be there: the event loop reads it after its timers.
    setImmediate(() => {
      if (socket.bytesRead !== bytesRead) return;
      onEnd();
      end(client);
    });
  });
}

/**
 * For the connections of one pool (`Client` of its options), which may belong to others: they end when they are silent for
 * `limitMs`, and write nothing behind a commit that stands. With a silent one end those that are idle and were last heard of
 * before it asked: a network that forgot one connection has forgotten them too, and each would cost its next user the whole
 * limit.
 * @param client - what makes them
 */
export function watchedClient(limitMs: number, client: typeof pg.Client): typeof pg.Client {
  const gate = createCommitGate();
  /** Last word of each open connection, on the clock of `performance.now()`. */
  const heardAt = new Map<Watched, number>();
  const onSilence = (askedAt: number) => {
    gate.suspect();
    for (const [other, at] of heardAt) if (at <= askedAt && !isWaiting(other)) end(other);
  };
  return class WatchedClient extends client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      gate.guard(this);
      let askedAt = 0;
      const query = this.query.bind(this) as (...args: unknown[]) => unknown;
      this.query = ((...args: unknown[]) => {
        // Behind a statement that waits, this one is sent when that is answered.
        if (!isWaiting(this)) askedAt = performance.now();
        return query(...args);
      }) as typeof this.query;
      this.once('connect', () => {
        const hear = () => heardAt.set(this, performance.now());
        hear();
        socketOf(this).on('data', hear);
        this.once('end', () => heardAt.delete(this));
        endWhenSilent(this, limitMs, () => onSilence(Math.max(askedAt, heardAt.get(this) ?? 0)));
      });
    }
  };
}
