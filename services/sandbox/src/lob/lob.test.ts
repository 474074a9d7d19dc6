import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { letterForm, PDF } from '../testing/letter-form.ts';
import { startTestSandbox, stopSandboxes, type TestSandbox } from '../testing/test-sandbox.ts';
import { checkDigit } from './tracking-number.ts';

const DAY = 86_400_000;
const servers: Server[] = [];
afterEach(async () => {
  await stopSandboxes();
  for (const server of servers.splice(0)) server.close();
});

async function call(sandbox: TestSandbox, method: string, path: string, body?: FormData, key?: string) {
  const auth = Buffer.from(`${sandbox.world().keys.lobApiKey}:`).toString('base64');
  const response = await fetch(`${sandbox.world().addresses.lob}/v1${path}`, {
    method,
    headers: {
      authorization: `Basic ${auth}`,
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body } : {}),
  });
  return { status: response.status, body: (await response.json()) as never as LetterAnswer };
}

interface LetterAnswer {
  id: string;
  url: string;
  status: string;
  tracking_number: string;
  to: { name: string };
  data: { id: string }[];
  tracking_events: { name: string; time: string; details: { event: string; description: string } }[];
  error: { message: string; code: string };
}

const names = (letter: LetterAnswer) => letter.tracking_events.map(({ details }) => details.event);

const advance = (sandbox: TestSandbox, ms: number) => sandbox.turn('/clock/advance', { ms });

const choose = (sandbox: TestSandbox, id: string, outcome: string) =>
  sandbox.turn(`/letters/${id}/outcome`, { outcome });

it('takes a certified letter once under one key, with a tracking number that checks', async () => {
  const sandbox = await startTestSandbox();
  const first = await call(sandbox, 'POST', '/letters', letterForm(), 'row-1');
  const again = await call(sandbox, 'POST', '/letters', letterForm(), 'row-1');
  expect(first.status).toBe(200);
  expect(again.body.id).toBe(first.body.id);
  expect(first.body.to.name).toBe('Zoë O’Neil');
  expect(first.body.tracking_number).toMatch(/^94073\d{17}$/);
  expect(checkDigit(first.body.tracking_number.slice(0, -1))).toBe(first.body.tracking_number.slice(-1));
});

it('knows the check digits printed on carrier pages', () => {
  for (const number of ['9400111206206406260787', '9505511069605048600624', '9361289878700317633795'])
    expect(checkDigit(number.slice(0, -1))).toBe(number.slice(-1));
});

it.each([
  [{ 'to[name]': 'N'.repeat(41) }, 'to.name length'],
  [{ 'from[address_zip]': '787' }, 'from.address_zip'],
  [{ color: null }, 'color is required'],
  [{ use_type: null }, 'use_type is required'],
  [{ colour: 'true' }, 'colour is not allowed'],
])('refuses %j and names the field', async (changes, message) => {
  const sandbox = await startTestSandbox();
  const { status, body } = await call(sandbox, 'POST', '/letters', letterForm(changes));
  expect(status).toBe(422);
  expect(body.error.message).toContain(message);
});

it('refuses another key', async () => {
  const sandbox = await startTestSandbox();
  const response = await fetch(`${sandbox.world().addresses.lob}/v1/letters`, {
    headers: { authorization: 'Basic eDo=' },
  });
  expect(response.status).toBe(401);
});

it('finds a letter by its metadata', async () => {
  const sandbox = await startTestSandbox();
  const made = await call(sandbox, 'POST', '/letters', letterForm({ 'metadata[mailing_id]': 'm9' }));
  const found = await call(sandbox, 'GET', '/letters?metadata[mailing_id]=m9&limit=1');
  expect(found.body.data.map(({ id }) => id)).toEqual([made.body.id]);
  expect((await call(sandbox, 'GET', '/letters?metadata[mailing_id]=m8')).body.data).toEqual([]);
});

it('is scanned on its way as days go by, and is delivered', async () => {
  const sandbox = await startTestSandbox();
  const { body: letter } = await call(sandbox, 'POST', '/letters', letterForm());
  await advance(sandbox, 2 * DAY);
  expect(names((await call(sandbox, 'GET', `/letters/${letter.id}`)).body)).toEqual([
    'package_accepted',
    'package_departed',
  ]);
  await advance(sandbox, 4 * DAY);
  const { body } = await call(sandbox, 'GET', `/letters/${letter.id}`);
  expect(names(body).at(-1)).toBe('delivered');
  expect(body.tracking_events.map(({ time }) => time)).toEqual(body.tracking_events.map(({ time }) => time).toSorted());
});

it.each([
  ['notice_left', ['notice_left', 'pickup_available', 'delivered']],
  ['unclaimed', ['notice_left', 'pickup_available', 'package_unclaimed', 'returned_to_sender']],
  ['refused', ['package_undeliverable', 'returned_to_sender']],
  ['lost', ['package_departed', 'package_lost']],
])('ends as control says: %s', async (outcome, ending) => {
  const sandbox = await startTestSandbox();
  const { body: letter } = await call(sandbox, 'POST', '/letters', letterForm());
  expect((await choose(sandbox, letter.id, outcome)).status).toBe(200);
  await advance(sandbox, 30 * DAY);
  expect(names((await call(sandbox, 'GET', `/letters/${letter.id}`)).body).slice(-ending.length)).toEqual(ending);
});

it('continues a letter’s events after a kill', async () => {
  const sandbox = await startTestSandbox();
  const { body: letter } = await call(sandbox, 'POST', '/letters', letterForm());
  await advance(sandbox, 2 * DAY);
  const again = await sandbox.restart();
  await advance(again, 4 * DAY);
  const { body } = await call(again, 'GET', `/letters/${letter.id}`);
  expect(names(body).at(-1)).toBe('delivered');
  const pdf = await fetch(body.url);
  expect(await pdf.text()).toBe(PDF);
});

it('sends every scan by a webhook signed over time and raw body', async () => {
  const received: { type: string; isSigned: boolean }[] = [];
  const receiver = createServer((request, response) => {
    let raw = '';
    request.on('data', (chunk: Buffer) => (raw += chunk.toString()));
    request.on('end', () => {
      const time = String(request.headers['lob-signature-timestamp']);
      const expected = createHmac('sha256', 'lob-secret').update(`${time}.${raw}`).digest('hex');
      received.push({
        type: (JSON.parse(raw) as { event_type: { id: string } }).event_type.id,
        isSigned: expected === request.headers['lob-signature'] && Math.abs(Date.now() - Number(time)) < 60_000,
      });
      response.end();
    });
  });
  servers.push(receiver);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/carrier/webhook`;
  const sandbox = await startTestSandbox({ webhooks: { lob: { url, secret: 'lob-secret' } } });
  await call(sandbox, 'POST', '/letters', letterForm());
  await advance(sandbox, 6 * DAY);
  expect(received.map(({ type }) => type)).toEqual([
    'letter.created',
    'letter.rendered_pdf',
    'letter.certified.mailed',
    'letter.certified.in_transit',
    'letter.certified.in_transit',
    'letter.certified.in_local_area',
    'letter.certified.processed_for_delivery',
    'letter.certified.delivered',
  ]);
  expect(received.every(({ isSigned }) => isSigned)).toBe(true);
});

it.each([
  ['9 Oak Ave', null, 'deliverable'],
  ['1 Undeliverable St', null, 'undeliverable'],
  ['1 Missing Unit St', null, 'deliverable_missing_unit'],
  ['1 Missing Unit St', 'Apt 2', 'deliverable'],
])('verifies the sample address %s %s as %s', async (street, unit, deliverability) => {
  const sandbox = await startTestSandbox();
  const form = new FormData();
  form.set('primary_line', street);
  if (unit) form.set('secondary_line', unit);
  expect((await call(sandbox, 'POST', '/us_verifications', form)).body.error.message).toMatch(/zip_code/);
  form.set('zip_code', '78701');
  expect((await call(sandbox, 'POST', '/us_verifications', form)).body).toMatchObject({ deliverability });
});
