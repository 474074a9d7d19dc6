import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a program and the server of a test, and fails as networks do. No connection is ever closed by a fault. */
export interface DatabaseProxy {
  /** Of the same database, through here. */
  url: string;
  /** Keeps answers back, on new connections too. */
  hang(): void;
  /** Carries nothing in either direction, on new connections too; `goOn` delivers it. */
  hold(): void;
  /** Changes a byte of each row. */
  spoil(): void;
  /** Open connections carry nothing any more in either direction, for ever; new ones work: a network that lost what it knew. */
  forget(): void;
  /**
   * Ends all connections, as a server that is stopped at once; after a time so many new ones a second are let in, in turn. Those
   * whose caller has gone have their turn too: a server takes them from its queue and begins a session before it hears so.
   */
  narrow(perSecond: number, afterMs: number): void;
  goOn(): void;
  close(): void;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const socketDir = searchParams.get('host');
  const sockets = new Set<Socket>();
  let isHanging = false;
  let isSpoiling = false;
  let isHolding = false;
  let generation = 0;
  let turnMs: number | null = null;
  let nextTurnAt = 0;
  /** When the next connection is let in. */
  const turn = async () => {
    if (turnMs === null) return;
    const at = (nextTurnAt = Math.max(nextTurnAt + turnMs, performance.now()));
    await new Promise((resolve) => setTimeout(resolve, at - performance.now()).unref());
  };
  // The other side of a forgotten connection does not hear either that this one has ended.
  const carry = (near: Socket) => {
    const own = generation;
    const far = socketDir
      ? connect(`${socketDir}/.s.PGSQL.5432`)
      : connect({ host: hostname, port: Number(port || 5432) });
    const isForgotten = () => own !== generation;
    for (const socket of [near, far]) {
      sockets.add(socket);
      if (isHolding) socket.pause();
      socket.on('error', () => {});
      for (const end of ['end', 'close']) {
        socket.on(end, () => {
          if (end === 'close') sockets.delete(socket);
          if (isForgotten()) return;
          near.destroy();
          far.destroy();
        });
      }
    }
    near.on('data', (chunk: Buffer) => void (isForgotten() || far.write(chunk)));
    far.on('data', (chunk: Buffer) => {
      // A row that says it has more columns than were sent.
      if (isSpoiling) chunk.writeInt16BE(0x7fff, chunk.lastIndexOf('D') + 5);
      if (!isHanging && !isForgotten()) near.write(chunk);
    });
  };
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (near) => {
    sockets.add(near);
    near.on('error', () => {});
    void turn().then(() => {
      // Whose caller has gone has had the turn.
      if (near.destroyed) return;
      carry(near);
      if (!isHolding) near.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    hang: () => void (isHanging = true),
    spoil: () => void (isSpoiling = true),
    forget: () => void (generation += 1),
    narrow(perSecond, afterMs) {
      turnMs = 1_000 / perSecond;
      nextTurnAt = performance.now() + afterMs;
      for (const socket of sockets) socket.destroy();
    },
    hold() {
      isHolding = true;
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      isHanging = isSpoiling = isHolding = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
