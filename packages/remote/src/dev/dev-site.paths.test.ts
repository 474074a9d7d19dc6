import { request as ask } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { Snapshot } from '@redress/contracts/releases';
import type { DeployedSite } from './deployed-site.ts';
import { startDevSite, type DevSite } from './dev-site.ts';
import type { SiteAnswer } from './kept-answers.ts';
import type { Override } from './release.ts';
import type { DevBuild } from './worked-on.ts';

const SITE = 'https://site.example';
// Of the snapshot, the site, the override and the build only what an address is checked against.
const snapshot = { number: 7, shell: { routes: [] }, remotes: {} } as unknown as Snapshot;
const read: string[] = [];
const called: string[] = [];
let answer: SiteAnswer;
const site = {
  origin: SITE,
  release: () => ({ snapshot }),
  awaySince: () => null,
  read: (path: string) => {
    read.push(path);
    return Promise.resolve(answer);
  },
} as unknown as DeployedSite;
const override = { keys: {}, over: () => ({ channel: 'production', number: 8 }) } as unknown as Override;

let dev: DevSite;
let cookie = '';
const port = () => Number(new URL(dev.address).port);

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
}
/** The path goes out as it is written: `fetch` would tidy it. */
const get = (path: string, headers: Record<string, string> = { cookie }): Promise<Got> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: port(), path, headers: { host: `localhost:${port()}`, ...headers } };
    ask(options, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    })
      .on('error', reject)
      .end();
  });

beforeAll(async () => {
  const calls = ({ path }: { path: string }) => {
    called.push(path);
    return Promise.resolve(answer);
  };
  dev = await startDevSite({ port: 0, remote: 'mf-x', site, calls, override, notes: [], write: () => {} });
  dev.offer({ descriptor: { name: 'mf-x', config: { routes: [] } }, files: new Map() } as unknown as DevBuild);
  const { pathname, search } = new URL(dev.address);
  cookie = (await get(pathname + search, {})).headers['set-cookie']![0]!.split(';')[0]!;
});
afterAll(() => dev.close());
beforeEach(() => {
  answer = { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from('x') };
  read.length = called.length = 0;
});

it('reads a page of the site for who opened the printed address, and nothing for others', async () => {
  expect((await get('/settings?tab=1')).status).toBe(200);
  expect(read).toEqual(['/settings?tab=1']);
  expect((await get('/settings', {})).status).toBe(403);
});

it('asks for the path that was asked for, and takes no host from it', async () => {
  expect((await get('//x//evil.example/steal')).status).toBe(200);
  expect(read).toEqual(['//x//evil.example/steal']);
  expect((await get('//')).status).toBe(200);
  expect((await get('http://evil.example/page')).status).toBe(400);
  // Another host in the path opens nothing.
  expect((await get('//evil.example/.redress/open', {})).status).toBe(403);
});

it('lets no page of another server of this machine lead a browser to a call', async () => {
  const link = { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect((await get('/settings', link)).status).toBe(200);
  expect((await get('/api/logout.php', link)).status).toBe(403);
  expect(called).toEqual([]);
});

it.each([
  ['/dashboard', '/dashboard'],
  [`${SITE}/dashboard?a=1#b`, '/dashboard?a=1#b'],
  [`${SITE}//evil.example/`, 'HERE//evil.example/'],
  [`${SITE}.evil.example/x`, `${SITE}.evil.example/x`],
  [`${SITE}@evil.example/x`, `${SITE}@evil.example/x`],
  ['https://bank.example/ask', 'https://bank.example/ask'],
])('follows a redirect to %s', async (location, wanted) => {
  answer = { status: 303, headers: { location }, body: Buffer.alloc(0) };
  expect((await get('/x')).headers.location).toBe(wanted.replace('HERE', `http://localhost:${port()}`));
});
