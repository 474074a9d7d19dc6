import {
  casePaper,
  csrfToken,
  deleteAccount,
  exportData,
  getCase,
  getCases,
  proofOfMailing,
  reportPayment,
  TIME_ZONE_HEADER,
} from '@redress/contracts';
import type { CasePaperKind } from '@redress/domain';
import { PASSWORD, paidCase, signUp, useCaseWorld, type PaidCase } from '../../testing/index.ts';

const world = useCaseWorld();
const DAY = '2026-01-05';
const id = (letter: string) => letter.repeat(24);

type Said = Record<string, unknown>;
const read = ({ browser, formSessionId }: PaidCase, more = {}) =>
  browser.call(getCase, { form_session_id: formSessionId }, more);
const say = ({ browser, formSessionId }: PaidCase, said: Said) =>
  browser.call(reportPayment, { form_session_id: formSessionId, revision: 0, ...said } as never);

async function mailedCase(answers = {}, order = {}): Promise<PaidCase> {
  const mine = await paidCase(world, answers, order);
  await mine.mail();
  return mine;
}

it('tells a case from its beginning, and asks for the money on the day after the last one', async () => {
  const mine = await mailedCase();
  const { body } = await read(mine);
  expect(body.timeline.map(({ what }) => what)).toEqual(['begun', 'paid', 'approved', 'handed_over']);
  expect(body).toMatchObject({
    defendant: 'Ivo Kern',
    next: { step: 'wait', until: body.answer_by },
    sums: { claimed: 1250.5, received: 0, balance: 1250.5, over: 0 },
    can_report: true,
    has_proof: true,
    demand_id: mine.demandId,
    cost: { refunded: 0, order_number: expect.stringMatching(/^R-/) },
  });
  world.clock.advance({ days: 60 });
  expect((await read(mine)).body.next).toEqual({ step: 'ask', until: null, letter: null });
  await say(mine, { report_id: id('a'), kind: 'none' });
  expect((await read(mine)).body.next.step).toBe('unpaid');
});

it('keeps a ledger that is corrected with a trace, and is closed and opened by it', async () => {
  const mine = await mailedCase();
  const part = { kind: 'part', amount: 250.5, day: DAY };
  const came = await say(mine, { report_id: id('a'), ...part });
  expect(came.body.sums).toMatchObject({ received: 250.5, balance: 1000 });
  expect((await mine.browser.call(getCases)).body.cases[0]?.amount).toBe(1000);
  const { body: all } = await say(mine, { report_id: id('b'), revision: 1, kind: 'all', day: DAY });
  expect(all).toMatchObject({ closed: 'paid', standing: 'closed', next: { step: 'closed' }, sums: { balance: 0 } });
  expect((await mine.browser.call(getCases)).body.cases[0]?.standing).toBe('closed');
  const corrected = await say(mine, { report_id: id('c'), revision: 2, ...part, amount: 10, replaces: id('b') });
  expect(corrected.body).toMatchObject({
    closed: null,
    sums: { received: 260.5, balance: 990 },
    ledger: [{}, { amount: 1000, standing: 'corrected' }, { amount: 10 }],
  });
  await say(mine, { report_id: id('d'), revision: 3, kind: 'withdraw', replaces: id('c') });
  const closed = await say(mine, { report_id: id('e'), revision: 4, kind: 'close', reason: 'settled' });
  expect(closed.body).toMatchObject({ closed: 'settled', sums: { received: 250.5 } });
  const opened = await say(mine, { report_id: id('f'), revision: 5, kind: 'open' });
  expect([opened.body.closed, opened.body.standing]).toEqual([null, 'posted']);
  expect(opened.body.timeline.slice(-6).map(({ what, amount }) => [what, amount])).toEqual([
    ['money_part', 250.5],
    ['money_all', 1000],
    ['money_part', 10],
    ['withdrawn', null],
    ['closed', null],
    ['opened', null],
  ]);
});

it('counts a report that arrives twice once, and refuses one that was made on an older ledger', async () => {
  const mine = await mailedCase();
  const said = { report_id: id('a'), kind: 'part', amount: 100, day: DAY };
  const both = await Promise.all([say(mine, said), say(mine, said)]);
  for (const { status, body } of both) expect([status, body.sums.received]).toEqual([200, 100]);
  const others = [
    { ...said, amount: 200 },
    { ...said, report_id: id('b') },
    { report_id: id('c'), kind: 'open', revision: 1 },
  ];
  for (const other of others) expect((await say(mine, other)).refusal.code).toBe('CONFLICT');
  expect((await read(mine)).body.ledger).toHaveLength(1);
});

it('says which answer is missing or cannot be', async () => {
  const mine = await mailedCase();
  const refused = async (said: Said) => (await say(mine, { report_id: id('a'), ...said })).refusal.errors;
  for (const amount of [undefined, 0.001])
    expect(await refused({ kind: 'part', amount, day: DAY })).toHaveProperty('amount');
  for (const day of [undefined, '2026-02-30', '9999-01-01'])
    expect(await refused({ kind: 'all', day })).toHaveProperty('day');
  expect(await refused({ kind: 'close' })).toHaveProperty('reason');
  expect(await refused({ kind: 'withdraw' })).toHaveProperty('replaces');
});

it('takes the day on which money came where its claimant is, which may be ahead of where it happened', async () => {
  const mine = await mailedCase();
  await read(mine, { headers: { [TIME_ZONE_HEADER]: 'Pacific/Kiritimati' } });
  const { today, own_today: day = '' } = (await read(mine)).body;
  expect(day > today).toBe(true);
  await say(mine, { report_id: id('a'), kind: 'all', day });
  expect((await read(mine)).body.ledger).toMatchObject([{ day }]);
});

it('takes no report before the letter is mailed, and none from anybody else', async () => {
  const mine = await paidCase(world);
  expect((await read(mine)).body).toMatchObject({ can_report: false, next: { step: 'to_read' } });
  expect((await say(mine, { report_id: id('a'), kind: 'none' })).refusal.code).toBe('CONFLICT');
  const { browser } = await signUp(world);
  const foreign = await read({ ...mine, browser });
  const nobodys = await read({ ...mine, browser, formSessionId: id('e') });
  expect(foreign.status).toBe(404);
  expect({ ...foreign.refusal, errorId: '' }).toEqual({ ...nobodys.refusal, errorId: '' });
});

it('gives the ledger along with the rest of a person, and forgets it with the account', async () => {
  const mine = await mailedCase();
  await say(mine, { report_id: id('a'), kind: 'part', amount: 100, day: DAY });
  const { response } = await mine.browser.call(exportData);
  expect(JSON.parse(response.body)).toMatchObject({ caseReports: [{ kind: 'part', cents: 10_000, day: DAY }] });
  const { csrf_token } = (await mine.browser.call(csrfToken)).body;
  const left = await mine.browser.call(deleteAccount, { password: PASSWORD, confirm: 'DELETE', csrf_token });
  expect(left.status).toBe(200);
  expect(await world.sql('select from claims.case_report where form_session_id = $1', [mine.formSessionId])).toEqual(
    [],
  );
});

it('draws a letter of balance and a receipt from the ledger, each while it holds, for its owner alone', async () => {
  const mine = await mailedCase();
  const paper = (kind: CasePaperKind, { browser, formSessionId }: PaidCase = mine) =>
    browser.call(casePaper, { form_session_id: formSessionId, paper: kind });
  expect((await paper('balance')).refusal.code).toBe('DOCUMENT_NOT_READY');
  const part = await say(mine, { report_id: id('a'), kind: 'part', amount: 100, day: DAY });
  expect(part.body.to_print).toEqual(['balance']);
  const drawn = await paper('balance');
  expect(drawn.headers['content-disposition']).toMatch(/filename="balance-1\.pdf"/);
  expect(drawn.response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const all = await say(mine, { report_id: id('b'), revision: 1, kind: 'all', day: DAY });
  expect(all.body.to_print).toEqual(['receipt']);
  expect((await paper('receipt')).status).toBe(200);
  expect((await paper('balance')).refusal.code).toBe('DOCUMENT_NOT_READY');
  const { browser } = await signUp(world);
  expect((await paper('receipt', { ...mine, browser })).refusal.code).toBe('NOT_FOUND');
});

const TERMS = { now: 250.5, now_day: '2027-04-01', each: 300, every: 'month', from: '2027-04-30' };

it('makes an agreement of an offer, and a plan with its days of both signatures', async () => {
  const mine = await mailedCase();
  const offered = await say(mine, { report_id: id('a'), kind: 'offer', terms: TERMS });
  expect(offered.body).toMatchObject({
    next: { step: 'offer' },
    to_print: ['agreement'],
    answers: [{ kind: 'offer', terms: TERMS, standing: 'counts' }],
    plan: { sum: 1250.5, signed_on: null, payments: [{ day: '2027-04-01', amount: 250.5, open: 250.5 }, {}, {}, {}, { day: '2027-07-30', amount: 100 }] },
  });
  const drawn = await mine.browser.call(casePaper, { form_session_id: mine.formSessionId, paper: 'agreement' });
  expect(drawn.response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const signed = { report_id: id('b'), revision: 1, kind: 'signed', day: DAY };
  expect((await say(mine, signed)).body).toMatchObject({ plan: { signed_on: DAY }, next: { step: 'plan', until: '2027-04-01' } });
  expect((await say(mine, signed)).body.revision).toBe(2);
  const came = await say(mine, { report_id: id('c'), revision: 2, kind: 'part', amount: 300, day: DAY });
  expect(came.body.plan?.payments.map(({ open }) => open)).toEqual([0, 250.5, 300, 300, 100]);
  expect(came.body.next).toEqual({ step: 'plan', until: '2027-04-30', letter: null });
  expect((await say(mine, { report_id: id('d'), revision: 3, kind: 'offer', terms: TERMS })).refusal.code).toBe('CONFLICT');
  expect((await say(mine, { report_id: id('d'), revision: 3, kind: 'withdraw', replaces: id('b') })).body.plan?.signed_on).toBeNull();
}); // prettier-ignore

it('keeps a dispute with its reasons for its owner alone, and says what an answer lacks', async () => {
  const mine = await mailedCase();
  const { body } = await say(mine, { report_id: id('a'), kind: 'dispute', words: 'It was \u202Ea gift.' });
  expect(body).toMatchObject({ next: { step: 'dispute' }, answers: [{ words: 'It was a gift.' }] });
  expect(body.timeline.at(-1)).toMatchObject({ what: 'dispute' });
  const { caseReports } = JSON.parse((await mine.browser.call(exportData)).response.body) as { caseReports: unknown };
  expect(caseReports).toMatchObject([{ kind: 'dispute', words: 'It was a gift.' }]);
  const refused = async (said: Said) => (await say(mine, { report_id: id('b'), revision: 1, ...said })).refusal;
  for (const terms of [undefined, { ...TERMS, each: 0 }, { ...TERMS, from: '2026-02-30' }])
    expect((await refused({ kind: 'offer', terms })).errors).toHaveProperty('terms');
  expect((await refused({ kind: 'signed', day: '9999-01-01' })).errors).toHaveProperty('day');
  expect((await refused({ kind: 'signed', day: DAY })).code).toBe('CONFLICT');
});

it('lets no letter go to an address at which somebody is not the one it means, until that is taken back', async () => {
  const first = await mailedCase();
  // Of another name: one of the same is stopped and paid back.
  const second = await paidCase(world, { defendantFirstname: 'Nora' }, {}, first);
  await second.act('approve_and_send');
  await say(first, { report_id: id('a'), kind: 'not_them' });
  const refused = await second.act('send_now');
  expect(refused.refusal.code).toBe('LETTER_WAITS');
  const foreign = await paidCase(world);
  await foreign.act('approve_and_send');
  expect((await foreign.act('send_now')).status).toBe(200);
  await say(first, { report_id: id('b'), revision: 1, kind: 'withdraw', replaces: id('a') });
  expect((await second.act('send_now')).status).toBe(200);
});

it('makes court papers again after a report: those that tell of it get their next version, the others stay', async () => {
  const mine = await mailedCase({}, { package_id: 'small-claims' });
  const versionsOf = async () => {
    const { papers } = (await read(mine)).body;
    return ['Timeline', 'Statement of Claim', 'Fee Waiver Notes'].map(
      (name) => papers.find(({ title }) => title === name)?.version ?? 0,
    );
  };
  const [timeline = 0, statement = 0, waiver = 0] = await versionsOf();
  await say(mine, { report_id: id('a'), kind: 'dispute' });
  await world.runJobs();
  expect(await versionsOf()).toEqual([timeline + 1, statement, waiver]);
  await say(mine, { report_id: id('b'), revision: 1, kind: 'part', amount: 100, day: DAY });
  await world.runJobs();
  expect(await versionsOf()).toEqual([timeline + 2, statement + 1, waiver]);
  const proof = { demand_id: mine.demandId, action: 'download' } as const;
  expect((await mine.browser.call(proofOfMailing, proof)).status).toBe(200);
});

it('takes no plan that runs beyond what a calendar or a column holds, and stays readable', async () => {
  const mine = await mailedCase();
  const terms = { now: 0, now_day: null, each: 100, every: 'week', from: '2026-12-01' };
  for (const wrong of [
    { from: '9999-12-30' },
    { from: '9999-12-31', every: 'month' },
    { now: 100, now_day: '2026-11-30', each: 999_999_999 },
    { each: 10 },
    { each: 0.01 },
    { now: 1250.5, now_day: '2026-11-30' },
  ]) {
    const { status } = await say(mine, { report_id: id('a'), kind: 'offer', terms: { ...terms, ...wrong } });
    expect([wrong, [409, 422].includes(status) ? 'refused' : status]).toEqual([wrong, 'refused']);
  }
  expect((await read(mine)).status).toBe(200);
  const leap = { ...terms, each: 600, every: 'month', from: '2028-02-29' };
  const { body } = await say(mine, { report_id: id('b'), kind: 'offer', terms: leap });
  expect(body.plan?.payments.map(({ day, amount }) => [day, amount])).toEqual([
    ['2028-02-29', 600],
    ['2028-03-29', 600],
    ['2028-04-29', 50.5],
  ]);
});
