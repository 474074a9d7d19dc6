import type { ComponentType } from 'react';
import { ComingView } from './coming-view.tsx';
import { HistoryView } from './history/history-view.tsx';
import { NoticesView } from './notices-view.tsx';
import { NowView } from './now/now-view.tsx';
import { PeopleView } from './people-view.tsx';
import { RemotePage } from './remote/remote-page.tsx';
import { RemotesView } from './remote/remotes-view.tsx';
import type { ViewProps } from './console-context.ts';

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
  { key: 'now', label: 'Now', component: NowView },
  { key: 'remotes', label: 'Remotes', component: RemotesView, page: RemotePage },
  { key: 'history', label: 'History', component: HistoryView },
  { key: 'coming', label: 'To come', component: ComingView },
  { key: 'people', label: 'People', component: PeopleView },
  { key: 'notices', label: 'Notices', component: NoticesView },
];
