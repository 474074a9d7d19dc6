import type { Host, OwnedRoute } from '@redress/mf-runtime/host';
import { createNavigate, needsDocument } from './navigate.ts';

const route = (path: string, documentClass: 'public' | 'private'): OwnedRoute => ({
  owner: 'mf-x',
  off: false,
  route: { path, layout: 'public', documentClass, title: path },
});
const host = {
  routeOf: (pathname: string) => ({ '/': route('/', 'public'), '/login': route('/login', 'private') })[pathname],
} as unknown as Host;

const never = () => false;

afterEach(() => document.documentElement.removeAttribute('data-tags'));

it('changes between known pages without a document', () => {
  expect(needsDocument(host, '/login', never)).toBe(false);
});

it('loads a document for a private page where third-party code has run, and for that alone', () => {
  document.documentElement.setAttribute('data-tags', '');
  expect(needsDocument(host, '/login', never)).toBe(true);
  expect(needsDocument(host, '/', never)).toBe(false);
});

it('loads a document for an address the release does not know, and when the shell is old', () => {
  expect(needsDocument(host, '/help', never)).toBe(true);
  expect(needsDocument(host, '/', () => true)).toBe(true);
});

it('never leaves the site', () => {
  const navigate = createNavigate({ host: () => host, wantsDocument: never });
  expect(() => navigate('//elsewhere.example/')).toThrow(/pages of this site/);
});

it('replaces the address when asked, so that "back" does not return to a page one was sent away from', () => {
  const navigate = createNavigate({ host: () => host, wantsDocument: never });
  const before = history.length;
  navigate('/login?return=%2F', { replace: true });
  expect(location.pathname).toBe('/login');
  expect(history.length).toBe(before);
});
