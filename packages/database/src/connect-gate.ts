import { describeDatabaseError, isPassingFailure } from './errors.ts';

/** New connections that are made at the same time: a login takes milliseconds, and a server that is behind is not knocked at by all. */
const WIDTH = 2;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** Why a connection is not even tried: the last attempt failed. It reads as that failure does. */
class ConnectionsHeld extends Error {
  readonly code: string;
  constructor(message: string, cause: Error) {
    super(message, { cause });
    this.code = describeDatabaseError(cause).code ?? 'ETIMEDOUT';
  }
}

interface Waiting {
  admit(): void;
  refuse(error: Error): void;
}

/**
 * The way to one server for all that this process connects with. A server that starts again or has little of a processor begins a
 * session for each who knocked, also for those who have gone: who comes again every second keeps it from ever answering. So two
 * knock at a time and wait long; when one fails, the next comes after a pause, alone, and everybody else is refused at once.
 */
export function createConnectGate({ random = Math.random, now = () => performance.now() } = {}) {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let failures = 0;
  /** Makes an error for each who is refused: some write into theirs. */
  let failure: (() => ConnectionsHeld) | null = null;
  let closedUntil = 0;

  const enter = (signal?: AbortSignal): Promise<void> => {
    if (failure && (underWay > 0 || now() < closedUntil)) return Promise.reject(failure());
    if (underWay < WIDTH) {
      underWay += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(own), 1);
        reject(signal!.reason as Error);
      };
      // The signal lives as long as its pool: what stays at it would be kept for each that ever waited.
      const done = () => signal?.removeEventListener('abort', leave);
      const own: Waiting = { admit: () => (done(), resolve()), refuse: (error) => (done(), reject(error)) };
      waiting.push(own);
      signal?.addEventListener('abort', leave, { once: true });
    });
  };
  const failed = (cause: Error) => {
    const { message } = cause;
    const refusal = (failure = () => new ConnectionsHeld(message, cause));
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    // Processes that lost the server at the same moment come back at different ones.
    closedUntil = now() + pauseMs * (0.5 + random() / 2);
    failures += 1;
    for (const each of waiting.splice(0)) each.refuse(refusal());
  };
  const answered = () => {
    failures = 0;
    failure = null;
  };
  return {
    /**
     * Makes a connection in its turn.
     * @param connect - ends by itself; what it throws is thrown here
     * @param signal - ends the wait for the turn
     * @throws {ConnectionsHeld} at once, while the server is taken to be away
     */
    async pass<T>(connect: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      await enter(signal);
      try {
        const connection = await connect();
        answered();
        return connection;
      } catch (error) {
        // A refused password or a database that is not there is the answer of a server that is.
        // What was cut by a pool that closes says nothing of the server.
        if (!signal?.aborted) {
          if (isPassingFailure(error)) failed(error as Error);
          else answered();
        }
        throw error;
      } finally {
        underWay -= 1;
        const next = failure ? undefined : waiting.shift();
        if (next) {
          underWay += 1;
          next.admit();
        }
      }
    },
  };
}

type ConnectGate = ReturnType<typeof createConnectGate>;
const gates = new Map<string, ConnectGate>();

/** @param server - host and port */
export function gateOf(server: string): ConnectGate {
  const known = gates.get(server) ?? createConnectGate();
  gates.set(server, known);
  return known;
}
