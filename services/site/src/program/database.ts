import { startEmbeddedPostgres, type EmbeddedPostgres } from '@redress/database';

export interface RunningDatabase {
  url: string;
  stop(): Promise<void>;
}

const RESTART_MS = 500;
const MAX_RESTARTS_IN_A_ROW = 20;

/**
 * The embedded server, kept running: one that ends by itself (killed, out of memory) is started again under the same
 * address, and the pools find it.
 */
export async function superviseEmbeddedDatabase(
  dataDir: string,
  { say, log }: { say: (line: string) => void; log: (message: string) => void },
): Promise<RunningDatabase> {
  let stopping = false;
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log: say });
  let restarting: Promise<void> = Promise.resolve();

  const watch = () => {
    void server.ended.then(() => {
      if (!stopping) restarting = restart();
    });
  };
  const restart = async () => {
    for (let attempt = 1; !stopping && attempt <= MAX_RESTARTS_IN_A_ROW; attempt += 1) {
      log('The embedded database ended: starting it again.');
      try {
        server = await startEmbeddedPostgres({ dataDir, log });
        return watch();
      } catch (error) {
        log((error as Error).message);
        await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
      }
    }
  };
  watch();
  return {
    url: server.url,
    async stop() {
      stopping = true;
      await restarting;
      await server.stop();
    },
  };
}
