import { connect } from 'node:net';

export interface Exchange {
  /** Everything that came back, byte for byte. */
  text: string;
  /** Status lines in the order in which they came. */
  statuses: number[];
  /** Who ended it: the server, or this side after `limitMs`. */
  ended: 'server' | 'limit';
  ms: number;
}

/**
 * Sends bytes as they are, without the rules of an HTTP client, and reads until the server ends the connection.
 * @param parts - sent one after the other; a number waits so many milliseconds between two
 */
export function exchange(
  url: string,
  parts: readonly (string | Buffer | number)[],
  limitMs = 4_000,
): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const chunks: Buffer[] = [];
    const done = (ended: Exchange['ended']) => {
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ text, statuses, ended, ms: performance.now() - startedAt });
    };
    const timer = setTimeout(() => done('limit'), limitMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('end', () => done('server'));
    socket.once('error', () => done('server'));
    socket.once('close', () => done('server'));
    socket.once('connect', () => {
      void (async () => {
        for (const part of parts) {
          if (typeof part === 'number') await new Promise((next) => setTimeout(next, part));
          else if (socket.writable) socket.write(part);
          else return;
        }
      })();
    });
  });
}
