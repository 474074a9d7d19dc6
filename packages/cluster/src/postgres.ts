import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { serverAccount } from '@redress/database';
import pg from 'pg';
import { keepProcess, type KeptProcess, type ProcessSpec } from './kept-process.ts';

const run = promisify(execFile);
const START_LIMIT_MS = 60_000;
const OWNER = 'redress';

/** A primary and a replica that streams from it. Which of the two is which changes with a failover. */
export interface PostgresPair {
  /** Port of the one that takes writes. */
  primary(): number;
  /** Kills the primary as a fault would, and makes the replica the primary. The former one comes back as its replica. */
  failover(onPrimary: (port: number) => Promise<void>): Promise<void>;
  processes(): KeptProcess[];
  stop(): Promise<void>;
}

/**
 * @param args.bin - folder of PostgreSQL's programs
 * @param args.password - of the owner and of replication; kept in a file of the folder
 */
export async function startPostgresPair(args: {
  bin: string;
  folder: string;
  filesOf: (name: string) => Pick<ProcessSpec, 'name' | 'logFile' | 'recordFile'>;
  ports: readonly [number, number];
  password: string;
  say: (line: string) => void;
}): Promise<PostgresPair> {
  const { bin, folder, filesOf, ports, password, say } = args;
  const account = serverAccount();
  const own = (place: string) => {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(place, account.uid, account.gid);
  };
  const dataOf = (index: number) => path.join(folder, `postgres-${index + 1}`);
  const tool = (name: string, ...rest: string[]) =>
    run(path.join(bin, name), rest, { ...account, env: { PATH: process.env['PATH'] ?? '', PGPASSWORD: password } });

  /** Both write what is acknowledged to two disks: the primary waits for its replica once there is one. */
  const settings = (index: number) => `
listen_addresses = '127.0.0.1'
port = ${ports[index]}
unix_socket_directories = ''
wal_level = replica
wal_keep_size = 512MB
max_slot_wal_keep_size = 8GB
max_wal_senders = 8
max_connections = 200
hot_standby = on
synchronous_commit = on
tcp_keepalives_idle = 30
tcp_keepalives_interval = 10
tcp_keepalives_count = 3
cluster_name = 'postgres_${index + 1}'
`;
  const server = (index: number) =>
    keepProcess(
      {
        ...filesOf(`postgres-${index + 1}`),
        command: path.join(bin, 'postgres'),
        args: ['-D', dataOf(index), '-p', String(ports[index])],
        environment: {},
        cwd: folder,
        account,
        // Fast shutdown: open transactions end, everything is written down.
        stopSignal: 'SIGINT',
      },
      say,
    );
  const ask = async <Row extends pg.QueryResultRow>(index: number, text: string): Promise<Row[]> => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: ports[index] as number,
      user: OWNER,
      password,
      database: 'postgres',
      connectionTimeoutMillis: 1_000,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const until = async (what: string, check: () => Promise<boolean>) => {
    const startedAt = Date.now();
    while (!(await check().catch(() => false))) {
      if (Date.now() - startedAt > START_LIMIT_MS)
        throw new Error(`${what} within ${START_LIMIT_MS / 1000} s: see ${folder}/logs`);
      await wait(100);
    }
  };
  const isUp = (index: number) =>
    until(`postgres-${index + 1} did not start`, async () => (await ask(index, 'select 1')).length === 1);

  const create = async () => {
    const passwordFile = path.join(folder, 'postgres.password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    own(passwordFile);
    mkdirSync(dataOf(0), { mode: 0o700 });
    own(dataOf(0));
    await tool(
      'initdb',
      ...['-D', dataOf(0), '-U', OWNER, '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums'],
      ...['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    );
    appendFileSync(path.join(dataOf(0), 'postgresql.conf'), settings(0));
    appendFileSync(path.join(dataOf(0), 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n');
  };
  /** A copy of the other one, which follows it from then on. */
  const copyFrom = async (source: number, index: number) => {
    rmSync(dataOf(index), { recursive: true, force: true });
    mkdirSync(dataOf(index), { mode: 0o700 });
    own(dataOf(index));
    // The password is in the environment: every account of the machine may read the words of a command.
    const from = `host=127.0.0.1 port=${ports[source]} user=${OWNER} application_name=postgres_${index + 1}`;
    await tool(
      'pg_basebackup',
      '-d',
      from,
      '-D',
      dataOf(index),
      '--checkpoint=fast',
      '--wal-method=stream',
      '--write-recovery-conf',
    );
    appendFileSync(path.join(dataOf(index), 'postgresql.conf'), settings(index));
  };
  /** From here on a commit is acknowledged once both disks have it, and waits when one of the two is away. */
  const waitForReplica = async (index: number) => {
    await until(
      'the replica did not connect',
      async () => (await ask(index, "select 1 from pg_stat_replication where state = 'streaming'")).length > 0,
    );
    // By name: a backup in progress would count as one of `*`, and be acknowledged in place of the replica.
    await ask(index, "alter system set synchronous_standby_names = 'postgres_1, postgres_2'");
    await ask(index, 'select pg_reload_conf()');
  };
  const aloneAgain = async (index: number) => {
    await ask(index, "alter system set synchronous_standby_names = ''");
    await ask(index, 'select pg_reload_conf()');
  };

  /** Which of the two takes writes, from the moment of a promotion: the files of a former primary look like a primary's. */
  const noteFile = path.join(folder, 'postgres.primary');
  const isReplica = (index: number) => existsSync(path.join(dataOf(index), 'standby.signal'));
  const isThere = (index: number) => existsSync(path.join(dataOf(index), 'PG_VERSION'));
  const noted = existsSync(noteFile) ? Number(readFileSync(noteFile, 'utf8')) : Number(isReplica(0));
  let primary = noted === 1 && isThere(1) ? 1 : 0;
  const replica = 1 - primary;
  const isNew = !isThere(primary);
  if (isNew) await create();
  const servers: KeptProcess[] = [];
  const stop = async () => {
    // The replica first: a primary that waits for it would not end.
    const last = servers[primary];
    for (const process of servers) if (process !== last) await process?.stop();
    await last?.stop();
  };
  const startBoth = async () => {
    servers[primary] = server(primary);
    await isUp(primary);
    if (isNew) await ask(primary, `create database ${OWNER}`);
    // Also after a failover that was cut off: what the former primary holds has been replaced.
    const isCopied = isReplica(replica);
    if (!isCopied) await copyFrom(primary, replica);
    servers[replica] = server(replica);
    await isUp(replica);
    if (!isCopied) await waitForReplica(primary);
  };
  try {
    await startBoth();
  } catch (error) {
    await stop();
    throw error;
  }

  let isFailingOver = false;
  const failOver = async (onPrimary: (port: number) => Promise<void>) => {
    const former = primary;
    const next = 1 - primary;
    await servers[former]?.end();
    // What the primary was told to wait for is itself from now on.
    await tool('pg_ctl', 'promote', '-D', dataOf(next), '-w', '-t', '30');
    writeFileSync(noteFile, String(next));
    await aloneAgain(next);
    primary = next;
    await onPrimary(ports[next] as number);
    await copyFrom(next, former);
    await servers[former]?.restart();
    await waitForReplica(next);
  };

  return {
    primary: () => ports[primary] as number,
    processes: () => servers,
    async failover(onPrimary) {
      // The second one would take the data of both away.
      if (isFailingOver) throw new Error('A failover is under way.');
      isFailingOver = true;
      try {
        await failOver(onPrimary);
      } finally {
        isFailingOver = false;
      }
    },
    stop,
  };
}
