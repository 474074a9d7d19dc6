import { createHmac } from 'node:crypto';
import { carrierWebhook, letterTracking } from '@redress/contracts';
import { openCarriers } from '../../src/providers/carriers.ts';
import type { Carrier, LetterOrder } from '../../src/providers/ports/carrier.ts';
import { paidCase, runJob, startCaseWorld, type CaseWorld } from '../../src/testing/index.ts';
import { createCertimail } from './certimail.ts';
import { startCertimail, type Certimail } from './certimail-server.ts';

let certimail: Certimail;
let world: CaseWorld;
const ADAPTERS = { certimail: createCertimail };
beforeAll(async () => {
  certimail = await startCertimail();
  world = await startCaseWorld({ moreCarriers: ADAPTERS, providers: { carriers: [certimail.config] } });
});
afterAll(async () => {
  await world.stop();
  await certimail.stop();
});
afterEach(async () => {
  certimail.faults.length = 0;
  await world.control('/faults/clear');
});

const to = { name: 'Ivo Kern & "Sons"', line1: '9 Oak Ave', city: 'Austin', state: 'TX', zip: '78701' };
const pdf = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Page /MediaBox [0 0 612 792] >> endobj\n%%EOF');
let count = 0;
const anOrder = (): LetterOrder => ({
  to,
  from: to,
  pdf,
  service: 'certified',
  mailingId: `m${(count += 1)}`.padStart(24, '0'),
  orderNumber: 'R-1',
});
const opened = (name: string, changes = {}): Carrier =>
  openCarriers([{ ...world.claims.platform.config.providers.carriers.find((one) => one.name === name), name, ...changes } as Certimail['config']], ADAPTERS).current; // prettier-ignore
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string; details: object }) => ({ code: error.code, ...error.details }),
  );

/** What a fault of the port is on each wire; of the slow ones only a call with a limit is asked. */
const WIRES = {
  lob: {
    spoil: (kind: string) =>
      world.control('/faults', {
        service: 'lob',
        kind: { busy: '500-after-commit', cut: 'drop-after-commit', slow: 'timeout' }[kind] ?? 'garbage',
        times: 1,
      }),
    travel: async () => {
      world.clock.advance({ days: 8 });
      await world.control('/clock/advance', { ms: 0 });
      await world.webhooksDone();
    },
    mailed: async (mailingId: string) =>
      (await world.letters()).filter(({ metadata }) => metadata['mailing_id'] === mailingId),
  },
  certimail: {
    spoil: async (kind: string) => void certimail.faults.push(kind as Certimail['faults'][number]),
    travel: async (id: string) => certimail.scan(id, 'IN', 'MV', 'OK'),
    mailed: async (mailingId: string) => certimail.jobs.filter(({ reference }) => reference === mailingId),
  },
};

describe.each(Object.entries(WIRES))('the contract of the port: %s', (name, wire) => {
  it('mails one letter for one key, and finds it by it', async () => {
    const [carrier, order] = [opened(name), anOrder()];
    expect(await carrier.findByMailing(order.mailingId)).toBeNull();
    const letter = await carrier.send(order);
    expect(letter).toMatchObject({
      id: expect.stringMatching(/\w/),
      trackingNumber: expect.stringMatching(/^\d+$/),
      expectedDelivery: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      scans: [],
    });
    expect((await carrier.send(order)).id).toBe(letter.id);
    expect((await carrier.findByMailing(order.mailingId))?.id).toBe(letter.id);
    expect(await wire.mailed(order.mailingId)).toHaveLength(1);
  });

  it('tells scans in our words, in order', async () => {
    const carrier = opened(name);
    const { id } = await carrier.send(anOrder());
    await wire.travel(id);
    const { scans = [] } = (await carrier.read(id)) ?? {};
    expect(scans[0]).toEqual({ stage: 'mailed', detail: 'accepted', place: expect.any(String), at: expect.any(Date) });
    expect(scans.at(-1)).toMatchObject({ stage: 'delivered', detail: 'delivered' });
    expect(scans.map(({ at }) => at.getTime())).toEqual(scans.map(({ at }) => at.getTime()).toSorted());
    expect(await carrier.read('ltr_unknown')).toBeNull();
  });

  it('verifies addresses', async () => {
    const ask = (line1: string, line2?: string) => opened(name).verifyAddress({ ...to, line1, line2 }, 2_000);
    expect([
      await ask('9 Oak Ave'),
      await ask('1 Undeliverable St'),
      await ask('1 Missing Unit St'),
      await ask('1 Missing Unit St', 'Apt 2'),
    ]).toEqual(['deliverable', 'undeliverable', 'missing-unit', 'deliverable']);
  });

  it('refuses for good what it will not take, and nothing else', async () => {
    expect(await refusal(opened(name).send({ ...anOrder(), pdf: Buffer.from('no document') }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      reason: 'refused',
      providerCode: expect.any(String),
    });
    const keyless = opened(name, { apiKey: 'someone else' });
    expect(await refusal(keyless.send(anOrder()))).toMatchObject({ code: 'PROVIDER_DOWN', provider: name });
  });

  it.each(['busy', 'cut', 'not-xml'])(
    'does not know what was done when the answer is %s, and asks again',
    async (kind) => {
      const [carrier, order] = [opened(name), anOrder()];
      await wire.spoil(kind);
      expect(await refusal(carrier.send(order))).toMatchObject({ code: 'PROVIDER_DOWN' });
      await wire.spoil(kind);
      // "None" would be a second letter.
      expect(await refusal(carrier.findByMailing(order.mailingId))).toMatchObject({ code: 'PROVIDER_DOWN' });
      await carrier.send(order);
      expect(await wire.mailed(order.mailingId)).toHaveLength(1);
    },
  );

  it('waits no longer than it is told to', async () => {
    await wire.spoil('slow');
    const began = performance.now();
    expect(await refusal(opened(name).verifyAddress(to, 200))).toMatchObject({ code: 'PROVIDER_DOWN' });
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe('two carriers at once', () => {
  const mailingOf = (demandId: string) =>
    world.claims.platform.db
      .selectFrom('mailing')
      .selectAll()
      .where('letter_id', '=', demandId)
      .executeTakeFirstOrThrow();
  const trackingOf = async ({ browser, demandId }: Awaited<ReturnType<typeof paidCase>>) =>
    (await browser.call(letterTracking, { demand_id: demandId })).body.mailings[0];

  it('finishes with the one before what it may have, and gives the other what is new', async () => {
    const letter = await paidCase(world);
    await letter.act('approve_and_send');
    await letter.act('send_now');
    const { id } = await mailingOf(letter.demandId);
    // The release before gave it to its carrier, and the answer was lost.
    await opened('lob').send({ ...anOrder(), mailingId: id });
    await world.claims.platform.db
      .updateTable('mailing')
      .set({ carrier: 'lob', first_tried_at: world.clock.now() })
      .where('id', '=', id)
      .execute();
    await world.runJobs();
    expect((await mailingOf(letter.demandId)).carrier).toBe('lob');
    expect(certimail.jobs.some(({ reference }) => reference === id)).toBe(false);
    await WIRES.lob.travel();
    await world.runJobs({ includeDelayed: true });
    expect((await trackingOf(letter))?.status).toBe('delivered');
  });

  it('gives a letter that a carrier may have, which is not configured any more, to nobody', async () => {
    const letter = await paidCase(world);
    await letter.act('approve_and_send');
    await letter.act('send_now');
    const { id } = await mailingOf(letter.demandId);
    const { db } = world.claims.platform;
    await db.updateTable('mailing').set({ carrier: 'gone' }).where('id', '=', id).execute();
    await world.runJobs();
    expect(await mailingOf(letter.demandId)).toMatchObject({ state: 'waiting', carrier: 'gone' });
    expect([...(await WIRES.lob.mailed(id)), ...(await WIRES.certimail.mailed(id))]).toEqual([]);
    await db.updateTable('mailing').set({ carrier: null }).where('id', '=', id).execute();
    await world.runJobs({ includeDelayed: true });
    expect((await mailingOf(letter.demandId)).carrier).toBe('certimail');
  });

  it('follows the new one by its own webhooks and by polling', async () => {
    const letter = await paidCase(world);
    await letter.mail();
    const mailing = await mailingOf(letter.demandId);
    expect([mailing.carrier, mailing.state]).toEqual(['certimail', 'mailed']);
    certimail.scan(mailing.carrier_id ?? '', 'IN', 'MV');
    const payload = `<news id="n1" job="${mailing.carrier_id}"/>`;
    const signed = createHmac('sha256', 'shared').update(payload).digest('hex');
    const tell = (carrier: string, sign = signed) =>
      world.browser().send('POST', `${carrierWebhook.path}?carrier=${carrier}`, {
        payload,
        headers: { 'content-type': 'application/xml', 'x-signed': sign, origin: null, 'sec-fetch-site': null },
      });
    expect([
      (await tell('certimail', 'other')).statusCode,
      (await tell('lob')).statusCode,
      (await tell('nobody')).statusCode,
    ]).toEqual([400, 400, 400]);
    expect((await tell('certimail')).statusCode).toBe(200);
    await world.runJobs();
    expect((await trackingOf(letter))?.status).toBe('in_transit');
    certimail.scan(mailing.carrier_id ?? '', 'MV', 'MV', 'OK');
    world.clock.advance({ hours: 7 });
    await runJob(world, 'mailing.poll');
    await world.runJobs();
    expect((await trackingOf(letter))?.status).toBe('delivered');
  });
});
