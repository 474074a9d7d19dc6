import { repeat } from '@redress/database';
import type { Sample } from '@redress/tools/trend';
import pg from 'pg';
import { parentOf, processIds, statusOf } from '../support/process-use.ts';
import type { Member, SoakCluster } from './soak-cluster.ts';

const PROCESS_MS = 5_000;
const TABLES_MS = 15_000;
const METRICS_LIMIT_MS = 4_000;

/**
 * Looks at every process each five seconds, and counts the rows of every table each fifteen, until it is stopped.
 * @param failed - told of a look that failed: figures with holes prove nothing
 */
export async function startWatch(cluster: SoakCluster, failed: (error: Error) => void) {
  /** By what is measured: `claims-1 memory, MB`. */
  const series = new Map<string, Sample[]>();
  /** Rows by table, at each look. */
  const tables: { at: number; rows: Map<string, number> }[] = [];
  const db = new pg.Client({ connectionString: cluster.databaseUrl, application_name: 'soak' });
  await db.connect();
  const members = await cluster.members();
  for (const member of members) {
    // Later a look may be missed by a process that is busy; a figure that never comes must not pass for a flat one.
    if ((await metricsOf(member, cluster.metricsToken)) === null) throw new Error(`${member.name} tells no figures.`);
  }
  // Judged also where no full collection came.
  for (const { name } of members) series.set(`${name} heap, MB`, []);
  const note = (name: string, value: number) => {
    const samples = series.get(name) ?? [];
    series.set(name, samples);
    samples.push({ at: performance.now(), value });
  };

  const lookAtProcesses = async () => {
    for (const [name, megabytes] of privateMemory(cluster.pid, members)) note(`${name} memory, MB`, megabytes);
    // At once: on a busy machine each may take seconds to answer.
    const looks = members.map(async (member) => {
      const figures = await metricsOf(member, cluster.metricsToken);
      if (figures === null) return;
      if (figures.heapBytes > 0) note(`${member.name} heap, MB`, figures.heapBytes / 2 ** 20);
      for (const [thread, bytes] of figures.threads) note(`${member.name} ${thread} thread heap, MB`, bytes / 2 ** 20);
      note(`${member.name} event loop delay p99, ms`, figures.loopDelayMs);
      note(`${member.name} handles`, figures.handles);
    });
    await Promise.all(looks);
  };
  const lookAtTables = async () => {
    const at = performance.now();
    tables.push({ at, rows: await countRows(db) });
    note('jobs that are due', await countDueJobs(db));
    note('connections to the database', await countConnections(db));
  };
  const loops = [
    repeat(PROCESS_MS, lookAtProcesses, { failed, atOnce: true }),
    repeat(TABLES_MS, lookAtTables, { failed, atOnce: true }),
  ];
  return {
    series,
    tables,
    /** Processes that ended meanwhile and were started again. */
    async restarted() {
      const now = await cluster.members();
      return members
        .filter(({ name, pid }) => now.find((each) => each.name === name)?.pid !== pid)
        .map(({ name }) => name);
    },
    /** Jobs whose time has come for more than five seconds. */
    dueJobs: () => countDueJobs(db),
    async stop() {
      await Promise.all(loops.map((stop) => stop()));
      await lookAtTables();
      await db.end();
    },
  };
}

/** What no other process shares, of each process below the cluster's program; those of nginx, PostgreSQL and S3 together. */
function privateMemory(root: number, members: readonly Member[]): Map<string, number> {
  const parents = new Map(processIds().map((pid) => [pid, parentOf(pid)]));
  const isOfCluster = (pid: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === root) return true;
    return false;
  };
  const sums = new Map<string, number>();
  for (const pid of parents.keys()) {
    if (!isOfCluster(pid)) continue;
    const name = nameOf(pid, root, members);
    const kilobytes = Number(/^RssAnon:\s+(\d+) kB$/m.exec(statusOf(pid))?.[1] ?? 0);
    sums.set(name, (sums.get(name) ?? 0) + kilobytes / 1024);
  }
  return sums;
}

function nameOf(pid: number, root: number, members: readonly Member[]): string {
  const member = members.find((each) => each.pid === pid);
  if (member) return member.name;
  if (pid === root) return 'cluster';
  const program = /^Name:\s+(\S+)/m.exec(statusOf(pid))?.[1] ?? '';
  if (program === 'nginx' || program === 'postgres') return program;
  return statusOf(pid, 'cmdline').includes('s3-server') ? 's3' : 'others';
}

async function metricsOf({ port }: Member, token: string) {
  const text = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(METRICS_LIMIT_MS),
  }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  );
  const gauge = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  const threads = text.matchAll(/^nodejs_thread_heap_bytes\{thread="([^"]+)",kind="used".*\} (\S+)$/gm);
  const figures = {
    heapBytes: gauge('nodejs_heap_after_collection_bytes'),
    // Since the last look: prom-client begins its histogram anew with each.
    loopDelayMs: gauge('nodejs_eventloop_lag_p99_seconds') * 1000,
    handles: gauge('nodejs_active_handles_total'),
  };
  if (!Object.values(figures).every(Number.isFinite)) return null;
  // The main thread is the heap above.
  const heaps = [...threads].map(([, name, bytes]) => [name as string, Number(bytes)] as const);
  return { ...figures, threads: heaps.filter(([name]) => name !== 'main') };
}

/** Counted, not estimated: a table grows by what is written here, a few thousand rows. */
async function countRows(db: pg.Client): Promise<Map<string, number>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables order by 1`,
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await db.query<{ count: string }>(`select count(*) from ${name}`);
    counts.set(name, Number(rows[0]?.count));
  }
  return counts;
}

const DUE_JOBS = `select count(*) from claims_jobs.job
  where state in ('created', 'retry', 'active') and start_after < now() - interval '5 seconds'`;
const CONNECTIONS = `select count(*) from pg_stat_activity where datname = current_database()`;

const countOf = async (db: pg.Client, sql: string) => Number((await db.query<{ count: string }>(sql)).rows[0]?.count);
const countDueJobs = (db: pg.Client) => countOf(db, DUE_JOBS);
const countConnections = (db: pg.Client) => countOf(db, CONNECTIONS);
