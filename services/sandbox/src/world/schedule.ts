import type { WorldClock } from './clock.ts';
import type { Collection } from './store.ts';

interface Task {
  id: string;
  kind: string;
  /** World time in milliseconds. */
  at: number;
  ref: string;
}

/** `at` is when it was due: after a long step of the clock a scan still carries its own hour. */
type Handler = (ref: string, at: number) => void;

/** setTimeout counts in 32 bits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * What is to happen later in the world: a scan at the post office, a refund that fails, the next try of a webhook.
 * A task is forgotten after its handler returned: one that a kill interrupted runs again.
 */
export function createSchedule(deps: {
  tasks: Collection<Task>;
  clock: WorldClock;
  nextId: () => string;
  onError: (error: unknown) => void;
}) {
  const { tasks, clock } = deps;
  const handlers = new Map<string, Handler>();
  let timer: NodeJS.Timeout | undefined;
  let started = false;

  const earliest = () => tasks.values().reduce<Task | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined);

  function arm(): void {
    clearTimeout(timer);
    if (!started) return;
    const next = earliest();
    if (!next) return;
    timer = setTimeout(runDue, Math.min(Math.max(next.at - clock.now(), 0), LONGEST_TIMER_MS));
    timer.unref();
  }

  /** Runs whatever is due, oldest first. */
  function runDue(): void {
    for (let task = earliest(); task && task.at <= clock.now(); task = earliest()) {
      try {
        handlers.get(task.kind)?.(task.ref, task.at);
      } catch (error) {
        deps.onError(error);
      }
      tasks.delete(task.id);
    }
    arm();
  }

  return {
    on: (kind: string, handler: Handler) => void handlers.set(kind, handler),
    add(kind: string, at: number, ref: string): void {
      const id = deps.nextId();
      tasks.put(id, { id, kind, at, ref });
      arm();
    },
    /** Drops what is still to come for one subject. */
    cancel(kind: string, ref: string): void {
      for (const task of tasks.values()) if (task.kind === kind && task.ref === ref) tasks.delete(task.id);
      arm();
    },
    runDue,
    start(): void {
      started = true;
      arm();
    },
    stop(): void {
      started = false;
      clearTimeout(timer);
    },
  };
}
export type Schedule = ReturnType<typeof createSchedule>;
