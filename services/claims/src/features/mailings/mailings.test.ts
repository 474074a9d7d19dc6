import {
  getCase,
  getUserDemands,
  letterTracking,
  carrierWebhook,
  proofOfMailing,
  refundLetter,
  saveDemandLetter,
} from '@redress/contracts';
import { dateAndTime, longDate } from '@redress/copy/format';
import { execFileSync } from 'node:child_process';
import { findStuck } from '../../shared/orders/stuck.ts';
import { aBuyer, aRecipient, paidCase, runJob, useCaseWorld, type Buyer, type PaidCase } from '../../testing/index.ts';

const world = useCaseWorld();
afterEach(() => world.control('/webhooks', { service: 'lob', mode: 'normal' }));
/** Where it is often another day than where the claim happened. */
const HONOLULU = { defendantCity: 'Honolulu', defendantCountry: 'HI', defendantZipcode: '96813' };

async function anApprovedLetter(answers = {}): Promise<PaidCase> {
  const letter = await paidCase(world, answers);
  await letter.act('approve_and_send');
  return letter;
}
async function aPostedLetter(answers = {}): Promise<PaidCase> {
  const letter = await anApprovedLetter(answers);
  await letter.act('send_now');
  await world.runJobs();
  // What the carrier says at once must not be read in ten days.
  await world.webhooksDone();
  await world.runJobs();
  return letter;
}
const tracking = async ({ browser, demandId }: { browser: Buyer['browser']; demandId: string }) =>
  (await browser.call(letterTracking, { demand_id: demandId })).body.mailings;
const carrierIdOf = async (demandId: string) => (await world.mailingsOf({ demandId }))[0]?.carrier_id ?? '';

it('follows a letter by webhooks until it is delivered, in plain sentences, on one day: that of the place it went to', async () => {
  const letter = await aPostedLetter(HONOLULU);
  await world.pass(10);
  const [mailing] = await tracking(letter);
  expect(mailing).toMatchObject({ status: 'delivered', problem: null });
  const told = { sentence: expect.stringMatching(/\.$/), location: expect.any(String) };
  expect(mailing?.events[0]).toMatchObject({ name: 'Delivered', stage: 'delivered', ...told });
  const times = mailing?.events.map(({ at }) => at) ?? [];
  expect(times).toEqual([...times].sort().reverse());
  const { body } = await letter.browser.call(getUserDemands, {});
  expect(body.data[0]?.status).toBe('completed');
  const mails = world.mailbox.to(letter.email).filter(({ subject }) => subject.includes('was delivered'));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(longDate(times[0] ?? '', mailing?.time_zone));
  const file = await letter.browser.call(getCase, { form_session_id: letter.formSessionId });
  expect([file.body.time_zone, mailing?.time_zone]).toEqual(['Pacific/Honolulu', 'Pacific/Honolulu']);
});

it('finds by polling what no webhook reported', async () => {
  const letter = await aPostedLetter();
  await world.control('/webhooks', { service: 'lob', mode: 'drop' });
  await world.pass(10);
  expect((await tracking(letter))[0]?.status).not.toBe('delivered');
  await runJob(world, 'mailing.poll');
  await world.runJobs();
  expect((await tracking(letter))[0]?.status).toBe('delivered');
});

it('asks again only after hours about a letter that the carrier does not know', async () => {
  const letter = await aPostedLetter();
  await world.control('/webhooks', { service: 'lob', mode: 'drop' });
  const { db } = world.claims.platform;
  const gone = db.updateTable('mailing').set({ carrier_id: 'ltr_0123456789abcdef' });
  await gone.where('letter_id', '=', letter.demandId).execute();
  await runJob(world, 'mailing.poll');
  await world.runJobs();
  const [mailing] = await world.mailingsOf(letter);
  expect(mailing?.last_polled_at).toEqual(world.clock.now());
});

it('keeps one history when scans arrive twice or out of order', async () => {
  await world.control('/webhooks', { service: 'lob', mode: 'duplicate' });
  const letter = await aPostedLetter();
  await world.pass(10);
  await runJob(world, 'mailing.poll');
  await world.runJobs();
  const [mailing] = await tracking(letter);
  const seen = mailing?.events.map(({ name, at, sentence }) => `${name} ${at} ${sentence}`) ?? [];
  expect(new Set(seen).size).toBe(seen.length);
  expect(mailing?.status).toBe('delivered');
});

it('was delivered when the carrier says so, and not at a later scan that came with it', async () => {
  const letter = await aPostedLetter();
  await world.pass(1);
  await world.control('/webhooks', { service: 'lob', mode: 'drop' });
  const { db } = world.claims.platform;
  const [mailing] = await world.mailingsOf(letter);
  const later = new Date(world.clock.now().getTime() + 20 * 86_400_000);
  await db
    .insertInto('mailing_event')
    .values({
      id: 'f'.repeat(24),
      mailing_id: mailing!.id,
      event_key: 'later',
      stage: 'other',
      detail: null,
      place: null,
      at: later,
      received_at: later,
    })
    .execute();
  await world.pass(10);
  await runJob(world, 'mailing.poll');
  await world.runJobs();
  const delivered = (await tracking(letter))[0]?.events.find(({ stage }) => stage === 'delivered');
  const [row] = await world.mailingsOf(letter);
  expect(row?.delivered_at?.toISOString()).toBe(delivered?.at);
});

it.each([
  ['refused', 'refused'],
  ['unclaimed', 'unclaimed'],
  ['returned_to_sender', 'returned'],
] as const)('tells the person once what to do about a letter that was %s', async (outcome, status) => {
  const letter = await aPostedLetter();
  await world.control(`/letters/${await carrierIdOf(letter.demandId)}/outcome`, { outcome });
  for (let day = 0; day < 30; day += 1) await world.pass(1);
  const [mailing] = await tracking(letter);
  const states = await world.claims.platform.db
    .selectFrom('event')
    .select('kind')
    .where('kind', 'like', 'mailing.%')
    .where('subject_id', '=', mailing?.id ?? '')
    .execute();
  expect(states.map(({ kind }) => kind)).toContain(`mailing.${status}`);
  expect(mailing?.problem).toMatchObject({ sentence: expect.any(String), next_step: expect.stringMatching(/\S/) });
  const told = world.mailbox.to(letter.email).filter(({ subject }) => subject.includes('needs attention'));
  // One mail while it waits to be picked up, one about how it ended: the way back is no other piece of news.
  const ends = told.filter(({ text }) => /first-class mail|another one/.test(text));
  expect(ends).toHaveLength(1);
  expect(ends[0]?.text).toContain(mailing?.problem?.next_step);
  expect(ends[0]?.text).toContain(`/case/${letter.formSessionId}`);
  expect(mailing?.next_acts).toEqual(
    status === 'returned' ? ['new-address', 'regular-post'] : ['regular-post', 'new-address'],
  );
});

it('says that the printer has the letter until the first scan', async () => {
  const letter = await aPostedLetter();
  expect((await tracking(letter))[0]).toMatchObject({ status: 'handed_over', events: [], problem: null });
  const { body } = await letter.browser.call(getUserDemands, {});
  const status_sentence = expect.stringMatching(/handed to the printer/);
  expect(body.data[0]).toMatchObject({ mail_state: 'handed_over', status_sentence });
  await world.pass(10);
  expect((await letter.browser.call(getUserDemands, {})).body.data[0]?.mail_state).toBe('delivered');
});

it('proves the mailing with every event, its time and place, and the number; to its owner alone', async () => {
  const letter = await aPostedLetter(HONOLULU);
  await world.pass(10);
  const proof = { demand_id: letter.demandId, action: 'download' as const };
  const file = await letter.browser.call(proofOfMailing, proof);
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="proof-of-mailing-/);
  const words = pdfWords(file.response.rawPayload);
  const [mailing] = await tracking(letter);
  expect(mailing?.events.length).toBeGreaterThan(2);
  expect(words).toContain(mailing?.tracking_number);
  for (const { sentence, location, name, at } of mailing?.events ?? []) {
    expect(words).toContain(dateAndTime(at, 'Pacific/Honolulu'));
    expect(words).toContain(sentence);
    expect(words).toContain(name);
    expect(words).toContain(location ?? 'No place recorded');
  }
  const { body: list } = await letter.browser.call(getUserDemands, {});
  expect(list.data[0]?.id).toBe(letter.demandId);
  const other = await aBuyer(world);
  expect((await other.browser.call(proofOfMailing, proof)).refusal.code).toBe('NOT_FOUND');
});

it.each([0, 2])(
  'posts no second letter from a database restored to before the posting, %i days later',
  async (days) => {
    const letter = await anApprovedLetter();
    const [backup] = await world.sql('select * from claims.letter where id = $1', [letter.demandId]);
    await letter.act('send_now');
    await world.runJobs();
    const before = (await world.letters()).length;
    const [mailed] = await tracking(letter);
    // What the posting wrote is gone, and the letter stands as it did.
    for (const table of ['mailing_event', 'mailing']) await world.sql(`delete from claims.${table}`);
    await world.sql(`delete from claims_jobs.job where name = 'mailing.send'`);
    await world.sql(
      `update claims.letter set state = r.state, window_ends_at = r.window_ends_at, posting_since = null
     from jsonb_populate_record(null::claims.letter, $2) r where letter.id = $1`,
      [letter.demandId, JSON.stringify(backup)],
    );
    if (days > 0) {
      world.clock.advance({ days });
      await world.control('/clock/advance', { ms: 0 });
      // On a later day the letter is dated anew and its owner approves it again.
      await world.runJobs({ includeDelayed: true });
      await letter.act('approve_and_send');
    }
    expect((await letter.act('send_now')).status).toBe(200);
    await world.runJobs();
    expect((await world.letters()).length).toBe(before);
    expect((await tracking(letter))[0]?.tracking_number).toBe(mailed?.tracking_number);
  },
);

it('has no proof of what was not handed over', async () => {
  const letter = await anApprovedLetter();
  const asked = await letter.browser.call(proofOfMailing, { demand_id: letter.demandId, action: 'view' });
  expect(asked.refusal.code).toBe('DOCUMENT_NOT_READY');
});

describe('with a copy for somebody else', () => {
  /** The printer rejects the letter of one recipient; the other is on its way. */
  async function aRejected(recipientNo: number) {
    const letter = await paidCase(world, {}, { recipients: [aRecipient] });
    await letter.mail();
    const { carrier_id } = (await world.mailingsOf(letter))[recipientNo]!;
    await world.control(`/letters/${carrier_id}/outcome`, { outcome: 'rejected' });
    await world.pass(2);
    return letter;
  }

  it('opens the letter when the one to the other side was rejected, and mails that alone again', async () => {
    const letter = await aRejected(0);
    const [mail] = world.mailbox.to(letter.email).filter(({ subject }) => subject.includes('handed to the printer'));
    expect(mail?.subject).toMatch(/^Your letter to Ivo Kern and Łukasz Kern/);
    expect(mail?.text).toMatch(/Tracking number: [\d ]+ \(Ivo Kern\); [\d ]+ \(Łukasz Kern/);
    expect(await world.statusOf(letter)).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/do not pay again/),
    });
    expect((await letter.act('approve_and_send')).refusal.code).toBe('LETTER_REDATED');
    await letter.mail();
    expect((await world.statusOf(letter)).state).toBe('posted');
    const sent = (await tracking(letter)).map(({ recipient, status }) => `${recipient} ${status}`);
    expect(sent.toSorted()).toEqual([
      'Ivo Kern handed_over',
      'Ivo Kern rejected',
      expect.stringMatching(/^Łukasz Kern/),
    ]);
  });

  it('holds a copy that waits while the letter is open again, and mails it with the words approved then', async () => {
    const letter = await paidCase(world, {}, { recipients: [aRecipient] });
    await letter.act('approve_and_send');
    const away = () => world.control('/faults', { service: 'lob', kind: '500', match: 'POST /v1/letters', times: 60 });
    await away();
    await letter.act('send_now');
    await world.runJobs();
    await world.control('/faults/clear');
    await runJob(world, 'mailing.send', { mailingId: (await world.mailingsOf(letter))[0]!.id });
    await away();
    await world.control(`/letters/${await carrierIdOf(letter.demandId)}/outcome`, { outcome: 'rejected' });
    await world.pass(2);
    await world.control('/faults/clear');
    await runJob(world, 'ops.sweep');
    await runJob(world, 'mailing.send', { mailingId: (await world.mailingsOf(letter))[1]!.id });
    await world.runJobs({ includeDelayed: true });
    expect((await world.statusOf(letter)).state).toBe('problem');
    expect(await world.mailingsOf(letter)).toMatchObject([
      { state: 'rejected' },
      { recipient_no: 1, state: 'waiting' },
    ]);
    // The carrier is asked for nothing meanwhile, and no step is overdue.
    expect((await world.claims.ready()).checks).toContainEqual({ name: 'lob', ok: true });
    expect((await findStuck(world.claims.platform.db, world.clock.now())).map(({ what }) => what)).not.toContain(
      'mailing-not-taken',
    );
    expect((await letter.act('approve_and_send')).refusal.code).toBe('LETTER_REDATED');
    await letter.mail();
    expect((await world.statusOf(letter)).state).toBe('posted');
    const [rejected, copy, again] = await world.mailingsOf(letter);
    expect([rejected?.state, copy?.state, again?.state]).toEqual(['rejected', 'mailed', 'mailed']);
    expect(copy?.version).toBe(again?.version);
  });

  it('gives the price back but for the copy, when the letter to the other side was rejected', async () => {
    const { browser, formSessionId: form_session_id } = await aRejected(0);
    expect((await browser.call(refundLetter, { form_session_id })).refusal.code).toBe('PAPERS_OPENED');
    expect((await browser.call(refundLetter, { form_session_id, refund_amount: 41.43 })).status).toBe(200);
  });

  it('says what becomes of a copy that was rejected, and shows it to a person until its price went back', async () => {
    const letter = await aRejected(1);
    const { state, order_number } = await world.statusOf(letter);
    const [, mailing] = await tracking(letter);
    expect([state, mailing?.status, mailing?.problem?.next_step]).toEqual([
      'posted',
      'rejected',
      expect.stringMatching(/price of this copy/),
    ]);
    const told = world.mailbox.to(letter.email).filter(({ subject }) => subject.includes('needs attention'));
    expect(told.map(({ text }) => text.includes(mailing?.problem?.next_step ?? '-'))).toEqual([true]);
    const isStuck = async () =>
      (await findStuck(world.claims.platform.db, world.clock.now())).some((one) => one.orderNumber === order_number);
    expect(await isStuck()).toBe(true);
    await world.stripe.refunds.create({ payment_intent: letter.intentId, amount: 743 });
    await world.webhooksDone();
    await world.runJobs();
    expect([await isStuck(), (await world.statusOf(letter)).state]).toEqual([false, 'posted']);
  });
});

describe('when the carrier fails', () => {
  it.each(['drop-after-commit', '500-after-commit'])('mails once after %s', async (kind) => {
    const letter = await anApprovedLetter();
    await world.control('/faults', { service: 'lob', kind, match: 'POST /v1/letters', times: 1 });
    await letter.browser.call(saveDemandLetter, { form_session_id: letter.formSessionId, action: 'send_now' });
    await world.runJobs();
    expect((await world.statusOf(letter)).state).toBe('posting');
    await world.runJobs({ includeDelayed: true });
    expect((await tracking(letter))[0]?.tracking_number).toMatch(/\d/);
    const [{ id } = { id: '' }] = await world.mailingsOf(letter);
    expect((await world.letters()).filter(({ metadata }) => metadata['mailing_id'] === id)).toHaveLength(1);
  });

  it('keeps trying while it is down, notifies the person, and posts when it is back', async () => {
    const letter = await anApprovedLetter();
    await world.control('/faults', { service: 'lob', kind: '500', match: '/v1/letters', times: 60 });
    await letter.browser.call(saveDemandLetter, { form_session_id: letter.formSessionId, action: 'send_now' });
    for (let round = 0; round < 10; round += 1) await world.runJobs({ includeDelayed: true });
    const told = world.mailbox.to(letter.email).filter(({ subject }) => subject.includes('needs attention'));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toMatch(/saved but not sent yet/);
    await world.control('/faults/clear');
    world.clock.advance({ minutes: 5 });
    await runJob(world, 'ops.sweep');
    await world.runJobs({ includeDelayed: true });
    expect((await world.statusOf(letter)).state).toBe('posted');
  });

  it('prints a long name over both lines instead of cutting it', async () => {
    const name = 'The Honourable Association of Independent Piano Movers of Texas';
    const letter = await aPostedLetter({ whoUser: '2', defendantBusinessName: name });
    const carrierId = await carrierIdOf(letter.demandId);
    const record = (await world.letters()).find(({ id }) => id === carrierId);
    const { to } = record as unknown as { to: { name: string; company: string } };
    expect(`${to.name} ${to.company}`).toBe(name);
    expect(Math.max(to.name.length, to.company.length)).toBeLessThanOrEqual(40);
  });
});

it.each([
  ['王小明', 'Wang Xiaoming'],
  ['علي حسن', 'Ali Hassan'],
  ['नेहा शर्मा', 'Neha Sharma'],
  ['สมชาย ใจดี', 'Somchai Jaidee'],
])('writes %s whole in list, mail and file, and in Latin letters on the envelope', async (name, latin) => {
  const [first = '', last = ''] = name.split(' ');
  const letter = await aPostedLetter({
    defendantFirstname: first,
    defendantLastname: last,
    defendantHasOneName: last === '',
    defendantLatinName: latin,
  });
  const { body } = await letter.browser.call(getUserDemands, {});
  expect(body.data[0]?.recipient).toBe(name);
  const mail = world.mailbox.to(letter.email).find(({ subject }) => subject.includes('handed to the printer'));
  expect(mail?.subject).toContain(name);
  expect(mail?.text).toContain(name);
  expect(mail?.html).toContain(name);
  const carrierId = await carrierIdOf(letter.demandId);
  const record = (await world.letters()).find(({ id }) => id === carrierId) as unknown as { to: { name: string } };
  expect(record.to.name).toBe(latin);
  const proof = await letter.browser.call(proofOfMailing, { demand_id: letter.demandId, action: 'download' });
  expect(proof.headers['content-disposition']).toMatch(/filename="proof-of-mailing-R-[A-Z0-9]+\.pdf"/);
});

describe('webhooks', () => {
  const send = (payload: string, headers: Record<string, string>) =>
    world.browser().send('POST', `${carrierWebhook.path}?carrier=lob`, {
      payload,
      headers: { 'content-type': 'application/json', origin: null, 'sec-fetch-site': null, ...headers },
    });
  const kind = { id: 'letter.created' };
  const body = JSON.stringify({ id: 'evt_1', event_type: kind, reference_id: 'ltr_none', body: {} });

  it.each([
    ['unsigned', {}],
    ['signed by somebody else', { 'lob-signature': 'ab'.repeat(32), 'lob-signature-timestamp': String(Date.now()) }],
  ])('refuses one that is %s', async (_what, headers) => {
    expect((await send(body, headers)).statusCode).toBe(400);
  });

  it.each([
    ['an hour old', -3_600_000, body, 400],
    ['an hour ahead', 3_600_000, body, 400],
    ['named as no column can hold', 0, body.replace('evt_1', String.raw`\u0000`), 400],
    ['about a letter as no column can name it', 0, body.replace('ltr_none', String.raw`\u0000`), 400],
    ['of a kind that every object has', 0, body.replace('letter.created', 'constructor'), 200],
  ])('answers one that is %s', async (_what, shift, payload, status) => {
    const { createHmac } = await import('node:crypto');
    const timestamp = String(world.clock.now().getTime() + shift);
    const key = createHmac('sha256', world.sandbox.world().keys.lobWebhookSecret);
    const signature = key.update(`${timestamp}.${payload}`).digest('hex');
    const headers = { 'lob-signature': signature, 'lob-signature-timestamp': timestamp };
    expect((await send(payload, headers)).statusCode).toBe(status);
  });
});

/** The words of a file in reading order, with single spaces. */
const pdfWords = (bytes: Buffer): string =>
  execFileSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' }).replace(/\s+/g, ' ');
