import type { SecretsFolder } from '@redress/server/secrets';
import type { Logger, Metrics } from '@redress/telemetry/server';
import type { Config } from '../config/config.ts';

/** What was started, ended in the opposite order whatever happens. */
export class Started {
  readonly #stops: { name: string; stop: () => Promise<void> | void }[] = [];

  add(name: string, stop: () => Promise<void> | void): void {
    this.#stops.push({ name, stop });
  }

  async stop(logger: Logger | null): Promise<void> {
    for (const { name, stop } of this.#stops.splice(0).reverse()) {
      try {
        await stop();
      } catch (error) {
        logger?.error({ err: error }, `${name} did not stop cleanly`);
      }
    }
  }
}

export type LoggerOf = (service: string) => Logger;

export interface Context {
  config: Config;
  secrets: SecretsFolder;
  logger: Logger;
  /** Lines of one service; `service` in them is its name and stands once. */
  loggerOf: LoggerOf;
  metrics: Metrics;
  siteOrigin: string;
  /** Free, where this process has the console. */
  consolePort: number;
  started: Started;
  /** Aborted when the program is asked to stop, also while it starts. */
  stopping: AbortSignal;
  /** Prints a line for whoever starts the program. */
  say: (line: string) => void;
}
