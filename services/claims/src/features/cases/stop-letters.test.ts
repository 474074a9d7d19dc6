import { checkExistingDemand, getCase, refundLetter, reportPayment, saveDemandLetter } from '@redress/contracts';
import { paidCase, useCaseWorld, type PaidCase } from '../../testing/index.ts';

const world = useCaseWorld();
let reports = 0;
const read = async ({ browser, formSessionId }: PaidCase) =>
  (await browser.call(getCase, { form_session_id: formSessionId })).body;
const say = async (mine: PaidCase, said: object) => {
  const report_id = (reports += 1).toString(16).padStart(24, '0');
  const { revision } = await read(mine);
  return mine.browser.call(reportPayment, {
    form_session_id: mine.formSessionId,
    report_id,
    revision,
    ...said,
  } as never);
};
const demand = async ({ browser, formSessionId }: PaidCase) =>
  (await browser.call(checkExistingDemand, { form_session_id: formSessionId })).body;
const refunded = async ({ formSessionId }: PaidCase) => {
  const [row] = await world.sql<{ is: boolean }>(
    `select p.refunded_cents = p.amount_cents as is from claims.payment p join claims.claim_order o on o.id = p.order_id
      where o.form_session_id = $1`,
    [formSessionId],
  );
  return row?.is;
};
const mailings = ({ demandId }: PaidCase) =>
  world.sql('select id from claims.mailing where letter_id = $1', [demandId]);
const run = () => world.runJobs({ includeDelayed: true });
let streets = 0;

it.each(['bankrupt', 'dead', 'minor'] as const)(
  'stops a letter that is not mailed and pays it back when its case is closed: %s',
  async (reason) => {
    const mine = await paidCase(world, { defendantAddress: `${(streets += 1)} Calm St` });
    await mine.act('approve_and_send');
    const shown = await read(mine);
    expect(shown.close_reasons).toEqual(['bankrupt', 'dead', 'minor']);
    expect(shown.would_stop).toEqual([{ order_number: shown.cost?.order_number, refund: shown.cost?.total }]);
    expect((await say(mine, { kind: 'close', reason: 'given_up' })).refusal.code).toBe('CONFLICT');
    expect((await say(mine, { kind: 'close', reason })).status).toBe(200);
    expect((await mine.act('send_now')).refusal.code).toBe('LETTER_NOT_APPROVED');
    world.clock.advance({ minutes: 61 });
    await run();
    expect([await refunded(mine), await mailings(mine)]).toEqual([true, []]);
    // Opened again, what was stopped stays so.
    await say(mine, { kind: 'open' });
    expect((await read(mine)).would_stop).toEqual([]);
    expect((await mine.act('approve_and_send')).refusal.code).toBe('NOT_PAID');
  },
);

it('stops those of other cases to the same name and address, however they are typed, and no other', async () => {
  const place = { defendantAddress: '8 Still Ave' };
  const first = await paidCase(world, place);
  await first.mail();
  const owner = { browser: first.browser, email: first.email };
  const same = await paidCase(world, { defendantAddress: '8 STILL AVE.' }, {}, owner);
  const namesake = await paidCase(world, { defendantAddress: '9 Far Away Rd' }, {}, owner);
  const neighbor = await paidCase(world, { ...place, defendantFirstname: 'Nora' }, {}, owner);
  for (const one of [same, namesake, neighbor]) await one.act('approve_and_send');
  expect((await read(first)).would_stop).toHaveLength(1);
  expect((await say(first, { kind: 'close', reason: 'dead' })).status).toBe(200);
  expect((await demand(same)).state).toBe('draft');
  world.clock.advance({ minutes: 61 });
  await run();
  expect(await Promise.all([same, namesake, neighbor].map(refunded))).toEqual([true, false, false]);
  expect((await Promise.all([same, namesake, neighbor].map(mailings))).map(({ length }) => length)).toEqual([0, 1, 1]);
});

it('stops them when somebody else answered; one with the printer is not handed over, and can be paid back', async () => {
  const place = { defendantAddress: '3 Hushed Ct' };
  const first = await paidCase(world, place);
  await first.mail();
  const owner = { browser: first.browser, email: first.email };
  const waiting = await paidCase(world, place, {}, owner);
  const posting = await paidCase(world, place, {}, owner);
  await world.control('/faults', { service: 'lob', kind: '500', match: 'POST /v1/letters', times: 60 });
  await posting.mail();
  await say(first, { kind: 'not_them' });
  await say(first, { kind: 'close', reason: 'minor' });
  await world.control('/faults/clear');
  for (let round = 0; round < 3; round += 1) await run();
  expect(await refunded(waiting)).toBe(true);
  expect(await world.sql('select carrier_id from claims.mailing where letter_id = $1', [posting.demandId])).toEqual([
    { carrier_id: null },
  ]);
  const session = { form_session_id: posting.formSessionId };
  expect((await posting.browser.call(saveDemandLetter, { ...session, action: 'approve_and_send' })).status).toBe(409);
  expect((await posting.browser.call(refundLetter, session)).status).toBe(200);
});
