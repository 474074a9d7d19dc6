import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** `away`: 503. `slow`: 5 s late. `closing`: the connection ends without an answer. */
export type StoreFault = 'away' | 'slow' | 'closing';

/** Stands between the processes and the S3 server. */
export interface StoreProxy {
  url: string;
  set(fault: StoreFault | null): void;
  close(): Promise<void>;
}

const SLOW_MS = 5_000;

export async function startStoreProxy(storeUrl: string): Promise<StoreProxy> {
  const store = new URL(storeUrl);
  let fault: StoreFault | null = null;
  const server = createServer((incoming, outgoing) => {
    if (fault === 'away') return void outgoing.writeHead(503).end();
    if (fault === 'closing') return void incoming.socket.destroy();
    const { method, url, headers } = incoming;
    const onward = ask({ host: store.hostname, port: store.port, method, path: url, headers }, (answer) => {
      void wait(fault === 'slow' ? SLOW_MS : 0).then(() => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
    });
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (next) => void (fault = next),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
