import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Layout } from './layout.ts';

const ASK_EVERY_MS = 100;
const LIMIT_MS = 120_000;

/** @returns where a process that is none of the product takes connections */
export function portOf({ postgres, s3, https, pooler }: Layout['ports'], name: string): number {
  const [first, second] = postgres;
  const ports = new Map([
    ['postgres-1', first],
    ['postgres-2', second],
    ['s3', s3],
    ['nginx', https],
    ['pgbouncer', pooler],
  ]);
  const port = ports.get(name);
  if (port === undefined) throw new Error(`${name} has no port.`);
  return port;
}

/**
 * Until a process takes connections.
 * @throws naming it, when it does not in two minutes
 */
export async function untilListening(name: string, port: number): Promise<void> {
  for (const limit = Date.now() + LIMIT_MS; ; await wait(ASK_EVERY_MS)) {
    const socket = connect(port, '127.0.0.1');
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isListening) return;
    if (Date.now() > limit) throw new Error(`${name} takes no connection on ${port} in ${LIMIT_MS / 1_000} s.`);
  }
}
