import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * pgbouncer between the processes and the primary, in transaction mode: a connection of PostgreSQL is somebody's for one
 * transaction. What needs a session of its own goes past it (DATABASE_DIRECT_URL).
 * @param listens - its own port
 * @param leadsTo - port of whichever PostgreSQL is the primary
 */
export function pgbouncerConfig(folder: string, { listens, leadsTo }: { listens: number; leadsTo: number }): string {
  const within = (name: string) => path.join(folder, 'pgbouncer', name);
  // The processes name these limits when they connect. A connection that many share has them from its beginning instead.
  return `[databases]
redress = host=127.0.0.1 port=${leadsTo} dbname=redress connect_query='set statement_timeout = 3000; set idle_in_transaction_session_timeout = 8000'

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listens}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${within('users.txt')}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
; As long as a process waits for a connection: then it answers that the database is away.
query_wait_timeout = 3
server_connect_timeout = 2
server_login_retry = 1
; After a failover the connections of the former primary end; others are asked before they are used.
server_check_delay = 1
server_lifetime = 600
log_connections = 0
log_disconnections = 0
`;
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
