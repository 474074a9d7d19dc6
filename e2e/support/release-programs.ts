import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, request as ask, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@redress/database/testing';
import { leasePorts } from '@redress/testing/ports';
import { bringCompressed } from './compressed-builds.ts';
import { endWithThis, hasEnded, START_LIMIT_MS, untilReady } from './program.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
/** A program takes its own port and the console's behind it. */
const PORTS_EACH = 2;

/** One program with the role `releases` or `site`. It ends with whoever started it. */
export function roleProgram(port: number, check: string, env: NodeJS.ProcessEnv) {
  let child: ChildProcess | undefined;
  const url = `http://localhost:${port}`;
  let forget = () => {};
  return {
    url,
    pid: () => child?.pid ?? NaN,
    async start(): Promise<void> {
      let printed = '';
      forget = endWithThis(() => child);
      child = spawn(process.execPath, [path.join(REPOSITORY, 'services/site/src/main.ts')], {
        cwd: REPOSITORY,
        env: { ...process.env, LOG_LEVEL: 'error', PORT: String(port), ...env },
      });
      child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      await untilReady(check, child, START_LIMIT_MS, () => printed);
    },
    /** With SIGKILL: no shutdown handler runs. */
    async kill(): Promise<void> {
      forget();
      if (!child || hasEnded(child)) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

export type RoleProgram = ReturnType<typeof roleProgram>;

/** As a proxy of a real installation: the next one answers where one does not. */
async function inFrontOf(ports: readonly number[]): Promise<{ url: string; server: Server }> {
  let turn = 0;
  const server = createServer((from, to) => {
    const chunks: Buffer[] = [];
    from.on('data', (chunk: Buffer) => chunks.push(chunk));
    from.on('end', () => {
      const first = (turn += 1);
      const tryAt = (attempt: number) => {
        if (attempt === ports.length) return void to.writeHead(502).end();
        const onward = ask(
          {
            host: '127.0.0.1',
            port: ports[(first + attempt) % ports.length],
            method: from.method,
            path: from.url,
            headers: from.headers,
          },
          (answer) => {
            to.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(to);
            answer.on('error', () => to.destroy());
          },
        );
        // A refused connection carried no request, so the next service is asked. After any other error the request may have been done.
        onward.on('error', (error: NodeJS.ErrnoException) =>
          error.code === 'ECONNREFUSED' ? tryAt(attempt + 1) : to.destroy(),
        );
        onward.end(Buffer.concat(chunks));
      };
      tryAt(0);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, server };
}

/** Two release services on one database, one site, and a proxy in front of both consoles. */
export async function startReleasePrograms() {
  const home = await mkdtemp(path.join(tmpdir(), 'redress-e2e-console-'));
  const database = await createTestDatabase();
  const ports = await leasePorts(3 * PORTS_EACH);
  const [one, other, site] = [0, 1, 2].map((index) => ports.first + index * PORTS_EACH) as [number, number, number];
  const releases = (port: number, name: string) =>
    roleProgram(port, `http://127.0.0.1:${port + 1}/api/alive`, {
      ROLES: 'releases',
      DATA_DIR: path.join(home, name),
      KEYS_DIR: path.join(home, 'keys'),
      DATABASE_URL: database.url,
      RELEASE_SITES: `http://localhost:${site}`,
      // What a test reports as failing stays in service.
      HEALTH_GATE: 'no',
    });
  const programs = [
    releases(one, 'one'),
    releases(other, 'other'),
    roleProgram(site, `http://localhost:${site}/readyz`, {
      ROLES: 'site',
      DATA_DIR: path.join(home, 'site'),
      KEYS_DIR: path.join(home, 'keys'),
      RELEASES_URL: `http://localhost:${one},http://localhost:${other}`,
    }),
  ] as const;
  // One store of builds, which elsewhere is a bucket.
  await mkdir(path.join(home, 'builds'));
  await bringCompressed(home);
  for (const name of ['one', 'other', 'site']) {
    await mkdir(path.join(home, name));
    await symlink(path.join(home, 'builds'), path.join(home, name, 'builds'));
  }
  // The first one makes the keys and publishes the builds.
  await programs[0].start();
  await Promise.all([programs[1].start(), programs[2].start()]);
  const { url, server } = await inFrontOf([one + 1, other + 1]);
  const token = (name: string) => readFileSync(path.join(home, 'keys', `${name}.token`), 'utf8').trim();
  return {
    /** Of the console: whichever service answers. */
    consoleUrl: url,
    one: programs[0],
    other: programs[1],
    site: programs[2],
    database,
    token,
    /** Makes a call of the release API as the holder of a token. @returns its answer, whatever it is */
    async call(name: string, method: 'GET' | 'POST', where: string, body?: object) {
      const answer = await fetch(`${url}${where}`, {
        method,
        headers: {
          authorization: `Bearer ${name.includes('_') ? name : token(name)}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return (await answer.json()) as Record<string, unknown>;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await Promise.all(programs.map((program) => program.kill()));
      await database.drop();
      await ports.release();
      await rm(home, { recursive: true, force: true });
    },
  };
}
export type ReleasePrograms = Awaited<ReturnType<typeof startReleasePrograms>>;
