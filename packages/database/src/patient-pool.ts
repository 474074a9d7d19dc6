import pg from 'pg';
import { timeLeftMs } from './time-left.ts';

/** The pool waits for `onConnect` before it gives a connection to anybody; its types do not say so. */
export type PatientPoolSettings = Omit<pg.PoolConfig, 'onConnect'> & {
  onConnect: (client: pg.ClientBase) => Promise<void>;
};

/**
 * A pool whose callers wait for a connection for `patienceMs`, which is less than a login may take. Who has left does not end a
 * login that is under way: its connection is kept for the next one. (`connectionTimeoutMillis` of pg is one limit for both.)
 */
export class PatientPool extends pg.Pool {
  patienceMs: number;
  #waiting = 0;

  constructor(settings: PatientPoolSettings, patienceMs: number) {
    super(settings);
    this.patienceMs = patienceMs;
    // The queue of pg holds those who have left as well. Not an accessor of the class: pg declares a property.
    Object.defineProperty(this, 'waitingCount', { get: () => this.#waiting });
  }

  async #connectInTime(): Promise<pg.PoolClient> {
    const asked = super.connect();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          asked.then(
            (client) => client.release(),
            () => {},
          );
          // In the words of pg, by which errors.ts knows it.
          reject(new Error('timeout exceeded when trying to connect'));
        },
        Math.min(this.patienceMs, timeLeftMs()),
      ).unref();
    });
    this.#waiting += 1;
    try {
      return await Promise.race([asked, late]);
    } finally {
      this.#waiting -= 1;
      clearTimeout(timer);
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const given = this.#connectInTime();
    if (!callback) return given;
    given.then(
      (client) => callback(undefined, client, (error) => client.release(error as Error | undefined)),
      (error: unknown) => callback(error as Error, undefined, () => {}),
    );
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;
