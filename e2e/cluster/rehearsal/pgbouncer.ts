import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fromDeploy } from './deploy.ts';

/**
 * The settings of the reference deployment (docs/deploy/pgbouncer.ini) with addresses and files of this cluster.
 * @param listens - its own port
 * @param leadsTo - port of whichever PostgreSQL is the primary
 */
export function pgbouncerConfig(folder: string, { listens, leadsTo }: { listens: number; leadsTo: number }): string {
  return fromDeploy('pgbouncer.ini', [
    ['host=database.internal port=5432', `host=127.0.0.1 port=${leadsTo}`],
    ['listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1'],
    ['listen_port = 6432', `listen_port = ${listens}`],
    ['/etc/pgbouncer/users.txt', path.join(folder, 'pgbouncer/users.txt')],
  ]);
}

/** @returns the file of its settings, written for the account that it runs as */
export function writePgbouncer(
  folder: string,
  given: { listens: number; leadsTo: number; password: string; account: { uid?: number; gid?: number } },
): string {
  const { password, account } = given;
  const own = path.join(folder, 'pgbouncer');
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const [settings, users] = [path.join(own, 'pgbouncer.ini'), path.join(own, 'users.txt')];
  writeFileSync(settings, pgbouncerConfig(folder, given));
  writeFileSync(users, `"redress" "${password}"\n`, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    for (const each of [own, settings, users]) chownSync(each, account.uid, account.gid);
  }
  return settings;
}
