import {
  checkExistingDemand,
  generateDemandLetter,
  getActiveSessions,
  getCase,
  getCases,
  getCourtDocuments,
  getUserDemands,
  openSecondLetter,
  refundLetter,
  reportPayment,
  saveFormData,
  saveDemandLetter,
} from '@redress/contracts';
import { dayAtPlace } from '@redress/domain';
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
const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.database.database.pool.query(text, values)).rows as T[];
let reports = 0;
let streets = 0;
const say = async (mine: PaidCase, said: object) => {
  const { body } = await read(mine);
  const report_id = (reports += 1).toString(16).padStart(24, '0');
  const request = { form_session_id: mine.formSessionId, report_id, revision: body.revision, ...said };
  return mine.browser.call(reportPayment, request as never);
};
const read = ({ browser, formSessionId }: PaidCase) => browser.call(getCase, { form_session_id: formSessionId });
const open = ({ browser, formSessionId }: PaidCase) =>
  browser.call(openSecondLetter, { form_session_id: formSessionId });
const today = () => dayAtPlace(world.clock.now().getTime(), { state: 'TX' });

/** A letter that was delivered and not answered in time. */
async function unanswered(answers: object = { defendantAddress: `${(streets += 1)} Elm St` }): Promise<PaidCase> {
  const mine = await paidCase(world, answers);
  await mine.act('approve_and_send');
  await mine.act('send_now');
  await world.runJobs();
  world.clock.advance({ days: 5 });
  await query("update claims.mailing set state = 'delivered', delivered_at = $2 where letter_id = $1", [
    mine.demandId,
    world.clock.now(),
  ]);
  world.clock.advance({ days: 40 });
  return mine;
}

/** Opens it, pays it and lets its letter be made. */
async function bought(mine: PaidCase) {
  const { body, refusal } = await open(mine);
  if (!body.form_session_id) throw new Error(JSON.stringify(refusal));
  const second = { ...mine, formSessionId: body.form_session_id };
  await pay(world, second, { package_id: body.package_id, follows_demand_id: body.follows_demand_id });
  const session = { form_session_id: body.form_session_id };
  const letter = (await mine.browser.call(generateDemandLetter, session)).body;
  const act = (action: 'approve_and_send' | 'send_now') => mine.browser.call(saveDemandLetter, { ...session, action });
  const demand = async () => (await mine.browser.call(checkExistingDemand, session)).body;
  return { ...second, opened: body, letter, act, demand };
}
const mailingsOf = (letterId: string) => query('select id from claims.mailing where letter_id = $1', [letterId]);
const endWindow = async () => {
  world.clock.advance({ minutes: 61 });
  await world.runJobs({ includeDelayed: true });
};

it('is offered once the day to pay by has passed, shown as it goes out, bought for its letter, and mailed like the first', async () => {
  const mine = await paidCase(world, { defendantAddress: '77 Oak St' });
  expect((await read(mine)).body.second_letter).toBeNull();
  expect((await open(mine)).refusal.code).toBe('FOLLOW_UP_NOT_NOW');
  const late = await unanswered();
  await say(late, { kind: 'part', amount: 250.5, day: today() });
  expect((await read(late)).body.second_letter).toMatchObject({
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
  expect((await read(late)).body.second_letter).toMatchObject({ standing: 'approved' });
  await endWindow();
  expect((await demand()).state).toBe('posted');
  expect(await mailingsOf(letter.demand_id ?? '')).toHaveLength(1);
  const { body } = await read(late);
  expect(body.second_letter?.standing).toBe('posted');
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
  expect(await query('select id from claims.claim_order where form_session_id = $1', [first])).toHaveLength(1);
  expect(await query('select id from claims.letter where form_session_id = $1', [first])).toHaveLength(1);
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

it('is written anew, and waits for its owner, when a part came or the first letter was delivered after it was approved', async () => {
  const mine = await unanswered();
  await query("update claims.mailing set state = 'mailed', delivered_at = null where letter_id = $1", [mine.demandId]);
  const { letter, act, demand } = await bought(mine);
  expect(letter.demand_letter).toContain('I have no news of its delivery.');
  await act('approve_and_send');
  await query("update claims.mailing set state = 'delivered', delivered_at = $2 where letter_id = $1", [
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
    expect((await read(mine)).body.second_letter).toBeNull();
    expect((await open(mine)).refusal.code).toBe('FOLLOW_UP_NOT_NOW');
    await say(mine, { kind: 'open' });
  }
  await say(mine, { kind: 'not_them' });
  expect((await read(mine)).body.second_letter).toBeNull();
  const { body } = await read(mine);
  await say(mine, { kind: 'withdraw', replaces: body.answers.at(-1)?.id });
  expect((await open(mine)).status).toBe(200);
  // Said in another case of the same claimant.
  const other = await unanswered({ defendantAddress: '1 QUIET WAY' });
  await say(other, { kind: 'close', reason: 'dead' });
  const owner = 'select user_id from claims.form_session where id = $2';
  await query(`update claims.form_session set user_id = (${owner}) where id = $1`, [
    other.formSessionId,
    mine.formSessionId,
  ]);
  expect((await read(mine)).body.second_letter).toBeNull();
});

it('goes to one address three times in a year at most, however it is typed and whoever asks', async () => {
  const typed = ['9 Long Street', '9 LONG STREET.', ' 9  long street', '9 Long Street'];
  const cases = [];
  for (const defendantAddress of typed) cases.push(await unanswered({ defendantAddress }));
  const [a, b, c, d] = cases as [PaidCase, PaidCase, PaidCase, PaidCase];
  for (const mine of [a, b, c]) await bought(mine);
  expect((await read(d)).body.second_letter).toBeNull();
  expect((await open(d)).refusal.code).toBe('FOLLOW_UP_NOT_NOW');
  await query("update claims.form_session set paid_at = paid_at - interval '366 days' where sent_to is not null");
  expect((await read(d)).body.second_letter).toMatchObject({ standing: 'offered' });
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
    await query('select 1 from claims.case_report where form_session_id = $1', [formSessionId]),
  ]).toEqual([404, []]);
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
  const [mailing] = await query<{ state: string; carrier_id: string | null }>(
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
  await query(`update claims.form_session set user_id = ${owner} where id = $1`, [
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
