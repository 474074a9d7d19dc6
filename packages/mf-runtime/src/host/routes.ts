import { normalPath, pathBeforeId, type RemoteRoute } from '@redress/contracts/releases';
import type { TabSnapshot } from './document-snapshot.ts';

export interface OwnedRoute {
  /** `shell` or a remote's name. */
  owner: string;
  route: RemoteRoute;
  /** Switched off by the kill switch: its owner is not loaded. */
  off: boolean;
}

/** Every page of a snapshot by path. */
export function routeTable({ shell, remotes, off = {}, rest = {} }: TabSnapshot): Map<string, OwnedRoute> {
  const table = new Map<string, OwnedRoute>();
  const add = (owner: string, routes: readonly RemoteRoute[], isOff: boolean) => {
    for (const route of routes) if (!table.has(route.path)) table.set(route.path, { owner, route, off: isOff });
  };
  add('shell', shell.routes, false);
  for (const [name, { routes }] of Object.entries(off)) add(name, routes, true);
  for (const [name, { current }] of Object.entries(remotes)) add(name, current.routes, false);
  for (const [name, { routes }] of Object.entries(rest)) add(name, routes, false);
  return table;
}

/** The page of an address: its own, or the one whose path an id follows. */
export function pageAt(table: ReadonlyMap<string, OwnedRoute>, pathname: string): OwnedRoute | undefined {
  const path = normalPath(pathname);
  const before = table.get(path) ? undefined : table.get(pathBeforeId(path) ?? '');
  return before?.route.hasId ? before : table.get(path);
}

/** Which remote fills a slot. */
export const slotOwner = ({ remotes, off = {}, rest = {} }: TabSnapshot, slot: string): string | undefined =>
  [
    ...Object.entries(remotes).map(([name, { current }]) => [name, current.slots] as const),
    ...Object.entries(rest).map(([name, { slots }]) => [name, slots] as const),
  ].find(([name, slots]) => !Object.hasOwn(off, name) && slots.includes(slot))?.[0];
