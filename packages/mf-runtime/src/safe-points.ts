import { useEffect, useRef } from 'react';
import { useRemoteName } from './remote-root.tsx';

interface SafePoint {
  /** Bring what is typed into the session store or browser storage; the remote is re-mounted afterwards. */
  flush(): void | Promise<void>;
}

interface RemoteActivity {
  safePoints: Set<SafePoint>;
  dirty: Set<symbol>;
}

const activities = new Map<string, RemoteActivity>();
const listeners = new Set<() => void>();

const activityOf = (remote: string): RemoteActivity => {
  let activity = activities.get(remote);
  if (!activity) activities.set(remote, (activity = { safePoints: new Set(), dirty: new Set() }));
  return activity;
};

/** Whether a remote holds edits that are nowhere else yet. */
export const isDirty = (remote: string): boolean => activityOf(remote).dirty.size > 0;

/** Whether a remote has said how to save itself before it is replaced. */
export const canSave = (remote: string): boolean => activityOf(remote).safePoints.size > 0;

/** Saves everything a remote has registered. Resolves when it is safe to take the remote down. */
export const flushRemote = async (remote: string): Promise<void> => {
  await Promise.all([...activityOf(remote).safePoints].map((point) => point.flush()));
};

/** Told whenever a remote becomes clean. */
export function onClean(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What to do before a newer build takes this remote's place: the callback runs, is awaited, and whatever it saved is
 * there when the new build mounts. Returns the way to unregister.
 */
export function registerSafePoint(remote: string, point: SafePoint): () => void {
  const { safePoints } = activityOf(remote);
  safePoints.add(point);
  return () => safePoints.delete(point);
}

/** Marks a remote as holding unsaved edits until the returned function is called. */
export function markDirty(remote: string): () => void {
  const { dirty } = activityOf(remote);
  const mark = Symbol(remote);
  dirty.add(mark);
  return () => {
    dirty.delete(mark);
    if (dirty.size === 0) for (const listener of listeners) listener();
  };
}

/** `registerSafePoint` for a component's life. */
export function useSafePoint(flush: () => void | Promise<void>): void {
  const remote = useRemoteName();
  const latest = useRef(flush);
  useEffect(() => {
    latest.current = flush;
  });
  useEffect(() => registerSafePoint(remote, { flush: () => latest.current() }), [remote]);
}

/**
 * Says that this component holds edits that would be lost. While so, closing the tab asks first, and a remote whose
 * update policy is `block-while-dirty` is not replaced.
 */
export function useUnsavedChanges(hasUnsaved: boolean): void {
  const remote = useRemoteName();
  useEffect(() => {
    if (!hasUnsaved) return;
    const markClean = markDirty(remote);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      markClean();
    };
  }, [remote, hasUnsaved]);
}
