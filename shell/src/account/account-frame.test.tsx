import { aUser } from '@redress/contracts/fakes';
import { installFakeServer } from '@redress/api-client/fakes';
import { startApi } from '@redress/api-client';
import { getStore, resetStore, signedIn } from '@redress/session-store';
import type { MenuEntry } from '@redress/contracts/releases';
import { fillDocument } from '@redress/contracts/releases';
import { installHost } from '@redress/mf-runtime';
import type { Host } from '@redress/mf-runtime/host';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { Frame } from '../frame/frame.tsx';
import { REGIONS, region } from '../frame/regions.ts';
import { AccountFrame } from './account-frame.tsx';

const ALERT = {
  id: '0123456789abcdef01234567',
  title: 'Your letter was delivered',
  message: 'On 3 March.',
  created_at: '2026-03-03T10:14:00Z',
  link: null,
};
const user = aUser({ display_name: '' });

/** Entries of remotes whose builds are known, and of others, as a tab has them. */
type Release = ReturnType<Host['snapshot']>;
const entry = (to: string, label: string, order: number): MenuEntry => ({ to, label, icon: 'house', order });
const releaseOf = (account: MenuEntry[], off = {}): Release =>
  ({
    remotes: { 'mf-account': { current: { routes: [], menu: account } } },
    rest: {
      'mf-letters': {
        routes: [],
        menu: [entry('/demand-letters', 'Demand Letters', 30), entry('/court-documents', 'Court Documents', 40)],
      },
    },
    off,
  }) as unknown as Release;
const ACCOUNT = [
  entry('/dashboard', 'Home', 10),
  entry('/completed-sessions', 'Completed Sessions', 20),
  entry('/billing', 'Orders', 50),
  entry('/settings', 'Settings', 60),
];
let release: Release;
const listeners = new Set<() => void>();
const host: Pick<Host, 'snapshot' | 'subscribe'> = {
  snapshot: () => release,
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
const adopt = (next: Release) =>
  act(() => {
    release = next;
    for (const listener of listeners) listener();
  });

let alerts: (typeof ALERT)[];
let server: ReturnType<typeof installFakeServer>;
let removeHost: () => void;
let header: { site_title: string; site_logo: string };

beforeEach(() => {
  alerts = [ALERT];
  release = releaseOf(ACCOUNT);
  server = installFakeServer({
    getAlerts: () => ({ alerts }),
    dismissAlert: () => {
      alerts = [];
      return {};
    },
  });
  header = { site_title: 'Redress', site_logo: '' };
  install();
  resetStore();
  startApi();
  getStore().dispatch(signedIn(user));
});
const install = () => {
  removeHost = installHost({
    page: { header, locale: 'en' } as never,
    navigate: jest.fn(),
    loadSlot: () => Promise.reject(new Error('none')),
    prefetch: () => {},
    fetchAhead: () => {},
    isPage: () => true,
    announce: () => {},
    setTitle: () => {},
    recoverSlot: () => Promise.resolve(false),
  });
};
afterEach(() => {
  server.restore();
  removeHost();
});

const draw = (onLogOut = async () => true) => {
  render(<Frame layout="account" />);
  return render(app(onLogOut));
};
const app = (onLogOut = async () => true) => (
  <Provider store={getStore()}>
    <MemoryRouter initialEntries={['/billing']}>
      <AccountFrame host={host} onLogOut={onLogOut} />
    </MemoryRouter>
  </Provider>
);

const labels = () =>
  within(screen.getByRole('navigation', { name: 'Your account' }))
    .getAllByRole('link')
    .slice(1)
    .map((link) => link.textContent);

it('lists what the release in use declares: entries come and go with the builds of their remotes', () => {
  draw();
  adopt(releaseOf([...ACCOUNT, entry('/notes', 'Notes', 5)]));
  expect(labels().slice(0, 2)).toEqual(['Notes', 'Home']);
  adopt(releaseOf(ACCOUNT));
  expect(labels()[0]).toBe('Home');
  adopt(releaseOf(ACCOUNT, { 'mf-letters': { routes: [], slots: [] } }));
  expect(labels()).toEqual(['Home', 'Completed Sessions', 'Orders', 'Settings']);
});

it('takes the place of the side bar that the server drew, and its focus', () => {
  const { container, unmount } = render(<Frame layout="account" />);
  const entries = [{ to: '/billing', label: 'Orders', current: 'page', icon: { credit_card: true } }];
  const html = fillDocument(container.innerHTML, { header, side_bar: { entries } });
  unmount();
  document.body.innerHTML = html;
  const drawn = screen.getByRole('link', { name: 'Orders' });
  expect(drawn.querySelectorAll('svg')).toHaveLength(1);
  expect(drawn).toHaveAttribute('aria-current', 'page');
  drawn.focus();
  render(app());
  const now = screen.getByRole('link', { name: 'Orders' });
  expect(now).not.toBe(drawn);
  expect(now).toHaveFocus();
  document.body.replaceChildren();
});

it('has the six pages of the signed-in area, says which is open, and greets a person without a name as User', async () => {
  draw();
  const navigation = screen.getByRole('navigation', { name: 'Your account' });
  const links = within(navigation).getAllByRole('link').slice(1);
  expect(links.map((link) => link.textContent)).toEqual([
    'Home',
    'Completed Sessions',
    'Demand Letters',
    'Court Documents',
    'Orders',
    'Settings',
  ]);
  expect(within(navigation).getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByText('Welcome, User')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Alerts, 1 new' })).toBeInTheDocument();
});

it('shows the logo of the site beside its name, and the mark where there is none', () => {
  const brand = () => screen.getByRole('navigation', { name: 'Your account' }).querySelector('a')!;
  const { unmount } = draw();
  expect(brand()).toHaveTextContent('Redress');
  expect(brand().querySelectorAll('svg')).toHaveLength(1);
  unmount();
  header = { ...header, site_logo: '/logo.svg' };
  install();
  render(app());
  expect(brand().querySelector('img')).toHaveAttribute('src', '/logo.svg');
  expect(brand().querySelector('svg')).toBeNull();
});

it('dismisses an alert for good with DONE, once however fast it is pressed', async () => {
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Alerts, 1 new' }));
  expect(screen.getByText('On 3 March.')).toBeInTheDocument();
  await userEvent.dblClick(screen.getByRole('button', { name: /DONE/ }));
  await waitFor(() => expect(screen.queryByText('On 3 March.')).not.toBeInTheDocument());
  const dismissed = server.requests.filter(({ call }) => call === 'dismissAlert');
  expect(dismissed.map(({ request }) => request)).toEqual([expect.objectContaining({ alert_id: ALERT.id })]);
  expect(screen.getByRole('heading', { name: 'Alert' })).toHaveFocus();
});

it('closes the menu with a link of it before the next page can ask for focus', async () => {
  draw();
  const menu = screen.getByRole('button', { name: 'Open menu' });
  await userEvent.click(menu);
  await userEvent.click(screen.getByRole('link', { name: 'Orders' }));
  // The host of this test goes nowhere: the press alone closes it.
  expect(region(REGIONS.outlet).inert).toBeFalsy();
  expect(menu).toHaveFocus();
});

it('gives no focus back that has gone on to the page', async () => {
  draw();
  const opener = await screen.findByRole('button', { name: 'Alerts, 1 new' });
  await userEvent.click(opener);
  const heading = document.createElement('h1');
  heading.tabIndex = -1;
  region(REGIONS.outlet).append(heading);
  heading.focus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(heading).toHaveFocus();
});

it('logs out once, however often it is pressed', async () => {
  const logOut = jest.fn(() => new Promise<boolean>(() => {}));
  draw(logOut);
  const [first] = screen.getAllByRole('button', { name: 'Log Out' });
  await userEvent.click(first!);
  await userEvent.click(first!);
  expect(logOut).toHaveBeenCalledTimes(1);
});
