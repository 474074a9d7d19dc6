// Ends the shared test server after some minutes without a connection, and removes its files: they are a cache.
// Plain JavaScript but for the lock: it runs in whichever Node the test process runs in.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { lockDataDir } from '../data-dir-lock.ts';

const [folder, pidText, socketDir] = process.argv.slice(2);
const pid = Number(pidText);
const IDLE_MS = Number(process.env.REDRESS_TEST_DATABASE_IDLE_MS ?? 300_000);
const CHECK_MS = Math.min(10_000, IDLE_MS);
const IDLE_CHECKS = Math.ceil(IDLE_MS / CHECK_MS);

const isOurs = () => {
  try {
    return Number(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8').split('\n', 1)[0]) === pid;
  } catch {
    return false;
  }
};

async function connectedClients() {
  const client = new pg.Client({
    user: 'redress',
    host: socketDir,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return rows[0].n;
  } finally {
    await client.end();
  }
}

/** A test process that finds no server takes the lock before it starts one: it waits until the files are gone. */
async function endAndRemove() {
  const lock = lockDataDir(folder);
  try {
    if ((await connectedClients().catch(() => 0)) > 0) return false;
    process.kill(pid, 'SIGINT');
    while (isOurs()) await new Promise((resolve) => setTimeout(resolve, 50));
    for (const name of readdirSync(folder)) {
      if (!name.startsWith('program.lock')) rmSync(path.join(folder, name), { recursive: true, force: true });
    }
    if (socketDir && !socketDir.startsWith(folder)) rmSync(socketDir, { recursive: true, force: true });
    return true;
  } finally {
    lock.release();
  }
}

for (let idle = 0; ;) {
  await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  if (!isOurs()) break;
  try {
    idle = (await connectedClients()) === 0 ? idle + 1 : 0;
  } catch {
    idle += 1;
  }
  // The lock belongs to a test run that starts: then this server is looked at again.
  if (idle >= IDLE_CHECKS && (await endAndRemove().catch(() => false))) break;
}
