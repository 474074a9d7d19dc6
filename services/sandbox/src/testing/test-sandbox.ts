import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '@redress/telemetry/server';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts';

export interface TestSandbox extends Sandbox {
  /** The same folder opened again, as after a kill. */
  restart(changes?: Partial<SandboxOptions>): Promise<TestSandbox>;
  /** Asks the control server to change something. */
  turn(path: string, body: unknown, headers?: Record<string, string>): Promise<{ status: number; body: object }>;
}

const running = new Set<Sandbox>();
const folders = new Set<string>();

/** A started sandbox on free ports, in a folder of its own; `stopSandboxes` ends it. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'redress-sandbox-'));
  folders.add(dataDir);
  const given = { siteOrigin: 'http://localhost:4449', seed: 'test', ...options, dataDir };
  const sandbox = createSandbox({ logger: createLogger({ name: 'sandbox', level: 'fatal' }), ...given });
  running.add(sandbox);
  await sandbox.start();
  return {
    ...sandbox,
    async restart(changes) {
      await sandbox.stop();
      return startTestSandbox({ ...given, ...changes });
    },
    async turn(route, body, headers) {
      const response = await fetch(`${sandbox.world().addresses.control}${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as object };
    },
  };
}

export async function stopSandboxes(): Promise<void> {
  for (const sandbox of running) await sandbox.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  running.clear();
  folders.clear();
}
