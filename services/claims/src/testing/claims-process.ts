import { randomBytes } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import { createSandbox, type Sandbox } from '@redress/sandbox';
import { createLogger } from '@redress/telemetry/server';
import { leasePorts } from '@redress/testing/ports';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ClaimsProgramSettings } from './claims-program.ts';
import { claimsTemplate } from './claims-template.ts';
import { startTestMailbox, type TestMailbox } from './test-mailbox.ts';
import { TestClient } from './test-client.ts';
import { sandboxProviders, testProviders } from './test-providers.ts';

const PROGRAM = fileURLToPath(new URL('./claims-program.ts', import.meta.url));

/** The service in a process that can be killed, over a database, a mailbox and an outside world that stay. */
export interface ClaimsProcess {
  database: TestDatabase;
  mailbox: TestMailbox;
  sandbox: Sandbox;
  /** kill -9: nothing is written and no one is notified. */
  kill(): Promise<void>;
  start(): Promise<void>;
  browser(): TestClient;
  /** Waits until something holds; fails after a limit. */
  until<T>(what: string, look: () => Promise<T | null | undefined | false>, limitMs?: number): Promise<T>;
  stop(): Promise<void>;
}

export async function startClaimsProcess({
  changeWindowMinutes,
}: {
  changeWindowMinutes: number;
}): Promise<ClaimsProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-claims-process-'));
  const ports = await leasePorts(1);
  const port = ports.first;
  const origin = `http://127.0.0.1:${port}`;
  const database = await createTestDatabase(claimsTemplate());
  const mailbox = await startTestMailbox();
  const sandbox = createSandbox({
    dataDir: path.join(folder, 'sandbox'),
    siteOrigin: origin,
    seed: 'kill',
    logger: createLogger({ name: 'sandbox', level: 'fatal' }),
  });
  await sandbox.start();
  const settings: ClaimsProgramSettings = {
    port,
    databaseUrl: database.url,
    secret: randomBytes(32).toString('hex'),
    config: {
      siteOrigin: origin,
      changeWindowMinutes,
      providers: {
        ...testProviders(path.join(folder, 'blobs'), mailbox.port),
        ...sandboxProviders(sandbox.world()),
      },
    },
  };
  let child: ChildProcess | null = null;
  const processes: ClaimsProcess = {
    database,
    mailbox,
    sandbox,
    async start() {
      const started = spawn(process.execPath, ['--no-warnings', PROGRAM], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, CLAIMS_PROGRAM: JSON.stringify(settings), NODE_OPTIONS: '' },
      });
      child = started;
      const ended = once(started, 'exit').then(() => {
        throw new Error('The program ended before it was ready.');
      });
      ended.catch(() => {});
      await Promise.race([once(started.stdout as NodeJS.ReadableStream, 'data'), ended]);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    browser: () => new TestClient(remoteApp(origin), origin),
    async until(what, look, limitMs = 75_000) {
      const limit = Date.now() + limitMs;
      for (;;) {
        const found = await look().catch(() => null);
        if (found) return found;
        if (Date.now() > limit) throw new Error(`Timed out: ${what}.`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async stop() {
      await processes.kill();
      await sandbox.stop();
      await mailbox.stop();
      await database.drop();
      await ports.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await processes.start();
  } catch (error) {
    await processes.stop();
    throw error;
  }
  return processes;
}

/** As much of a server as {@link TestClient} asks of one, over a socket. */
function remoteApp(origin: string): FastifyInstance {
  const inject = async ({ method, url, headers, payload }: InjectOptions) => {
    const response = await fetch(`${origin}${String(url)}`, {
      method: method ?? 'GET',
      headers: Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)] as [string, string]),
      ...(payload === undefined ? {} : { body: payload as string }),
      redirect: 'manual',
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      rawPayload: bytes,
      body: bytes.toString('utf8'),
      json: () => JSON.parse(bytes.toString('utf8')) as unknown,
      cookies: response.headers.getSetCookie().map((line) => {
        const [pair = '', ...attributes] = line.split(';');
        const [name = '', value = ''] = pair.split('=');
        const maxAge = attributes.map((each) => /max-age=(-?\d+)/i.exec(each)?.[1]).find((each) => each !== undefined);
        return { name: name.trim(), value, ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }) };
      }),
    } as unknown as LightMyRequestResponse;
  };
  return { inject } as unknown as FastifyInstance;
}
