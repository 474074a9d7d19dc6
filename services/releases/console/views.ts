import type { ComponentType } from 'react';
import { LedgerView } from './ledger/ledger-view.tsx';
import { NoticesView } from './notices-view.tsx';
import { NowView } from './now/now-view.tsx';
import { PeopleView } from './people/people-view.tsx';
import { PlansView } from './plans-view.tsx';
import { PreviewsView } from './previews-view.tsx';
import { ErrorsView } from './remote/errors-view.tsx';
import { RemotePage } from './remote/remote-page.tsx';
import { RemotesView } from './remotes-view.tsx';
import { RolloutsView } from './rollouts-view.tsx';
import { SnapshotsView } from './snapshots-view.tsx';
import { texts } from './texts.ts';
import type { ViewProps } from './view-props.ts';

export interface View {
  /** In the address: `#/remotes`. */
  key: string;
  label: string;
  component: ComponentType<ViewProps>;
  /** Shown in its place where the address names one of its things. */
  page?: ComponentType<{ item: string }>;
}

/** What the console shows, in the order of its tabs. A view works with `useConsole()` and `useLoaded()`. */
export const VIEWS: readonly View[] = [
  { key: 'now', label: texts.tabs.now, component: NowView },
  { key: 'remotes', label: texts.tabs.remotes, component: RemotesView, page: RemotePage },
  { key: 'rollouts', label: texts.tabs.rollouts, component: RolloutsView },
  { key: 'previews', label: texts.tabs.previews, component: PreviewsView },
  { key: 'snapshots', label: texts.tabs.snapshots, component: SnapshotsView },
  { key: 'plans', label: texts.tabs.plans, component: PlansView },
  { key: 'errors', label: texts.tabs.errors, component: ErrorsView },
  { key: 'ledger', label: texts.tabs.ledger, component: LedgerView },
  { key: 'people', label: texts.tabs.people, component: PeopleView },
  { key: 'notices', label: texts.tabs.notices, component: NoticesView },
];
