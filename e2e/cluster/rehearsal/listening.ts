import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from '../../support/until.ts';
import type { Layout } from './layout.ts';

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
  const connects = async () => {
    const socket = connect(port, '127.0.0.1');
    return once(socket, 'connect').finally(() => socket.destroy());
  };
  await until(`${name} takes a connection on ${port}`, connects, { limitMs: LIMIT_MS });
}
