import { startApi } from '@redress/api-client';
import { installFakeServer, type FakeCalls } from '@redress/api-client/fakes';
import { DEFAULT_WIZARD_SETTINGS, type ClaimFormData, type FormSession, type UserData } from '@redress/contracts';
import type { PageData } from '@redress/contracts/releases';
import { installHost } from '@redress/mf-runtime';
import { claimOpened, foundAnonymous, getStore, resetStore, signedIn, stepChanged } from '@redress/session-store';
import { cleanup, configure, getConfig, render, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

const { asyncWrapper } = getConfig();
/** Kept before a test puts its own clock in their place. */
const { setTimeout: wait } = globalThis;
const ROUNDS = 4;
configure({
  // React draws what an event changed by messages, effects by further ones. The library waits for one timer, which a thread
  // that is held up meets before them: a test would read the screen of before. In each round the messages come first.
  asyncWrapper: (event) =>
    asyncWrapper(async () => {
      const result = await event();
      for (let round = 0; round < ROUNDS; round += 1) await new Promise((resolve) => void wait(resolve, 0));
      return result;
    }),
});

/**
 * @param day - `2026-03-02`
 * @returns the instant of its noon in the zone of this machine, which is the reader's: a screen shows this day in every zone
 */
export const noonOf = (day: string): string => new Date(`${day}T12:00:00`).toISOString();

export const aFormSession = (over: Partial<FormSession> = {}): FormSession => ({
  form_session_id: 'a'.repeat(24),
  form_data: {},
  revision: 1,
  saved_at: noonOf('2026-03-02'),
  current_step: '1',
  progress: 10,
  is_completed: false,
  is_paid: false,
  original_session_id: null,
  ...over,
});

/** The site configuration as it comes out of the box. */
export const aPage = (over: Partial<PageData> = {}): PageData => ({
  documentClass: 'private',
  header: {
    site_title: 'Redress',
    site_tagline: '',
    site_logo: '',
    show_navigation: false,
    navigation_items: [],
    seo: { meta_title: '', meta_description: '', meta_keywords: '' },
  },
  footer: { footer_text: '', company_email: 'help@example.com', social_links: {} },
  offer: { enabled: true },
  wizard: DEFAULT_WIZARD_SETTINGS,
  locale: 'en',
  releaseKeys: {},
  stripeScript: '',
  sandbox: true,
  ...over,
});

export interface RenderOptions {
  page?: Partial<PageData>;
  /** Answers laid over the contract-made ones. */
  calls?: FakeCalls;
  /** Signed in as this person; anonymous when left out. */
  user?: UserData;
  /** A claim already loaded, at this step. */
  formData?: ClaimFormData;
  at?: { step: number; subStep: number };
  route?: string;
}

export interface Rendered extends RenderResult {
  user: UserEvent;
  server: ReturnType<typeof installFakeServer>;
  store: ReturnType<typeof getStore>;
  /** Pages gone to, oldest first. */
  visited: string[];
}

let restore: (() => void) | undefined;

function installFakeHost(page: PageData, visited: string[]): () => void {
  return installHost({
    page,
    navigate: (path) => void visited.push(path),
    loadSlot: () => new Promise(() => {}),
    prefetch: () => {},
    fetchAhead: () => {},
    isPage: (path) => path.startsWith('/'),
    announce: () => {},
    setTitle: (title) => {
      document.title = title;
    },
    recoverSlot: () => Promise.resolve(false),
  });
}

/** Draws a piece of a remote as the shell would: the store, the API over a fake server, a router. Undone after each test. */
export function renderApp(
  ui: ReactNode,
  { calls, user, formData, at, page, route = '/' }: RenderOptions = {},
): Rendered {
  resetStore();
  startApi();
  const server = installFakeServer(calls);
  const visited: string[] = [];
  const removeHost = installFakeHost(aPage(page), visited);
  restore = () => {
    server.restore();
    removeHost();
  };
  const store = getStore();
  store.dispatch(user ? signedIn(user) : foundAnonymous());
  if (formData) store.dispatch(claimOpened({ session: aFormSession({ form_data: formData }), resume: false }));
  if (at) store.dispatch(stepChanged(at));
  const rendered = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[route]}>{ui}</MemoryRouter>
    </Provider>,
  );
  return { ...rendered, user: userEvent.setup(), server, store, visited };
}

afterEach(() => {
  cleanup();
  restore?.();
  restore = undefined;
  sessionStorage.clear();
  localStorage.clear();
});
