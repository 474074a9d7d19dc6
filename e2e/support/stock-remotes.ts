import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const SUPPORT = import.meta.dirname;
const CACHE = path.resolve(SUPPORT, '../../.cache');
const run = promisify(execFile);

export type Bundler = 'webpack' | 'rspack';

interface StockBuild {
  bundler: Bundler;
  /** Name of its folder. */
  name: string;
  /** Folder of its sources in `support/stock`. */
  from: 'src' | 'host';
  /** Files in place of those, or beside them. */
  files?: Readonly<Record<string, string>>;
  /** For `stock/bundle.mjs`. */
  options: object;
}

async function sourcesOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  return (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n');
}

/**
 * Bundled by the plain module-federation plugin, in a folder that is none of the workspaces. Kept until a source of it, or a
 * version of what it is made with, changes: bundling takes 1 to 4 s.
 * @returns the folder of the finished build
 */
async function bundle({ bundler, name, from, files = {}, options }: StockBuild): Promise<string> {
  const parts = [
    await readFile(path.join(SUPPORT, 'stock/bundle.mjs'), 'utf8'),
    await readFile(path.join(SUPPORT, '../../pnpm-workspace.yaml'), 'utf8'),
    await sourcesOf(path.join(SUPPORT, 'stock', from)),
    JSON.stringify({ bundler, files, options }),
  ];
  const hash = createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 12);
  const folder = path.join(CACHE, 'stock', `${name}-${hash}`);
  if (existsSync(folder)) return path.join(folder, 'dist');
  const fresh = `${folder}-${process.pid}`;
  await mkdir(fresh, { recursive: true });
  await cp(path.join(SUPPORT, 'stock', from), path.join(fresh, 'src'), { recursive: true });
  await symlink(path.join(SUPPORT, '../node_modules'), path.join(fresh, 'node_modules'));
  const dependencies = { react: '^19.3.0', 'react-dom': '^19.3.0' };
  const all = { 'package.json': JSON.stringify({ name, version: '1.0.0', dependencies }), ...files };
  for (const [file, text] of Object.entries(all)) await writeFile(path.join(fresh, file), text);
  await run(process.execPath, [path.join(SUPPORT, 'stock/bundle.mjs'), bundler, fresh, JSON.stringify(options)]);
  // Another worker may have been faster.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
  return path.join(folder, 'dist');
}

/** A remote of one page at `/hello-<bundler>`. */
export async function stockRemote(
  bundler: Bundler,
  { files = {}, ...options }: { files?: Readonly<Record<string, string>>; isOwnReact?: boolean } = {},
): Promise<{ name: string; path: string; dist: string }> {
  const name = `mf-hello-${bundler}`;
  const page = `/hello-${bundler}`;
  const config = {
    name,
    owner: 'team-wizard',
    routes: [{ path: page, layout: 'public', documentClass: 'public', title: 'Hello' }],
    slots: {},
    prerender: [],
    updatePolicy: 'allow',
    persisted: {},
    requires: { contracts: '^1.0.0' },
  };
  const dist = await bundle({
    bundler,
    name,
    from: 'src',
    files: { 'remote.config.json': JSON.stringify(config), ...files },
    options: { name: name.replaceAll('-', '_'), exposes: { './lifecycles': './src/lifecycles.js' }, ...options },
  });
  return { name, path: page, dist };
}

/** A federation host that knows nothing of this site: it shows `./lifecycles` of the manifest that its page names. */
export const stockHost = (): Promise<string> =>
  bundle({
    bundler: 'webpack',
    name: 'host',
    from: 'host',
    options: { name: 'stock_host', entry: { main: './src/main.js' }, isOwnReact: true },
  });
