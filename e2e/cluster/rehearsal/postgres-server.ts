import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { serverAccount } from '@redress/database';
import pg from 'pg';
import { until } from '../../support/until.ts';
import { keepProcess, type KeptProcess, type ProcessSpec } from './kept-process.ts';

const run = promisify(execFile);
export const OWNER = 'redress';

/** Settings that both servers of a pair share. */
export interface PostgresPlace {
  /** Folder of PostgreSQL's programs. */
  bin: string;
  folder: string;
  filesOf: (name: string) => Pick<ProcessSpec, 'name' | 'logFile' | 'recordFile'>;
  /** Of the owner and of replication; kept in a file of the folder. */
  password: string;
  say: (line: string) => void;
}

/**
 * Both write what is acknowledged to two disks: the primary waits for its replica once there is one. A replica whose primary is
 * gone may wait out one interval of asking for its log before it takes a promotion: 5 s by default.
 */
const settings = (number: number, port: number) => `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
wal_level = replica
wal_keep_size = 512MB
max_slot_wal_keep_size = 8GB
max_wal_senders = 8
max_connections = 200
hot_standby = on
wal_retrieve_retry_interval = 500ms
synchronous_commit = on
tcp_keepalives_idle = 30
tcp_keepalives_interval = 10
tcp_keepalives_count = 3
cluster_name = 'postgres_${number}'
`;

export type PostgresServer = ReturnType<typeof postgresServer>;

/** One PostgreSQL of a pair: what an operator does on its host. @param number - 1 or 2 */
export function postgresServer({ bin, folder, filesOf, password, say }: PostgresPlace, number: number, port: number) {
  const account = serverAccount();
  const data = path.join(folder, `postgres-${number}`);
  const own = (place: string) => {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(place, account.uid, account.gid);
  };
  const makeFolder = () => {
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { mode: 0o700 });
    own(data);
  };
  const configure = () => appendFileSync(path.join(data, 'postgresql.conf'), settings(number, port));
  const tool = (name: string, ...rest: string[]) =>
    run(path.join(bin, name), rest, { ...account, env: { PATH: process.env['PATH'] ?? '', PGPASSWORD: password } });
  const ask = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const at = { host: '127.0.0.1', port, user: OWNER, password, database: 'postgres' };
    const client = new pg.Client({ ...at, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const untilUp = () => until(`postgres-${number} answers`, async () => (await ask('select 1')).length === 1);

  return {
    port,
    isThere: () => existsSync(path.join(data, 'PG_VERSION')),
    isReplica: () => existsSync(path.join(data, 'standby.signal')),
    /** As the first primary. */
    async create(): Promise<void> {
      const passwordFile = path.join(folder, 'postgres.password');
      writeFileSync(passwordFile, password, { mode: 0o600 });
      own(passwordFile);
      makeFolder();
      await tool(
        'initdb',
        ...['-D', data, '-U', OWNER, '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums'],
        ...['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      );
      configure();
      appendFileSync(path.join(data, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n');
    },
    /** A copy of the other one, which follows it from then on. */
    async copyFrom(source: { port: number }): Promise<void> {
      makeFolder();
      // The password is in the environment: every account of the machine may read the words of a command.
      const from = `host=127.0.0.1 port=${source.port} user=${OWNER} application_name=postgres_${number}`;
      const how = ['--checkpoint=fast', '--wal-method=stream', '--write-recovery-conf'];
      await tool('pg_basebackup', '-d', from, '-D', data, ...how);
      configure();
    },
    async start(): Promise<KeptProcess> {
      const command = path.join(bin, 'postgres');
      // Fast shutdown: open transactions end, everything is written down.
      const how = { account, environment: {}, cwd: folder, stopSignal: 'SIGINT' } as const;
      const args = ['-D', data, '-p', String(port)];
      const kept = keepProcess({ ...filesOf(`postgres-${number}`), command, args, ...how }, say);
      await untilUp().catch(async (error: unknown) => {
        await kept.stop();
        throw error;
      });
      return kept;
    },
    ask,
    promote: () => tool('pg_ctl', 'promote', '-D', data, '-w', '-t', '30'),
    /** From here on a commit is acknowledged once both disks have it, and waits when one of the two is away. */
    async waitForReplica(): Promise<void> {
      const streaming = "select 1 from pg_stat_replication where state = 'streaming'";
      await until('the replica connects', async () => (await ask(streaming)).length > 0);
      // By name: a backup in progress would count as one of `*`, and be acknowledged in place of the replica.
      await ask("alter system set synchronous_standby_names = 'postgres_1, postgres_2'");
      await ask('select pg_reload_conf()');
    },
    async waitForNobody(): Promise<void> {
      await ask("alter system set synchronous_standby_names = ''");
      await ask('select pg_reload_conf()');
    },
  };
}
