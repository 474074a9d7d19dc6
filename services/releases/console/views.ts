import type { ComponentType } from 'react';
import { LedgerView } from './ledger-view.tsx';
import { PlansView } from './plans-view.tsx';
import { RemotesView } from './remotes-view.tsx';
import { SnapshotsView } from './snapshots-view.tsx';
import { texts } from './texts.ts';

export interface ViewProps {
  /** One of the things of the view, as the address names it: `#/remotes/mf-letters`. */
  item: string | null;
}

export interface View {
  /** In the address: `#/remotes`. */
  key: string;
  label: string;
  component: ComponentType<ViewProps>;
}

/** What the console shows, in the order of its tabs. A view works with `useConsole()` and `useLoaded()`. */
export const VIEWS: readonly View[] = [
  { key: 'remotes', label: texts.tabs.remotes, component: RemotesView },
  { key: 'snapshots', label: texts.tabs.snapshots, component: SnapshotsView },
  { key: 'plans', label: texts.tabs.plans, component: PlansView },
  { key: 'ledger', label: texts.tabs.ledger, component: LedgerView },
];
