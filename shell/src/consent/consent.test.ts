import { aUser } from '@redress/contracts/fakes';
import type { PageData, Tags } from '@redress/contracts/releases';
import { foundAnonymous, getStore, resetStore, signedIn } from '@redress/session-store';
import { purchaseMade } from '@redress/session-store/purchase';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { Frame } from '../frame/frame.tsx';
import { startConsent, type Consent } from './consent.ts';

const TAGS: Tags = {
  googleAnalytics: 'G-TEST1',
  metaPixel: '1234567',
  liveChat: null,
  head: [{ name: 'meta', attributes: { name: 'ads', content: 'own' }, text: '' }],
  body: [],
  scriptHosts: ['https://www.googletagmanager.com'],
};
const user = aUser();

let documentClass: 'public' | 'private';
const reload = jest.fn();
const save = jest.fn(() => Promise.resolve());
const tagScripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => new URL(src).hostname);
const bar = () => screen.queryByRole('region', { name: 'May we count visits?' });
// Both layouts' footers have one; the layout shows one of them.
const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name })[0]!);

beforeAll(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
beforeEach(() => {
  documentClass = 'public';
  localStorage.clear();
  sessionStorage.clear();
  resetStore();
  jest.clearAllMocks();
  document.head.replaceChildren();
  delete document.documentElement.dataset['tags'];
});

let running: Consent | undefined;
/** One document: what ran in the one before is gone. */
function start({ version = 'v1', tags }: { version?: string; tags?: Tags }) {
  running?.stop();
  cleanup();
  render(createElement(Frame, { layout: 'public' }));
  const page = { consent: { version }, ...(tags ? { tags } : {}) } as PageData & { consent: { version: string } };
  running = startConsent({ page, host: { routeOf: () => ({ route: { documentClass } }) as never, save }, reload });
  return running;
}
afterEach(() => running?.stop());

it('loads nothing before an answer, everything after consent, and does not ask again', async () => {
  getStore().dispatch(foundAnonymous());
  start({ tags: TAGS });
  expect(tagScripts()).toEqual([]);
  await press('Yes');
  expect(tagScripts()).toEqual(['www.googletagmanager.com', 'connect.facebook.net']);
  expect(document.head.querySelector('meta[name="ads"]')).toHaveAttribute('content', 'own');
  expect(document.documentElement).toHaveAttribute('data-tags');
  expect(bar()).not.toBeInTheDocument();
});

it('loads nothing after a refusal, and asks again only about other tags', async () => {
  getStore().dispatch(foundAnonymous());
  start({ tags: TAGS });
  await press('No');
  start({ tags: TAGS });
  expect(bar()).not.toBeInTheDocument();
  start({ tags: TAGS, version: 'v2' });
  expect(bar()).toBeInTheDocument();
  expect(tagScripts()).toEqual([]);
});

it('asks nobody before it is known who they are, and nobody who is signed in', () => {
  start({ tags: TAGS });
  expect(bar()).not.toBeInTheDocument();
  getStore().dispatch(signedIn(user));
  expect(bar()).not.toBeInTheDocument();
});

it('runs nothing in a document that a private page was in; the answer counts for the next', async () => {
  getStore().dispatch(foundAnonymous());
  const consent = start({ tags: TAGS });
  documentClass = 'private';
  consent.pageChanged();
  documentClass = 'public';
  consent.pageChanged();
  expect(bar()).not.toBeInTheDocument();
  await press('Cookie choices');
  await press('Yes');
  expect(tagScripts()).toEqual([]);
});

it('runs nothing on a private page, nor in a document that holds no tags', async () => {
  getStore().dispatch(foundAnonymous());
  documentClass = 'private';
  start({ tags: TAGS });
  start({});
  await press('Cookie choices');
  await press('Yes');
  expect(tagScripts()).toEqual([]);
});

it('withdraws consent from the footer: what is typed is saved, then the document is loaded again', async () => {
  getStore().dispatch(foundAnonymous());
  start({ tags: TAGS });
  await press('Yes');
  document.cookie = '_ga=GA1.1.1; path=/';
  await press('Cookie choices');
  expect(screen.getByRole('heading', { name: 'May we count visits?' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true');
  await press('No');
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(save).toHaveBeenCalled();
  expect(document.cookie).not.toContain('_ga');
});

describe('a paid order', () => {
  const pay = () => getStore().dispatch(purchaseMade({ valueCents: 3_241, currency: 'usd' }));
  const purchases = () =>
    ((window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [])
      .map((words) => [...Array.from(words)])
      .filter(([, name]) => name === 'purchase')
      .map(([, , detail]) => detail);

  const consentThenPay = async (): Promise<Consent> => {
    getStore().dispatch(foundAnonymous());
    localStorage.setItem('redress.consent', JSON.stringify({ version: 'v1', choice: 'accepted', at: '' }));
    const consent = start({});
    pay();
    await waitFor(() => expect(localStorage.getItem('redress.conversions')).not.toBeNull());
    return consent;
  };

  it('is reported by the next public document, once, as a sum and a random number', async () => {
    await consentThenPay();
    expect(purchases()).toEqual([]);
    start({ tags: TAGS });
    expect(purchases()).toEqual([
      { transaction_id: expect.stringMatching(/^[0-9a-f]{32}$/), value: 32.41, currency: 'USD' },
    ]);
    expect(localStorage.getItem('redress.conversions')).toBeNull();
  });

  it('is not reported after a refusal', async () => {
    await consentThenPay();
    await press('Cookie choices');
    await press('No');
    expect(localStorage.getItem('redress.conversions')).toBeNull();
    pay();
    expect(localStorage.getItem('redress.conversions')).toBeNull();
  });

  it('makes the way back to a public page a document load, so that it can be reported there', async () => {
    const consent = await consentThenPay();
    expect(consent.wantsDocument({ route: { documentClass: 'public' } } as never)).toBe(true);
    expect(consent.wantsDocument({ route: { documentClass: 'private' } } as never)).toBe(false);
  });
});
