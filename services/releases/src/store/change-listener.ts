import type { Socket } from 'node:net';
import { guardedStream, repeat } from '@redress/database';
import { present, type Secret } from '@redress/secrets';
import pg from 'pg';
import { NOTIFY_CHANNEL, type ChannelChange } from '../channels/channel-change.ts';
import { LEDGER_NOTICES } from '../ledger/ledger.ts';

const RETRY_MS = 1_000;
/** How often a connection that says nothing is asked whether anybody is there. */
const ASK_MS = 5_000;
const ANSWER_LIMIT_MS = 3_000;
const STOP_LIMIT_MS = 1_000;
const POOLED =
  'Release notifications are listened for through a pooler, which may give the connection to others: set DATABASE_DIRECT_URL.';

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
 * Hears of changes made by other programs (another release service, the command line) the moment they are committed. A
 * connection that was lost without a word (a machine without power, a network that forgot it) is silent like one on which
 * nothing happens, for two hours by the defaults of TCP: so it is asked.
 * @returns how to stop
 */
export function listenForChanges(
  url: Secret,
  {
    onChange,
    onAct,
    log,
    askMs = ASK_MS,
    answerLimitMs = ANSWER_LIMIT_MS,
  }: {
    onChange: (change: ChannelChange | null) => void;
    /** There is a new entry in the ledger. */
    onAct: () => void;
    log: (message: string) => void;
    askMs?: number;
    answerLimitMs?: number;
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
      query_timeout: answerLimitMs,
      keepAlive: true,
      stream: guardedStream,
    });
    client = next;
    let failed = false;
    let stopAsking = async () => {};
    const reconnect = (error?: Error) => {
      if (failed || stopped) return;
      failed = true;
      log(`The connection for release notifications was lost: ${error?.message ?? 'the connection ended'}`);
      void stopAsking();
      void endAtOnce(next);
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
      if (failed || stopped) return;
      stopAsking = repeat(askMs, () => next.query('select 1'), { failed: reconnect });
      next.once('end', () => void stopAsking());
    } catch (error) {
      reconnect(error as Error);
    }
  };
  void connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    if (client) await endAtOnce(client);
  };
}
