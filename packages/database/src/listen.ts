import type { Socket } from 'node:net';
import type { Secret } from '@redress/server/secrets';
import type pg from 'pg';
import { guardedStream } from './guarded-stream.ts';
import { clientOf } from './open-database.ts';
import { repeat } from './repeat.ts';

const RETRY_MS = 1_000;
/** How often a connection that says nothing is asked whether anybody is there. */
const ASK_MS = 5_000;
const ANSWER_LIMIT_MS = 3_000;
const STOP_LIMIT_MS = 1_000;
const POOLED =
  'Notifications are listened for through a pooler, which may give the connection to others: set DATABASE_DIRECT_URL.';

export interface ListenOptions {
  /** Shown in pg_stat_activity: what listens. */
  name: string;
  channels: readonly string[];
  onNotification: (channel: string, payload: string | undefined) => void;
  /** There is a connection: whatever was said while there was none has been missed. */
  onConnected: () => void;
  /** Called once for each connection that is lost or not made; the next one is tried by itself. */
  onLost: (error: Error) => void;
  log: (message: string) => void;
  askMs?: number;
  answerLimitMs?: number;
}

/** A pooler names itself to its clients by another process id than PostgreSQL gave the connection behind it. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as { processID?: number | null }).processID;
}

/** Ends a connection, also one whose other side does not take part any more. */
async function endAtOnce(client: pg.Client): Promise<void> {
  const cut = setTimeout(() => (client.connection.stream as Socket).destroy(), STOP_LIMIT_MS);
  await client.end().catch(() => {});
  clearTimeout(cut);
}

/**
 * Hears what other programs say by `notify`, the moment it is committed. A connection that was lost without a word (a machine
 * without power, a network that forgot it) is silent like one on which nothing happens, for two hours by the defaults of TCP: so
 * it is asked.
 * @returns how to stop
 */
export function listen(url: Secret, options: ListenOptions): () => Promise<void> {
  const { name, channels, onNotification, onConnected, onLost, log } = options;
  const { askMs = ASK_MS, answerLimitMs = ANSWER_LIMIT_MS } = options;
  const closing = new AbortController();
  const isStopped = () => closing.signal.aborted;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new (clientOf(url, closing.signal))({
      application_name: `redress-${name}`,
      query_timeout: answerLimitMs,
      keepAlive: true,
      stream: guardedStream,
    });
    client = next;
    let failed = false;
    let stopAsking = async () => {};
    const reconnect = (error?: Error) => {
      if (failed || isStopped()) return;
      failed = true;
      void stopAsking();
      void endAtOnce(next);
      onLost(error ?? new Error('the connection ended'));
      retry = setTimeout(() => void connect(), RETRY_MS);
    };
    next.on('error', reconnect);
    next.on('end', () => reconnect());
    next.on('notification', ({ channel, payload }) => onNotification(channel, payload));
    try {
      await next.connect();
      if (await isPooled(next)) log(POOLED);
      await next.query(channels.map((channel) => `listen "${channel}"`).join('; '));
      onConnected();
      if (failed || isStopped()) return;
      stopAsking = repeat(askMs, () => next.query('select 1'), { failed: reconnect });
      next.once('end', () => void stopAsking());
    } catch (error) {
      reconnect(error as Error);
    }
  };
  void connect();
  return async () => {
    closing.abort(new Error('Connection terminated'));
    clearTimeout(retry);
    if (client) await endAtOnce(client);
  };
}
