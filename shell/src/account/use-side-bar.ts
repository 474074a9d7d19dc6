import { type ServedMenuEntry, sideBarOf } from '@redress/contracts/releases';
import type { Host } from '@redress/mf-runtime/host';
import { useMemo, useSyncExternalStore } from 'react';

/** The entries of the release in use: those of a remote come, change and go with its build. */
export function useSideBar({ snapshot, subscribe }: Pick<Host, 'snapshot' | 'subscribe'>): ServedMenuEntry[] {
  const release = useSyncExternalStore(subscribe, snapshot);
  return useMemo(() => {
    const { remotes, rest = {}, off = {} } = release;
    const served = {
      ...rest,
      ...Object.fromEntries(Object.entries(remotes).map(([name, { current }]) => [name, current])),
    };
    return sideBarOf(Object.entries(served).flatMap(([name, owner]) => (Object.hasOwn(off, name) ? [] : [owner])));
  }, [release]);
}
