import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const PROGRAM = path.join(REPOSITORY, 'packages/remote/bin/redress-remote.mjs');
const START_LIMIT_MS = 60_000;

/** The folder of a remote that this site does not have: one page, in the signed-in area. */
const FILES: Record<string, string> = {
  'package.json': '{ "name": "mf-hello", "version": "0.1.0", "type": "module" }',
  'webpack.config.js': "export { createConfiguration as default } from '@redress/webpack-config';",
  'remote.config.ts': `import { defineRemote } from '@redress/mf-runtime/config';

export const config = defineRemote({
  name: 'mf-hello',
  owner: 'team-hello',
  routes: [{ path: '/hello', layout: 'account', documentClass: 'private', title: 'Hello', guarded: true }],
  menu: [{ to: '/hello', label: 'Hello', icon: 'mail', order: 5 }],
  updatePolicy: 'ask',
  requires: { contracts: '^1.0.0' },
});
`,
  'src/lifecycles.tsx': `import { remoteLifecycles } from '@redress/mf-runtime';
import { config } from '../remote.config.ts';
import { Hello as App } from './hello.tsx';

export const { bootstrap, mount, unmount } = remoteLifecycles({ config, App });
`,
  'src/hello.tsx': `import { PageHeading } from '@redress/ui';
import { useState } from 'react';

export function Hello() {
  const [name, setName] = useState('');
  return (
    <section>
      <PageHeading>Hello</PageHeading>
      <label>
        Name <input name="who" value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <p>Good day, {name}.</p>
    </section>
  );
}
`,
};

export type RemoteFolder = ReturnType<typeof asRemote>;

async function emptyFolder(name: string, installedFor: string): Promise<string> {
  const cache = path.join(REPOSITORY, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, `${name}-`));
  await symlink(path.join(REPOSITORY, installedFor, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

const asRemote = (folder: string) => ({
  folder,
  /** Puts a text in the place of another one, which must be there. */
  async edit(file: string, from: string, to: string): Promise<void> {
    const text = await readFile(path.join(folder, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
    await writeFile(path.join(folder, file), text.replace(from, to));
  },
  remove: () => rm(folder, { recursive: true, force: true }),
});

export async function aNewRemote(): Promise<RemoteFolder> {
  const folder = await emptyFolder('mf-hello', 'mf-account');
  await mkdir(path.join(folder, 'src'));
  for (const [file, text] of Object.entries(FILES)) await writeFile(path.join(folder, file), text);
  return asRemote(folder);
}

/** A copy of a remote of this repository, to work on. */
export async function aCopyOf(remote: string): Promise<RemoteFolder> {
  const folder = await emptyFolder(remote, remote);
  await cp(path.join(REPOSITORY, remote), folder, {
    recursive: true,
    filter: (file) => !/[\\/](node_modules|dist|test-results|\.turbo|\.cache)$/.test(file),
  });
  return asRemote(folder);
}

/**
 * `redress-remote dev …` in a folder, once its first build is done.
 * @returns `address` as it is printed, with the secret
 */
export async function runDev(folder: string, ...args: string[]) {
  let printed = '';
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, 'dev', ...args], { cwd: folder });
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  const end = Date.now() + START_LIMIT_MS;
  while (Date.now() < end && child.exitCode === null) {
    const [, address] = /(?:Open|ms,) (\S+)/.exec(printed) ?? [];
    if (address && /: \d+ ms/.test(printed))
      return { address, origin: new URL(address).origin, printed: () => printed, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stop();
  throw new Error(`redress-remote dev did not start:\n${printed}`);
}
