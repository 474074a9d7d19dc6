import { guardedStream } from '@redress/database';
import { present, type Secret } from '@redress/secrets';
import pg from 'pg';
import { NOTIFY_CHANNEL, type ChannelChange } from '../channels/channel-change.ts';
import { LEDGER_NOTICES } from '../ledger/ledger.ts';

const RETRY_MS = 1_000;
const POOLED =
  'Release notifications are listened for through a pooler, which may give the connection to others: set DATABASE_DIRECT_URL.';

/** A pooler names itself to its clients by another process id than PostgreSQL gave the connection behind it. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as { processID?: number | null }).processID;
}

/**
 * Hears of changes made by other programs (another release service, the command line) the moment they are committed.
 * @returns how to stop
 */
export function listenForChanges(
  url: Secret,
  {
    onChange,
    onAct,
    log,
  }: {
    onChange: (change: ChannelChange | null) => void;
    /** There is a new entry in the ledger. */
    onAct: () => void;
    log: (message: string) => void;
  },
): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: present(url),
      application_name: 'redress-releases-listen',
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
      stream: guardedStream,
    });
    client = next;
    let failed = false;
    const reconnect = (error?: Error) => {
      if (failed || stopped) return;
      failed = true;
      log(`The connection for release notifications was lost: ${error?.message ?? 'the connection ended'}`);
      void next.end().catch(() => {});
      // Who waits for an act is told now that nothing can be heard, not when its time is over.
      onAct();
      retry = setTimeout(() => void connect(), RETRY_MS);
    };
    next.on('error', reconnect);
    next.on('end', () => reconnect());
    next.on('notification', ({ channel, payload }) =>
      channel === NOTIFY_CHANNEL ? onChange(JSON.parse(payload ?? 'null') as ChannelChange | null) : onAct(),
    );
    try {
      await next.connect();
      await next.query(`listen ${NOTIFY_CHANNEL}; listen ${LEDGER_NOTICES}`);
      if (await isPooled(next)) log(POOLED);
      // What was missed while there was no connection.
      onChange(null);
      onAct();
    } catch (error) {
      reconnect(error as Error);
    }
  };
  void connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
}
