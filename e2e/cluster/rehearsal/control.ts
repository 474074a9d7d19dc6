import { existsSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';

/** What can be asked of a running cluster, by its socket. Answers are lines for a person; the last one begins with `ok` or `failed`. */
export type Act = (args: readonly string[], say: (line: string) => void) => Promise<void>;

const MAX_LINE = 1_000;

/** @param acts - by name; each gets the words after it */
export async function listenForActs(socketFile: string, acts: Record<string, Act>): Promise<Server> {
  rmSync(socketFile, { force: true });
  const server = createServer((socket) => {
    let line = '';
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('data', (text: string) => {
      line += text;
      if (line.length > MAX_LINE) socket.destroy();
      if (!line.includes('\n')) return;
      socket.removeAllListeners('data');
      const [name = '', ...args] = line.trim().split(/\s+/);
      const act = acts[name];
      const say = (said: string) => socket.write(`${said}\n`);
      const done = act
        ? act(args, say)
        : Promise.reject(new Error(`There is no act ${name}. There are: ${Object.keys(acts).join(', ')}`));
      done.then(
        () => socket.end('ok\n'),
        ({ message }: Error) => socket.end(`failed: ${message}\n`),
      );
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketFile, resolve));
  return server;
}

/** Speaks to a running cluster. @returns what it said, or `null` where none runs */
export async function askCluster(
  socketFile: string,
  words: readonly string[],
  say: (line: string) => void,
): Promise<boolean | null> {
  if (!existsSync(socketFile)) return null;
  return new Promise((resolve) => {
    let said = '';
    const socket = createConnection(socketFile, () => socket.write(`${words.join(' ')}\n`));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (said += text));
    // Left by a cluster that was killed.
    socket.on('error', () => resolve(null));
    socket.on('end', () => {
      const lines = said.trimEnd().split('\n');
      const last = lines.at(-1) ?? '';
      for (const line of last === 'ok' ? lines.slice(0, -1) : lines) say(line);
      resolve(last === 'ok');
    });
  });
}
