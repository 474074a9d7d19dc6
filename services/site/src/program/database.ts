import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@redress/database';

export interface RunningDatabase {
  url: string;
  /** Whether the server runs; `detail` says since when it does not and why. */
  state(): { ok: boolean; detail?: string };
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 250;
/** A server that can start again does so within 10 s of the moment from which it can. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * The embedded server, kept running: one that ends by itself (killed, out of memory, disk full) is started again under
 * the same address, however often and however long that takes, and the pools connect to it.
 */
export async function superviseEmbeddedDatabase(
  dataDir: string,
  { say, log }: { say: (line: string) => void; log: (message: string) => void },
): Promise<RunningDatabase> {
  const stopping = new AbortController();
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log: say });
  let outage: string | null = null;
  let restarting: Promise<void> = Promise.resolve();

  const watch = () => {
    void server.ended.then(() => {
      if (!stopping.signal.aborted) restarting = restart();
    });
  };
  const restart = async () => {
    outage = 'the embedded database ended and is being started again';
    log(outage);
    for (let pauseMs = FIRST_PAUSE_MS; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        server = await startEmbeddedPostgres({ dataDir, log });
        outage = null;
        return watch();
      } catch (error) {
        outage = (error as Error).message;
        log(outage);
        await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  watch();
  return {
    url: server.url,
    state: () => (outage === null ? { ok: true } : { ok: false, detail: outage }),
    async stop() {
      stopping.abort();
      await restarting;
      await server.stop();
    },
  };
}
