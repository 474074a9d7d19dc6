import type { IncomingMessage } from 'node:http';
import { createAccess, OPEN_PATH } from './access.ts';

const PORT = 4321;
const ORIGIN = `http://localhost:${PORT}`;
const access = createAccess(PORT);
const cookie = access.open(new URL(access.address))!.cookie.split(';')[0]!;

const other = createAccess(PORT);
const otherCookie = other.open(new URL(other.address))!.cookie.split(';')[0]!;

const refusal = (headers: Record<string, string>, { url = '/assets/x.js', method = 'GET' } = {}) =>
  access.refusal({ url, method, headers: { host: `localhost:${PORT}`, ...headers } } as unknown as IncomingMessage)
    ?.status ?? null;

it('lets a browser in that opened the printed address, and keeps its cookie from scripts and other sites', () => {
  expect(refusal({ cookie, 'sec-fetch-site': 'same-origin' })).toBeNull();
  expect(
    refusal({ cookie: `other=1; ${cookie}`, origin: ORIGIN, 'sec-fetch-site': 'same-origin' }, { method: 'POST' }),
  ).toBeNull();
  expect(access.open(new URL(access.address))!.cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
});

it.each<[string, Record<string, string>, number]>([
  ['has no cookie', {}, 403],
  ['has the cookie of another run', { cookie: otherCookie }, 403],
  ['reaches this machine under a name of its own', { cookie, host: `evil.example:${PORT}` }, 421],
  ['names this machine by its number', { cookie, host: `127.0.0.1:${PORT}` }, 421],
  ['comes from another site', { cookie, 'sec-fetch-site': 'cross-site' }, 403],
  ['comes from another server of this machine', { cookie, 'sec-fetch-site': 'same-site' }, 403],
  ['says so by its origin alone', { cookie, origin: 'http://localhost:9999' }, 403],
  ['comes from a page without an origin', { cookie, origin: 'null' }, 403],
  [
    'is a frame',
    { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    403,
  ],
])('refuses a request that %s', (_, headers, status) => {
  expect(refusal(headers)).toBe(status);
});

it('follows a link from elsewhere, and takes no form from there', () => {
  const link = { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect(refusal(link, { url: '/' })).toBeNull();
  expect(refusal({ ...link, origin: 'http://localhost:9999' }, { url: '/api/x', method: 'POST' })).toBe(403);
  expect(refusal(link, { url: '/api/x', method: 'POST' })).toBe(403);
});

it('opens by its own secret alone', () => {
  expect(access.open(new URL(`${ORIGIN}${OPEN_PATH}?key=guessed`))).toBeNull();
  expect(access.open(new URL(`${ORIGIN}/?key=${new URL(access.address).searchParams.get('key')}`))).toBeNull();
});
