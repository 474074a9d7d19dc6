import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { leasePorts, type PortLease } from '@redress/testing/ports';
import { originOf, startProgram, type Program } from './running-program.ts';

/** What the program says at its start, and what it leaves when it ends. */
let home: string;
let programs: Program[] = [];
let ports: PortLease;
let nextPort: number;
/** A program takes its own port, the console's behind it, and ten further for the sandbox. */
const PORTS_OF_A_PROGRAM = 20;
beforeAll(async () => {
  ports = await leasePorts(5 * PORTS_OF_A_PROGRAM);
});
afterAll(() => ports.release());
beforeEach(() => {
  nextPort = ports.first;
  home = mkdtempSync(path.join(tmpdir(), 'redress-start-'));
  chmodSync(home, 0o755);
  mkdirSync(path.join(home, 'no-builds'));
});
afterEach(async () => {
  for (const program of programs) await program.end('SIGKILL');
  programs = [];
  rmSync(home, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}): Program {
  const port = nextPort;
  nextPort += PORTS_OF_A_PROGRAM;
  const program = startProgram({
    PORT: String(port),
    DATA_DIR: path.join(home, 'data'),
    BUILDS_FROM: path.join(home, 'no-builds'),
    ROLES: 'site,releases',
    ...environment,
  });
  programs.push(program);
  return program;
}

/** Sentences a person reads: no stack, one line. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const program = start(environment);
  expect(await program.exit).toBe(1);
  const lines = program
    .output()
    .trim()
    .split('\n')
    .filter((line) => !/^Creating the database/.test(line));
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

async function occupied(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as { port: number }).port };
}

it('starts, answers, and leaves nothing running after Ctrl-C', async () => {
  const program = start();
  const origin = await originOf(program);
  expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ ok: true });
  expect((await fetch(`${origin}/`)).status).toBe(503);
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
  expect(program.output()).toMatch(/is not ready yet .*: releases: .*has no snapshot yet/);
  expect(program.output()).not.toContain('Redress is ready.');
  expect(await program.end('SIGINT')).toBe(0);
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
  // The lock is given back, so the next one starts.
  await originOf(start());
});

it('refuses a second start on one folder, and takes the folder over after a kill', async () => {
  const first = start();
  await originOf(first);
  expect(await refusal({})).toMatch(/^Another Redress \(process \d+\) is using .*: stop it first, or set DATA_DIR/);
  await first.end('SIGKILL');
  await (await start()).says(/its database still ran: ending it[\s\S]*Redress runs at http/);
});

it('says which port is in use and what to set', async () => {
  const { server, port } = await occupied();
  expect(await refusal({ PORT: String(port), HOST: '127.0.0.1' })).toBe(
    `Port ${port} is in use: stop the program that uses it, or set PORT to another port.`,
  );
  expect(await refusal({ CONSOLE_PORT: String(port) })).toMatch(/or set CONSOLE_PORT to another port/);
  server.close();
});

it('says that the data folder cannot be written to', async () => {
  writeFileSync(path.join(home, 'file'), '');
  expect(await refusal({ DATA_DIR: path.join(home, 'file', 'data') })).toMatch(/^Cannot write to .* set DATA_DIR/);
});

it('says what is wrong with DATABASE_URL, without its password', async () => {
  const { server, port } = await occupied();
  server.close();
  const program = start({ DATABASE_URL: `postgresql://me:hunter2@127.0.0.1:${port}/redress` });
  // It may be started yet.
  const sentence = `Nothing answers at 127.0.0.1:${port}/redress: start PostgreSQL there, or correct DATABASE_URL.`;
  await program.says(new RegExp(sentence.replaceAll('.', '\\.')));
  expect(program.output()).toBe(`The start waits for the database: ${sentence}\n`);
  await program.end('SIGTERM');
});

it('refuses sandbox drivers in production', async () => {
  expect(await refusal({ NODE_ENV: 'production', ROLES: 'site,claims,worker,releases' })).toMatch(
    /SANDBOX_IN_PRODUCTION=yes/,
  );
});

it('ends what it had begun when it is stopped in the middle of a start', async () => {
  const program = start();
  await program.says(/Creating the database/);
  await program.end('SIGTERM');
  await originOf(start());
});
