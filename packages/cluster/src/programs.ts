import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Something of this machine is missing. The message names the command that installs it. */
export class Missing extends Error {
  override readonly name = 'Missing';
}

export interface Programs {
  /** Folder with `initdb`, `postgres`, `pg_basebackup`. */
  postgres: string;
  nginx: string;
  /** Folder with `ngx_stream_module.so`. */
  nginxModules: string;
  openssl: string;
}

const OLDEST_POSTGRES = 15;
const NEEDED = ['initdb', 'postgres', 'pg_basebackup', 'pg_ctl'];
const MODULES = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/usr/share/nginx/modules'];

const onPath = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

/** The newest PostgreSQL of Debian's layout, or the one on the PATH. */
function postgresFolder(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const installed = existsSync(debian) ? readdirSync(debian) : [];
  const newest = installed
    .map(Number)
    .filter((major) => major >= OLDEST_POSTGRES)
    .toSorted((a, b) => b - a);
  const folders = [
    ...newest.map((major) => path.join(debian, String(major), 'bin')),
    path.dirname(onPath('initdb') ?? '/'),
  ];
  return folders.find((folder) => NEEDED.every((name) => existsSync(path.join(folder, name))));
}

/** @throws {Missing} with everything that is missing, and how to install it */
export function findPrograms(): Programs {
  const found = {
    postgres: postgresFolder(),
    nginx: onPath('nginx'),
    nginxModules: MODULES.find((folder) => existsSync(path.join(folder, 'ngx_stream_module.so'))),
    openssl: onPath('openssl'),
  };
  const packages = {
    postgres: 'postgresql',
    nginx: 'nginx',
    nginxModules: 'libnginx-mod-stream',
    openssl: 'openssl',
  };
  const missing = Object.entries(packages).filter(([name]) => found[name as keyof typeof found] === undefined);
  if (missing.length > 0) {
    const names = missing.map(([, name]) => name).join(' ');
    throw new Missing(`The cluster needs ${names}: apt-get install --no-install-recommends ${names}`);
  }
  return found as Programs;
}
