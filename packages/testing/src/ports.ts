import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

export interface PortLease {
  /** The first of the leased ports; the others follow it. */
  first: number;
  release(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Linux gives ports from 32768 upwards to outgoing connections; a leased port must never be one of those. */
const LOWEST = 12_000;
const HIGHEST = 32_000;
/**
 * Ports of one place, the first of which guards the others. A range that began anywhere could begin within the range of
 * another caller whose programs do not listen yet, and take a port from them.
 */
const WIDTH = 101;
const PLACES = Math.floor((HIGHEST - LOWEST) / WIDTH);

/**
 * Consecutive ports for a child program whose address must be known before it listens. The port before the first one
 * is held open until `release`: it excludes every other caller, in this process or another one.
 * @param count - number of ports, 1 to 100
 * @param startAt - the search begins at the place of this port; random by default, so that parallel callers rarely meet
 * @throws {Error} when there is no such place any more
 */
export async function leasePorts(count: number, startAt = randomStart()): Promise<PortLease> {
  const start = Math.floor((startAt - LOWEST) / WIDTH);
  for (let attempt = 0; attempt < PLACES; attempt += 1) {
    const guard = LOWEST + ((start + attempt) % PLACES) * WIDTH;
    const lease = await listen(guard);
    if (lease && (await areFree(guard + 1, count))) return { first: guard + 1, release: () => close(lease) };
    if (lease) await close(lease);
  }
  throw new Error(`No ${count} consecutive free ports between ${LOWEST} and ${HIGHEST}.`);
}

const randomStart = () => LOWEST + Math.floor(Math.random() * PLACES) * WIDTH;

/** @returns the listening server, or null when the port is taken */
async function listen(port: number): Promise<Server | null> {
  const server = createServer();
  server.listen({ port, host: HOST, exclusive: true });
  const isListening = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(
      () => false,
      () => false,
    ),
  ]).catch(() => false);
  return isListening ? server : null;
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

async function areFree(first: number, count: number): Promise<boolean> {
  const servers = await Promise.all(Array.from({ length: count }, (_, offset) => listen(first + offset)));
  await Promise.all(servers.filter((server) => server !== null).map(close));
  return servers.every((server) => server !== null);
}
