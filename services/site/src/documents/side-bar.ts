import { type RemoteRoute, sideBarOf, type Snapshot } from '@redress/contracts/releases';

/** As the shell's frame asks for it (shell/src/frame/drawn-side-bar.tsx). */
export interface DrawnSideBar {
  entries: { to: string; label: string; current: 'page' | 'false'; icon: Record<string, true> }[];
}

/** What the side bar of a document lists; `null` in the public layout, and where no remote declares anything. */
export function drawnSideBar({ remotes, off = {} }: Snapshot, { layout, path }: RemoteRoute): DrawnSideBar | null {
  if (layout !== 'account') return null;
  const served = Object.entries(remotes).flatMap(([name, { current }]) => (Object.hasOwn(off, name) ? [] : [current]));
  const entries = sideBarOf(served).map(({ to, label, icon }) => ({
    to,
    label,
    current: to === path ? ('page' as const) : ('false' as const),
    icon: { [icon.replaceAll('-', '_')]: true as const },
  }));
  return entries.length > 0 ? { entries } : null;
}
