import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { places } from '@redress/contracts';
import { toPlaceResult, zipFrom } from '../../providers/places/google-places.ts';
import { startTestApp, type TestApp } from '../../testing/index.ts';

let test: TestApp;
let provider: Server;
let asked: URL[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const json = (body: unknown) => (_request: IncomingMessage, response: ServerResponse) => {
  response.end(JSON.stringify(body));
};
const component = (long_name: string, ...types: string[]) => ({ long_name, short_name: long_name, types });

beforeAll(async () => {
  provider = createServer((request, response) => {
    asked.push(new URL(request.url!, 'http://provider'));
    answer(request, response);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  test = await startTestApp({
    providers: { places: { baseUrl, key: 'the-secret-key', attribution: 'Data: GeoNames, CC BY 4.0' } },
  });
});
afterAll(async () => {
  await test.stop();
  await new Promise((resolve) => provider.close(resolve));
});
beforeEach(() => {
  asked = [];
  answer = json({ status: 'OK', predictions: [{ description: '1 Main St, Austin, TX', place_id: 'p1', extra: 1 }] });
  test.clock.advance({ seconds: 6 });
});

const suggest = (input: string, browser = test.browser()) =>
  browser.call(places, {
    type: 'autocomplete',
    input,
    sessiontoken: 'token-1',
    components: 'country:de',
    types: 'all',
  });

it('adds the key on the server and fixes country, types and language', async () => {
  const { body, response } = await suggest('1 main');
  expect(body).toMatchObject({
    _predictions: [{ description: '1 Main St, Austin, TX', place_id: 'p1' }],
    attribution: 'Data: GeoNames, CC BY 4.0',
  });
  expect(response.body).not.toContain('the-secret-key');
  expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({
    input: '1 main',
    sessiontoken: 'token-1',
    types: 'address',
    components: 'country:us',
    language: 'en',
    key: 'the-secret-key',
  });
});

it('asks once within five seconds, and again after them', async () => {
  await Promise.all([suggest('5 oak'), suggest('5  Oak '), suggest('5 oak')]);
  expect(asked).toHaveLength(1);
  test.clock.advance({ seconds: 5 });
  await suggest('5 oak');
  expect(asked).toHaveLength(2);
});

it('asks nobody for fewer than three characters', async () => {
  expect((await suggest(' a ')).body._predictions).toEqual([]);
  expect(asked).toEqual([]);
});

it('reads an address into the form’s fields', async () => {
  answer = json({
    status: 'OK',
    result: {
      formatted_address: '12 Elm Street, Boston, MA 02108, USA',
      address_components: [
        component('12', 'street_number'),
        component('Elm Street', 'route'),
        component('Boston', 'locality', 'political'),
        component('Massachusetts', 'administrative_area_level_1', 'political'),
        component('United States', 'country'),
      ],
    },
  });
  const { body } = await test.browser().call(places, { type: 'details', place_id: 'p1', sessiontoken: 't' });
  expect(body.processed_address).toEqual({
    street: '12 Elm Street',
    city: 'Boston',
    state: 'Massachusetts',
    country: 'United States',
    zipcode: '02108',
    formatted_address: '12 Elm Street, Boston, MA 02108, USA',
  });
});

it.each([
  ['12 Elm St, Boston, MA 02108, USA', '02108'],
  ['12345 Elm St, Boston, MA 02108-1234', '02108'],
  ['1 Rue A, Montréal, QC H2X 1Y4, Canada', 'H2X 1Y4'],
  ['10 Downing St, London SW1A 2AA, UK', 'SW1A 2AA'],
  ['nowhere', ''],
])('finds the postal code in %s', (address, code) => expect(zipFrom(address)).toBe(code));

it('leaves empty what the provider does not say', () => {
  expect(toPlaceResult({})).toEqual({
    street: '',
    city: '',
    state: '',
    country: '',
    zipcode: '',
    formatted_address: '',
  });
});

it.each([
  ['an error', (_: IncomingMessage, response: ServerResponse) => void response.writeHead(500).end()],
  ['no JSON', (_: IncomingMessage, response: ServerResponse) => void response.end('<html>')],
  [
    'a redirect',
    (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  ['a refusal', json({ status: 'REQUEST_DENIED', error_message: 'the-secret-key is not allowed' })],
  ['a dropped connection', (request: IncomingMessage) => void request.socket.destroy()],
])('says that the provider is down after %s, without its words', async (_what, reply) => {
  answer = reply;
  const { refusal, response } = await suggest(`7 pine ${_what}`);
  expect(refusal.code).toBe('PROVIDER_DOWN');
  expect(response.body).not.toContain('the-secret-key');
  expect(test.logLines.join('')).not.toMatch(/the-secret-key|7 pine/);
});

it('answers an unknown place as not found', async () => {
  answer = json({ status: 'NOT_FOUND' });
  const { refusal } = await test.browser().call(places, { type: 'details', place_id: 'gone', sessiontoken: 't' });
  expect(refusal.code).toBe('NOT_FOUND');
});

it('holds one browser to its quota, cached answers not counted', async () => {
  const browser = test.browser();
  let refused = 0;
  for (let street = 0; street < 152; street += 1) {
    if ((await suggest(`${street} long street`, browser)).refusal.code === 'RATE_LIMITED') refused += 1;
  }
  expect(refused).toBe(2);
  expect((await suggest('149 long street', browser)).status).toBe(200);
});
