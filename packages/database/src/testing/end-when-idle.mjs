// Ends the shared test server after some minutes without a connection, and removes its files: they are a cache.
// Plain JavaScript: it runs in whichever Node the test process runs in.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

const [folder, pidText, socketDir] = process.argv.slice(2);
const pid = Number(pidText);
const CHECK_MS = 10_000;
const IDLE_CHECKS = Math.ceil(Number(process.env.REDRESS_TEST_DATABASE_IDLE_MS ?? 300_000) / CHECK_MS);

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

let idle = 0;
while (idle < IDLE_CHECKS) {
  await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  if (!isOurs()) process.exit(0);
  try {
    idle = (await connectedClients()) === 0 ? idle + 1 : 0;
  } catch {
    idle += 1;
  }
}
process.kill(pid, 'SIGINT');
while (isOurs()) await new Promise((resolve) => setTimeout(resolve, 50));
rmSync(folder, { recursive: true, force: true });
if (socketDir && !socketDir.startsWith(folder)) rmSync(socketDir, { recursive: true, force: true });
