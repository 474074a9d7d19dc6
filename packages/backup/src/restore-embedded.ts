import { chmodSync, chownSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { serverAccount, startEmbeddedPostgres } from '@redress/database';
import { digestOfFile } from './backup-folder.ts';
import { fullDisk } from './postgres-tools.ts';
import type { PrivateServer, StoredBase } from './restore-server.ts';

/** Puts a copy of the embedded server into a data folder and starts it. @throws {Error} for a copy that was changed */
export async function recoverEmbedded({ folder, files }: StoredBase, dataDir: string): Promise<PrivateServer> {
  for (const [name, digest] of Object.entries(files)) {
    const file = path.join(folder, name);
    if (!existsSync(file) || (await digestOfFile(file)) !== digest) {
      throw new Error(`${file} is missing or was changed: use another backup.`);
    }
  }
  const cluster = path.join(dataDir, 'pg');
  rmSync(cluster, { recursive: true, force: true });
  try {
    cpSync(folder, cluster, { recursive: true });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? fullDisk(dataDir) : error;
  }
  chmodSync(cluster, 0o700);
  const { uid, gid } = serverAccount();
  if (uid !== undefined && gid !== undefined) {
    for (const name of ['', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })])
      chownSync(path.join(cluster, name), uid, gid);
  }
  return startEmbeddedPostgres({ dataDir });
}
