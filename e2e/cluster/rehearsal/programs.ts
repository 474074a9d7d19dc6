import { existsSync } from 'node:fs';
import path from 'node:path';
import { findPostgresFolder } from '@redress/backup';

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
  /** Where it was asked for. */
  pgbouncer: string | undefined;
}

const NEEDED = ['initdb', 'postgres', 'pg_basebackup', 'pg_ctl'];
const MODULES = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/usr/share/nginx/modules'];

const onPath = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

/** @throws {Missing} with everything that is missing, and how to install it */
export function findPrograms({ withPooler = false } = {}): Programs {
  const found = {
    postgres: findPostgresFolder(NEEDED) ?? undefined,
    nginx: onPath('nginx'),
    nginxModules: MODULES.find((folder) => existsSync(path.join(folder, 'ngx_stream_module.so'))),
    openssl: onPath('openssl'),
    pgbouncer: withPooler ? onPath('pgbouncer') : undefined,
  };
  const packages = {
    postgres: 'postgresql',
    nginx: 'nginx',
    nginxModules: 'libnginx-mod-stream',
    openssl: 'openssl',
    ...(withPooler ? { pgbouncer: 'pgbouncer' } : {}),
  };
  const missing = Object.entries(packages).filter(([name]) => found[name as keyof typeof found] === undefined);
  if (missing.length > 0) {
    const names = missing.map(([, name]) => name).join(' ');
    throw new Missing(`The cluster needs ${names}: apt-get install --no-install-recommends ${names}`);
  }
  return found as Programs;
}
