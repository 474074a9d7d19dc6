import { createServer } from 'node:net';
import { ConfigRefusal } from '../config/config-refusal.ts';

/**
 * Takes a port for a moment: a program that cannot listen should say so before it starts a database.
 * @param variable - what the person changes when the port is taken
 * @returns the port; a free one for 0
 * @throws {ConfigRefusal}
 */
export async function findPort(host: string, port: number, variable: string): Promise<number> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
    return (server.address() as { port: number }).port;
  } catch (cause) {
    throw portRefusal(cause, { host, port, variable });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

function portRefusal(
  cause: unknown,
  { host, port, variable }: { host: string; port: number; variable: string },
): Error {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new ConfigRefusal(
      `Port ${port} is in use: stop the program that uses it, or set ${variable} to another port.`,
      { cause },
    );
  }
  if (code === 'EACCES') {
    return new ConfigRefusal(`This user may not listen on port ${port}: set ${variable} to a port above 1023.`, {
      cause,
    });
  }
  return new ConfigRefusal(`Cannot listen on ${host} port ${port} (${code}): set HOST to an address of this machine.`, {
    cause,
  });
}
