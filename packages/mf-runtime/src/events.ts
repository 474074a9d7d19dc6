/**
 * Events that remotes send to each other: facts, in the past tense, that others may care about. A remote extends the
 * list by declaration merging. What must be remembered belongs in the session store, not here.
 */
export interface RemoteEvents {
  /** A letter was approved, sent or changed: lists may be old. */
  'letter.changed': { demandId: string };
  /** The person's stored sessions changed. */
  'sessions.changed': undefined;
  /** The alerts changed. */
  'alerts.changed': undefined;
  /**
   * A payment begun in this tab came in; emitted once, with its value and nothing of the person. The shell decides what
   * it is used for, by the visitor's consent (R30).
   */
  purchase: { valueCents: number; currency: 'usd' };
}

type Listener<Name extends keyof RemoteEvents> = (detail: RemoteEvents[Name]) => void;

const listeners = new Map<keyof RemoteEvents, Set<(detail: never) => void>>();

/** Tells everyone listening. One listener's throw does not keep the others from hearing it. */
export function emit<Name extends keyof RemoteEvents>(
  name: Name,
  ...[detail]: undefined extends RemoteEvents[Name] ? [] : [RemoteEvents[Name]]
): void {
  for (const listener of [...(listeners.get(name) ?? [])]) {
    try {
      (listener as Listener<Name>)(detail as RemoteEvents[Name]);
    } catch (error) {
      reportError(error);
    }
  }
}

/** Listens until the returned function is called. */
export function on<Name extends keyof RemoteEvents>(name: Name, listener: Listener<Name>): () => void {
  let set = listeners.get(name);
  if (!set) listeners.set(name, (set = new Set()));
  set.add(listener as (detail: never) => void);
  return () => set.delete(listener as (detail: never) => void);
}
