import {
  checkExistingDemand,
  generateDemandLetter,
  getActiveSessions,
  getCase,
  getCases,
  getCourtDocuments,
  getUserDemands,
  openFurtherLetter,
  refundLetter,
  reportPayment,
  saveFormData,
  switchCaseCalendar,
  saveDemandLetter,
} from '@redress/contracts';
import { dayAtPlace, type FurtherLetter, type Place } from '@redress/domain';
import {
  askForIntent,
  finalize,
  paidCase,
  pay,
  payAt,
  runJob,
  useCaseWorld,
  type PaidCase,
} from '../../testing/index.ts';

const world = useCaseWorld();
let reports = 0;
let streets = 0;
let scans = 0;
const say = async (mine: PaidCase, said: object) => {
  const { body } = await read(mine);
  const report_id = (reports += 1).toString(16).padStart(24, '0');
  const request = { form_session_id: mine.formSessionId, report_id, revision: body.revision, ...said };
  return mine.browser.call(reportPayment, request as never);
};
const read = ({ browser, formSessionId }: PaidCase) => browser.call(getCase, { form_session_id: formSessionId });
const open = ({ browser, formSessionId }: PaidCase, package_id: FurtherLetter = 'second-letter', place?: Place) =>
  browser.call(openFurtherLetter, { form_session_id: formSessionId, package_id, place });
const secondOf = async (mine: PaidCase) =>
  (await read(mine)).body.further_letters.find(({ package_id }) => package_id === 'second-letter');
const today = () => dayAtPlace(world.clock.now().getTime(), { state: 'TX' });

/** A letter that was delivered and not answered in time. */
async function unanswered(answers: object = { defendantAddress: `${(streets += 1)} Elm St` }): Promise<PaidCase> {
  const mine = await paidCase(world, answers);
  await mine.mail();
  world.clock.advance({ days: 5 });
  await world.sql("update claims.mailing set state = 'delivered', delivered_at = $2 where letter_id = $1", [
    mine.demandId,
    world.clock.now(),
  ]);
  world.clock.advance({ days: 40 });
  return mine;
}

/** It is on its way, and so ends. */
async function goes(demandId: string, outcome: 'refused' | 'unclaimed' | 'returned_to_sender') {
  const [mailing] = await world.mailingsOf({ demandId });
  await world.control(`/letters/${mailing?.carrier_id}/outcome`, { outcome });
  await world.pass(outcome === 'unclaimed' ? 24 : 8);
}
async function ended(outcome: Parameters<typeof goes>[1]): Promise<PaidCase> {
  const mine = await paidCase(world, { defendantAddress: `${(streets += 1)} Elm St` });
  await mine.mail();
  await goes(mine.demandId, outcome);
  return mine;
}
/** The carrier says so after it said that the letter came back. */
const arrives = async (letterId: string) => {
  await world.sql(
    `insert into claims.mailing_event (id, mailing_id, event_key, stage, detail, at, received_at)
      select $2, id, 'late', 'delivered', 'delivered', $3, $3 from claims.mailing where letter_id = $1`,
    [letterId, (scans += 1).toString(16).padStart(24, 'e'), world.clock.now()],
  );
  await world.sql("update claims.mailing set state = 'delivered', delivered_at = $2 where letter_id = $1", [
    letterId,
    world.clock.now(),
  ]);
};
const offered = async (mine: PaidCase) =>
  (await read(mine)).body.further_letters.flatMap(({ standing, package_id }) =>
    standing === 'offered' ? [package_id] : [],
  );
// The cast names fields that the sandbox answers with and its own type leaves to the carrier.
const lettersTo = async (orders: readonly string[]) =>
  (await world.letters()).filter(({ metadata }) => orders.includes(metadata['mailing_id'] ?? '')) as unknown as {
    extra_service: string | null;
    tracking_number: string | null;
    to: { address_line1: string };
  }[];

/** Opens it, pays it and lets its letter be made. */
async function bought(mine: PaidCase, ...which: [FurtherLetter?, Place?]) {
  const { body, refusal } = await open(mine, ...which);
  if (!body.form_session_id) throw new Error(JSON.stringify(refusal));
  const second = { ...mine, formSessionId: body.form_session_id };
  await pay(world, second, { package_id: body.package_id, follows_demand_id: body.follows_demand_id });
  const session = { form_session_id: body.form_session_id };
  const letter = (await mine.browser.call(generateDemandLetter, session)).body;
  const act = (action: 'approve_and_send' | 'send_now') => mine.browser.call(saveDemandLetter, { ...session, action });
  const demand = async () => (await mine.browser.call(checkExistingDemand, session)).body;
  return { ...second, opened: body, letter, act, demand };
}
const mailingsOf = (letterId: string) =>
  world.sql<{ id: string }>('select id from claims.mailing where letter_id = $1', [letterId]);
const endWindow = async () => {
  world.clock.advance({ minutes: 61 });
  await world.runJobs({ includeDelayed: true });
};

it('is offered once the day to pay by has passed, shown as it goes out, bought for its letter, and mailed like the first', async () => {
  const mine = await paidCase(world, { defendantAddress: '77 Oak St' });
  expect(await secondOf(mine)).toBeUndefined();
  expect((await open(mine)).refusal.code).toBe('FOLLOW_UP_NOT_NOW');
  const late = await unanswered();
  await say(late, { kind: 'part', amount: 250.5, day: today() });
  expect(await secondOf(late)).toMatchObject({
    standing: 'offered',
    price: 29,
    form_session_id: null,
  });
  const shown = (await open(late)).body;
  expect(shown.demand_letter).toMatch(/That letter was delivered on .*\n\nSince then you have paid \$250\.50/);
  const second = { ...late, formSessionId: shown.form_session_id };
  const named = { package_id: 'second-letter', follows_demand_id: shown.follows_demand_id };
  for (const wrong of [{ package_id: 'second-letter' }, { ...named, package_id: 'demand-letter' }])
    expect((await askForIntent(second, wrong)).refusal.code).toBe('PACKAGE_UNKNOWN');
  const { letter, act, demand } = await bought(late);
  expect(letter).toMatchObject({ demand_letter: shown.demand_letter, package_id: 'second-letter' });
  expect((await act('approve_and_send')).status).toBe(200);
  expect(await secondOf(late)).toMatchObject({ standing: 'approved' });
  await endWindow();
  expect((await demand()).state).toBe('posted');
  expect(await mailingsOf(letter.demand_id ?? '')).toHaveLength(1);
  expect((await secondOf(late))?.standing).toBe('posted');
  // One case with two letters: it stands in no list as a claim, a draft or papers of its own.
  expect((await late.browser.call(getCases)).body.total).toBe(1);
  expect((await late.browser.call(getActiveSessions)).body.total).toBe(1);
  expect((await late.browser.call(getCourtDocuments)).body.total).toBe(0);
  expect((await late.browser.call(getUserDemands)).body.data.map(({ package_title }) => package_title)).toEqual([
    'Second Demand Letter',
    'Demand Letter',
  ]);
});

it('is one letter and one order, whatever two tabs do', async () => {
  const mine = await unanswered();
  const both = await Promise.all([open(mine), open(mine)]);
  const [first, other] = both.map(({ body }) => body.form_session_id);
  expect(first).toBe(other);
  const second = { ...mine, formSessionId: first ?? '' };
  const named = { package_id: 'second-letter', follows_demand_id: mine.demandId };
  const intents = await Promise.all([askForIntent(second, named), askForIntent(second, named)]);
  const ids = new Set(intents.map(({ body }) => body.payment_intent.id));
  expect(ids.size).toBe(1);
  for (const id of ids) {
    await payAt(world, id);
    await Promise.all([finalize(second, id), finalize(second, id)]);
  }
  await world.runJobs();
  expect(await world.sql('select id from claims.claim_order where form_session_id = $1', [first])).toHaveLength(1);
  expect(await world.sql('select id from claims.letter where form_session_id = $1', [first])).toHaveLength(1);
  expect((await open(mine)).refusal.code).toBe('ALREADY_PAID');
});

it('is not mailed when all the money came after it was approved, and its price can be had back', async () => {
  const mine = await unanswered();
  const { letter, act, demand, formSessionId } = await bought(mine);
  await act('approve_and_send');
  await say(mine, { kind: 'all', day: today() });
  expect((await act('send_now')).refusal.code).toBe('LETTER_NOT_NEEDED');
  await endWindow();
  expect((await demand()).state).toBe('draft');
  expect(await mailingsOf(letter.demand_id ?? '')).toEqual([]);
  expect((await act('approve_and_send')).refusal.code).toBe('LETTER_NOT_NEEDED');
  expect((await mine.browser.call(refundLetter, { form_session_id: formSessionId })).status).toBe(200);
});

it('waits for its case before anything of its own is locked, as a report that stops it does', async () => {
  const mine = await unanswered();
  const { act, formSessionId } = await bought(mine);
  const report = await world.database.database.pool.connect();
  const lock = (id: string) =>
    report.query('select id from claims.form_session where id = $1 for update nowait', [id]).then(() => 'locked');
  try {
    await report.query('begin');
    await lock(mine.formSessionId);
    const approved = act('approve_and_send');
    const waiting = () => world.sql<{ n: number }>('select count(*)::int as n from pg_locks where not granted');
    while ((await waiting())[0]?.n === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await lock(formSessionId)).toBe('locked');
    await report.query('rollback');
    expect((await approved).status).toBe(200);
  } finally {
    report.release();
  }
});

it('is written anew, and waits for its owner, when a part came or the first letter was delivered after it was approved', async () => {
  const mine = await unanswered();
  await world.sql("update claims.mailing set state = 'mailed', delivered_at = null where letter_id = $1", [
    mine.demandId,
  ]);
  const { letter, act, demand } = await bought(mine);
  expect(letter.demand_letter).toContain('I have no news of its delivery.');
  await act('approve_and_send');
  await world.sql("update claims.mailing set state = 'delivered', delivered_at = $2 where letter_id = $1", [
    mine.demandId,
    world.clock.now(),
  ]);
  await say(mine, { kind: 'part', amount: 1000, day: today() });
  await endWindow();
  const written = await demand();
  expect(written).toMatchObject({ state: 'draft' });
  expect(written.demand_letter).toContain('pay the $250.50 that is still open');
  expect(written.demand_letter).toContain('That letter was delivered on');
  await act('approve_and_send');
  await say(mine, { kind: 'part', amount: 50, day: today() });
  expect((await act('send_now')).refusal.code).toBe('LETTER_REDATED');
  expect((await demand()).demand_letter).toContain('pay the $200.50 that is still open');
  expect((await act('approve_and_send')).status).toBe(200);
  await endWindow();
  expect(await mailingsOf(letter.demand_id ?? '')).toHaveLength(1);
});

it('goes to nobody of whom the claimant says that they are bankrupt, dead, a minor or another person', async () => {
  const defendantAddress = '1 Quiet Way';
  const mine = await unanswered({ defendantAddress });
  for (const reason of ['bankrupt', 'dead', 'minor']) {
    await say(mine, { kind: 'close', reason });
    expect(await secondOf(mine)).toBeUndefined();
    expect((await open(mine)).refusal.code).toBe('FOLLOW_UP_NOT_NOW');
    await say(mine, { kind: 'open' });
  }
  // What a court decided is asked for by the judgment, and by no letter of ours.
  const court = { case_number: '', hearing_day: null, served_day: null };
  await say(mine, { kind: 'court', court: { ...court, judgment_day: today() } });
  expect((await open(mine)).refusal.code).toBe('FOLLOW_UP_NOT_NOW');
  await say(mine, { kind: 'court', court: { ...court, judgment_day: null } });
  await say(mine, { kind: 'not_them' });
  expect(await secondOf(mine)).toBeUndefined();
  const { body } = await read(mine);
  await say(mine, { kind: 'withdraw', replaces: body.answers.at(-1)?.id });
  expect((await open(mine)).status).toBe(200);
  // Said in another case of the same claimant.
  const other = await unanswered({ defendantAddress: '1 QUIET WAY' });
  await say(other, { kind: 'close', reason: 'dead' });
  const owner = 'select user_id from claims.form_session where id = $2';
  await world.sql(`update claims.form_session set user_id = (${owner}) where id = $1`, [
    other.formSessionId,
    mine.formSessionId,
  ]);
  expect(await secondOf(mine)).toBeUndefined();
});

it('goes to one address three times in a year at most, however it is typed and whoever asks', async () => {
  const typed = ['9 Long Street', '9 LONG STREET.', ' 9  long street', '9 Long Street'];
  const cases = [];
  for (const defendantAddress of typed) cases.push(await unanswered({ defendantAddress }));
  const [a, b, c, d] = cases as [PaidCase, PaidCase, PaidCase, PaidCase];
  for (const mine of [a, b, c]) await bought(mine);
  expect(await secondOf(d)).toBeUndefined();
  expect((await open(d)).refusal.code).toBe('FOLLOW_UP_NOT_NOW');
  await world.sql("update claims.form_session set paid_at = paid_at - interval '366 days' where sent_to is not null");
  expect(await secondOf(d)).toMatchObject({ standing: 'offered' });
});

it('reminds of its own day in the case of the first letter, until the money has come; nothing is reported past that case', async () => {
  const mine = await unanswered();
  const { act, formSessionId, demandId } = await bought(mine);
  await act('approve_and_send');
  await act('send_now');
  await world.runJobs();
  const stray = await say({ ...mine, formSessionId }, { kind: 'not_them', revision: 0 });
  expect([
    stray.status,
    await world.sql('select 1 from claims.case_report where form_session_id = $1', [formSessionId]),
  ]).toEqual([404, []]);
  // The calendar of the case has the days of both letters.
  const { body: file } = await mine.browser.call(switchCaseCalendar, { form_session_id: mine.formSessionId, on: true });
  const { pathname, search } = new URL(file.calendar ?? '');
  const { body: calendar } = await mine.browser.send('GET', `${pathname}${search}`);
  expect(`${calendar}`.match(/day to pay by/g)).toHaveLength(2);
  expect(calendar).toContain(`DTSTART;VALUE=DATE:${file.answer_by?.replaceAll('-', '')}`);
  const mails = () => world.mailbox.to(mine.email).filter(({ subject }) => /pay by|Did .* pay\?/.test(subject));
  const before = mails().length;
  const days = async (count: number) => {
    for (let day = 0; day < count; day += 1) {
      world.clock.advance({ days: 1 });
      await runJob(world, 'case.look');
      await world.runJobs();
    }
  };
  for (let day = 0; day < 40 && mails().length === before; day += 1) await days(1);
  const [first] = mails();
  expect([mails().length - before, first?.text.includes(`/case/${mine.formSessionId}`)]).toEqual([1, true]);
  await say(mine, { kind: 'all', day: today() });
  await days(30);
  expect(mails().length - before).toBe(1);
  expect(demandId).toBe(mine.demandId);
});

it.each([
  ['all the money came', (mine: PaidCase) => say(mine, { kind: 'all', day: today() })],
  ['somebody else answered', (mine: PaidCase) => say(mine, { kind: 'not_them' })],
])('is not handed over when %s while the carrier could not be reached', async (_, happens) => {
  const mine = await unanswered();
  const { act, letter, demand, formSessionId } = await bought(mine);
  await act('approve_and_send');
  await world.control('/faults', { service: 'lob', kind: '500', match: 'POST /v1/letters', times: 60 });
  await act('send_now');
  await world.runJobs();
  expect((await demand()).state).toBe('posting');
  expect((await happens(mine)).status).toBe(200);
  await world.control('/faults/clear');
  for (let round = 0; round < 3; round += 1) await world.runJobs({ includeDelayed: true });
  const [mailing] = await world.sql<{ state: string; carrier_id: string | null }>(
    'select state, carrier_id from claims.mailing where letter_id = $1',
    [letter.demand_id],
  );
  expect(mailing).toEqual({ state: 'rejected', carrier_id: null });
  expect(world.mailbox.to(mine.email).some(({ text }) => /was not mailed/i.test(text))).toBe(true);
  expect((await mine.browser.call(refundLetter, { form_session_id: formSessionId })).status).toBe(200);
});

it('is not mailed when its reader is dead by another case of its claimant that was closed after it was bought', async () => {
  const defendantAddress = '4 Sunset Way';
  const other = await unanswered({ defendantAddress });
  const mine = await unanswered({ defendantAddress });
  const { act, letter, demand } = await bought(mine);
  await act('approve_and_send');
  await say(other, { kind: 'close', reason: 'dead' });
  const owner = '(select user_id from claims.form_session where id = $2)';
  await world.sql(`update claims.form_session set user_id = ${owner} where id = $1`, [
    other.formSessionId,
    mine.formSessionId,
  ]);
  expect((await act('send_now')).refusal.code).toBe('LETTER_NOT_NEEDED');
  await endWindow();
  expect((await demand()).state).toBe('draft');
  expect(await mailingsOf(letter.demand_id ?? '')).toEqual([]);
});

it('is taxed where the first letter says it happened, whatever is written into its own claim', async () => {
  const mine = await unanswered();
  const { form_session_id, package_id, follows_demand_id } = (await open(mine)).body;
  await mine.browser.call(saveFormData, { form_session_id, incidentState: 'OR', incidentCity: 'Salem' } as never);
  const second = { ...mine, formSessionId: form_session_id };
  const { body } = await askForIntent(second, { package_id, follows_demand_id });
  expect(body.quote).toMatchObject({ state_name: 'Texas', tax: 1.81 });
});

it.each(['refused', 'unclaimed'] as const)(
  'of one that was %s is mailed again by first-class mail: the same words on another day, once',
  async (fate) => {
    const mine = await ended(fate);
    expect(await offered(mine)).toEqual(['first-class-twin', 'second-letter']);
    // Its day to pay by has passed as well: what came of it is asked first.
    if (fate === 'unclaimed') await say(mine, { kind: 'none' });
    const step = fate === 'unclaimed' ? 'unpaid' : 'returned';
    expect((await read(mine)).body.next).toMatchObject({ step, letter: 'first-class-twin' });
    const { opened, letter, act } = await bought(mine, 'first-class-twin');
    expect(letter.demand_letter).toBe(opened.demand_letter);
    const words = (text: string) => text.replace(/\w+ \d{1,2}, 20\d\d/g, 'DAY').replace('First-Class', 'Certified');
    expect(words(opened.demand_letter)).toBe(words(mine.text));
    expect(opened.demand_letter).not.toBe(mine.text);
    // While it waits nothing else is sold, and the step is to see to it.
    expect(await offered(mine)).toEqual([]);
    // Asked for by its own id, it is the case that answers.
    expect((await read({ ...mine, formSessionId: opened.form_session_id })).body.form_session_id).toBe(
      mine.formSessionId,
    );
    expect((await read(mine)).body.next).toMatchObject({ step: 'to_read', letter: 'first-class-twin' });
    world.clock.advance({ minutes: 11 });
    await world.runJobs({ includeDelayed: true });
    const ready = world.mailbox.to(mine.email).filter(({ subject }) => subject.includes('ready to read'));
    expect(ready.at(-1)?.text).not.toMatch(/certified/i);
    await act('approve_and_send');
    await endWindow();
    const [mailed, ...more] = await lettersTo((await mailingsOf(letter.demand_id ?? '')).map(({ id }) => id));
    expect([mailed?.extra_service, mailed?.tracking_number, more]).toEqual([null, null, []]);
    expect(world.mailbox.to(mine.email).some(({ text }) => text.includes('It goes out by first-class mail'))).toBe(
      true,
    );
    expect((await read(mine)).body.next).toMatchObject({ step: 'wait', letter: 'first-class-twin' });
    expect((await open(mine, 'first-class-twin')).refusal.code).toBe('FOLLOW_UP_NOT_NOW');
    world.clock.advance({ days: 40 });
    expect(await offered(mine)).toEqual(['second-letter']);
  },
);

it('is one letter, where two tabs buy the twin and the second one at once: the other is not mailed and paid back', async () => {
  const mine = await ended('refused');
  const tabs = await Promise.all((['first-class-twin', 'second-letter'] as const).map((id) => open(mine, id)));
  const sessions = [];
  for (const { body } of tabs) {
    const own = { ...mine, formSessionId: body.form_session_id };
    const asked = { package_id: body.package_id, follows_demand_id: body.follows_demand_id };
    sessions.push({ own, intent: (await askForIntent(own, asked)).body.payment_intent.id });
  }
  for (const { own, intent } of sessions) {
    await payAt(world, intent);
    expect((await finalize(own, intent)).status).toBe(200);
  }
  await world.runJobs();
  const approvals = await Promise.all(
    sessions.map(({ own }) =>
      mine.browser.call(saveDemandLetter, { form_session_id: own.formSessionId, action: 'approve_and_send' }),
    ),
  );
  expect(approvals.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [lost] = sessions.filter((_, index) => approvals[index]?.status === 409);
  await endWindow();
  const mailed = await world.sql(
    'select m.id from claims.mailing m join claims.letter l on l.id = m.letter_id where l.form_session_id = any($1)',
    [sessions.map(({ own }) => own.formSessionId)],
  );
  expect(mailed).toHaveLength(1);
  expect((await mine.browser.call(refundLetter, { form_session_id: lost?.own.formSessionId ?? '' })).status).toBe(200);
});

it.each([
  ['the letter before it arrived after all', (mine: PaidCase) => arrives(mine.demandId)],
  ['the case goes on in court', (mine: PaidCase) => say(mine, { kind: 'close', reason: 'court' })],
])('with the same words is not mailed when %s, and is paid back', async (_, happens) => {
  const mine = await ended('unclaimed');
  const { act, demand, letter, formSessionId } = await bought(mine, 'first-class-twin');
  await act('approve_and_send');
  await happens(mine);
  expect((await act('send_now')).refusal.code).toBe('LETTER_NOT_NEEDED');
  await endWindow();
  expect([(await demand()).state, await mailingsOf(letter.demand_id ?? '')]).toEqual(['draft', []]);
  expect((await mine.browser.call(refundLetter, { form_session_id: formSessionId })).status).toBe(200);
});

it('of one that came back goes to another address, and never again to one that a letter came back from', async () => {
  const mine = await ended('returned_to_sender');
  expect(await offered(mine)).toEqual(['new-address']);
  const old = { address: `${streets} ELM ST.`, apt: '', city: 'Austin', state: 'TX', zipcode: '78702' };
  const [{ recipient }] = (await world.sql<{ recipient: Place }>(
    'select recipient from claims.mailing where letter_id = $1',
    [mine.demandId],
  )) as [{ recipient: Place }];
  expect((await open(mine, 'new-address', { ...recipient, address: old.address })).refusal.code).toBe(
    'ADDRESS_RETURNED',
  );
  expect((await open(mine, 'new-address')).refusal.code).toBe('VALIDATION_FAILED');
  const place = { address: '5 Birch Rd', apt: '', city: 'Waco', state: 'Texas', zipcode: '76701' };
  await open(mine, 'new-address', { ...place, address: '4 Birch Rd' });
  const { letter, act, formSessionId } = await bought(mine, 'new-address', place);
  expect(letter.demand_letter).toContain('5 Birch Rd\nWaco, TX 76701');
  // What is written into its own claim moves no letter.
  await mine.browser.call(saveFormData, { form_session_id: formSessionId, defendantAddress: '9 Other St' } as never);
  await act('approve_and_send');
  await endWindow();
  const [mailed] = await lettersTo((await mailingsOf(letter.demand_id ?? '')).map(({ id }) => id));
  expect(mailed).toMatchObject({ extra_service: 'certified_return_receipt', to: { address_line1: '5 Birch Rd' } });
  await goes(letter.demand_id ?? '', 'returned_to_sender');
  expect(await offered(mine)).toEqual(['new-address']);
  for (const again of [place, recipient])
    expect((await open(mine, 'new-address', again)).refusal.code).toBe('ADDRESS_RETURNED');
});

it('to a new address is stopped and paid back with its case, and so is one of another case to where it went', async () => {
  const mine = await ended('returned_to_sender');
  const place = { address: '6 Alder Rd', apt: '', city: 'Waco', state: 'TX', zipcode: '76701' };
  const moved = await bought(mine, 'new-address', place);
  // Neither by what is written into its own claim.
  const own = { form_session_id: moved.formSessionId, defendantAddress: '9 Other St' };
  await mine.browser.call(saveFormData, own as never);
  await moved.act('approve_and_send');
  const answers = { defendantAddress: place.address, defendantCity: place.city, defendantZipcode: place.zipcode };
  const other = await paidCase(world, answers, {}, { browser: mine.browser, email: mine.email });
  expect((await read(mine)).body.would_stop).toHaveLength(2);
  expect((await say(mine, { kind: 'close', reason: 'bankrupt' })).status).toBe(200);
  await endWindow();
  const statuses = await world.sql<{ status: string }>(
    'select status from claims.claim_order where form_session_id = any($1)',
    [[moved.formSessionId, other.formSessionId]],
  );
  expect(statuses.map(({ status }) => status)).toEqual(['refunded', 'refunded']);
  const later = await paidCase(world, answers, {}, { browser: mine.browser, email: mine.email });
  expect((await later.act('approve_and_send')).refusal.code).toBe('LETTER_NOT_NEEDED');
});

it('can be bought again after it was stopped and paid back, and one is mailed', async () => {
  const mine = await unanswered();
  const stopped = await bought(mine);
  await mine.browser.call(refundLetter, { form_session_id: stopped.formSessionId });
  await world.runJobs({ includeDelayed: true });
  expect(await secondOf(mine)).toMatchObject({ standing: 'offered' });
  const { act, letter, formSessionId } = await bought(mine);
  expect(formSessionId).not.toBe(stopped.formSessionId);
  expect((await stopped.act('approve_and_send')).refusal.code).toBe('NOT_PAID');
  await act('approve_and_send');
  await endWindow();
  expect(await mailingsOf(letter.demand_id ?? '')).toHaveLength(1);
  world.clock.advance({ days: 60 });
  expect(await offered(mine)).toEqual([]);
});
