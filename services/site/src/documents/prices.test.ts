import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { PackageOffer } from '@redress/contracts';
import { aShellBuild, anAccountBuild, aWizardBuild, fakeReleases } from '../testing/fake-releases.ts';
import { aSite, type TestSite } from '../testing/test-site.ts';
import { askClaims } from '../http/ask-claims.ts';
import { siteConfigFrom } from '../config/site-config.ts';
import { createLogger } from '@redress/telemetry/server';
import { createPrices, offersFrom, withPrices, type AskForOffers } from './prices.ts';
import type { SiteDocument } from './site-document.ts';

const anOffer = (price: number): PackageOffer => ({
  id: 'demand-letter',
  title: 'Demand Letter',
  desc: 'A letter.',
  price,
  originalPrice: null,
  frequency: 'One Time',
  features: ['Certified Mail'],
  popular: false,
});
let site: TestSite;
const open = async (offers: AskForOffers | null, config = siteConfigFrom({})) =>
  (site = await aSite(fakeReleases(aShellBuild(), aWizardBuild(), anAccountBuild()), { offers, site: config }));
afterEach(() => site.close());
const textOf = async (path = '/prices', headers = {}) => (await site.get(path, headers)).body;

it('says the price that holds when somebody asks, though it has changed since the document was made', async () => {
  let price = 39;
  await open(async () => [anOffer(price)]);
  const first = await site.get('/prices');
  expect(first.body).toContain('<b>Demand Letter: $39.00</b>');
  const etag = String(first.headers.etag);
  expect((await site.get('/prices', { 'if-none-match': etag })).statusCode).toBe(304);
  price = 45.5;
  const next = await site.get('/prices', { 'if-none-match': etag });
  expect(next.statusCode).toBe(200);
  expect(next.body).toContain('<b>Demand Letter: $45.50</b>');
  expect(next.body).not.toContain('39.00');
});

it('says so in a public document too, where the site has tags', async () => {
  await open(
    async () => [anOffer(39)],
    siteConfigFrom({ advertisement: { google_analytics_code: 'G-TEST1' } as never }),
  );
  expect(await textOf()).toContain('$39.00');
  expect(await textOf('/prices?doc=private')).toContain('$39.00');
});

it.each<[string, AskForOffers | null]>([
  ['nobody can be asked', null],
  ['the table cannot be read', () => Promise.reject(new Error('no database'))],
  ['nothing is on sale', async () => []],
])('says none when %s', async (_, offers) => {
  await open(offers);
  const { body, statusCode } = await site.get('/prices');
  expect(statusCode).toBe(200);
  expect(body).toContain('<i>No prices now</i>');
  expect(body).not.toContain('<b>Demand');
});

it('waits for prices no longer than its limit, and no other page waits for them', async () => {
  let gaveUp = false;
  await open(
    (signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => (gaveUp = true));
      }),
  );
  const waiting = textOf();
  expect((await site.get('/terms')).statusCode).toBe(200);
  expect(gaveUp).toBe(false);
  expect(await waiting).toContain('No prices now');
  expect(gaveUp).toBe(true);
});

it('holds in every document what was heard last, whether or not the table can be asked', async () => {
  let answer: () => Promise<PackageOffer[]> = async () => [anOffer(39), { ...anOffer(99), id: 'small-claims' }];
  await open(() => answer());
  await textOf();
  const held = async (path: string) => (await site.get(path)).body.match(/"lowest":"([^"]*)"/)?.[1];
  expect(await held('/')).toBe('$39');
  const { etag } = (await site.get('/')).headers;
  answer = async () => [anOffer(45.5)];
  // The price page asks at once, and all hear of it.
  await textOf();
  expect(await held('/')).toBe('$45.50');
  const next = await site.get('/', { 'if-none-match': String(etag) });
  expect(next.statusCode).toBe(200);
  // What stands between asks again each time.
  expect(next.headers['cache-control']).toBe('no-cache');
  answer = () => Promise.reject(new Error('no database'));
  await textOf();
  expect(await held('/')).toBe('$45.50');
});

it('hears of a change within a minute, though nobody opens the price page and one answer is missed', async () => {
  jest.useFakeTimers();
  const answers = [[anOffer(39)], null, [anOffer(45)]];
  const prices = createPrices(
    async () => answers.shift() ?? Promise.reject(new Error('no database')),
    createLogger({ name: 'site', level: 'silent' }),
  );
  prices.start();
  await jest.advanceTimersByTimeAsync(0);
  expect(prices.heard()?.lowest).toBe('$39');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(prices.heard()?.lowest).toBe('$45');
  prices.stop();
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

it('asks once for all who come at the same time', async () => {
  let asked = 0;
  await open(async () => {
    asked += 1;
    return [anOffer(39)];
  });
  await Promise.all(Array.from({ length: 20 }, () => textOf()));
  expect(asked).toBeLessThan(20);
  const before = asked;
  await textOf();
  expect(asked).toBe(before + 1);
});

it('asks the claims service of another process, and believes no other answer', async () => {
  let answer: object = { success: true, packages: [anOffer(39)] };
  const claims = createServer((request, response) => {
    response.writeHead(request.url === '/api/packages.php' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(claims, 'listening');
  await open(offersFrom(askClaims([`http://127.0.0.1:${(claims.address() as AddressInfo).port}`])));
  expect(await textOf()).toContain('$39.00');
  answer = { success: true, packages: [{ ...anOffer(39), price: 'free' }] };
  expect(await textOf()).toContain('No prices now');
  claims.closeAllConnections();
  claims.close();
});

it('asks the other claims processes when one is away or ill, and first the one that answered last', async () => {
  const asked: string[] = [];
  const claims = createServer((request, response) => {
    const { host = '' } = request.headers;
    asked.push(host.startsWith('localhost') ? 'ill' : 'well');
    if (host.startsWith('localhost')) return void response.writeHead(503).end();
    response.end(JSON.stringify({ success: true, packages: [anOffer(39)] }));
  }).listen(0, '127.0.0.1');
  await once(claims, 'listening');
  const { port } = claims.address() as AddressInfo;
  // Nothing listens at port 1.
  const addresses = ['http://127.0.0.1:1', `http://localhost:${port}`, `http://127.0.0.1:${port}`];
  await open(offersFrom(askClaims(addresses)));
  expect(await textOf()).toContain('$39.00');
  expect(await textOf()).toContain('$39.00');
  expect(asked.filter((who) => who === 'ill')).toEqual([asked[0]]);
  expect(asked.length).toBeGreaterThan(1);
  claims.closeAllConnections();
  claims.close();
});

it('draws the page again after it could not be drawn', () => {
  const drawn = {} as SiteDocument;
  let isFirst = true;
  const find = withPrices(() => {
    if (!isFirst) return drawn;
    isFirst = false;
    throw new Error('no memory');
  });
  expect(() => find(null)).toThrow('no memory');
  expect(find(null)).toBe(drawn);
});
