import {
  csrfToken,
  deleteAccount,
  generateDemandLetter,
  getUserPayments,
  receipt,
  saveDemandLetter,
} from '@redress/contracts';
import { findStuck } from '../../shared/orders/stuck.ts';
import {
  aBuyer,
  askForIntent,
  PASSWORD,
  pay,
  startCaseWorld,
  type Buyer,
  type CaseWorld,
} from '../../testing/index.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
  world.clock.advanceToNoon();
});
afterAll(() => world.stop());
afterEach(() => world.control('/faults/clear'));

const aRecipient = { name: 'Quilla Vex', address: '77 Zephyr Rd', city: 'Waco', state: 'TX', zipcode: '76701' };
const leave = async ({ browser }: Buyer, unposted?: 'post' | 'refund') => {
  const { body } = await browser.call(csrfToken);
  return browser.call(deleteAccount, {
    password: PASSWORD,
    confirm: 'DELETE',
    csrf_token: body.csrf_token,
    ...(unposted ? { unposted } : {}),
  });
};
const orderOf = ({ formSessionId }: Buyer) =>
  world.claims.platform.db
    .selectFrom('claim_order')
    .selectAll()
    .where('form_session_id', '=', formSessionId)
    .executeTakeFirst();
const postedOf = async (orderNumber: string) =>
  (await world.letters()).filter((letter) => JSON.stringify(letter).includes(orderNumber));
const approve = async (buyer: Buyer, action: 'approve_and_send' | 'send_now' = 'approve_and_send') => {
  const { body } = await buyer.browser.call(generateDemandLetter, { form_session_id: buyer.formSessionId });
  const save = { form_session_id: buyer.formSessionId, demand_letter: body.demand_letter };
  await buyer.browser.call(saveDemandLetter, { ...save, action: 'approve_and_send' });
  if (action === 'send_now') await buyer.browser.call(saveDemandLetter, { ...save, action });
};
const refundsOf = async (intentId: string) =>
  (await world.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount);
const rowsWith = async (words: string): Promise<string[]> => {
  const { rows: tables } = await world.database.database.pool.query<{ schema: string; name: string }>(
    `select schemaname as schema, tablename as name from pg_tables where schemaname in ('claims', 'claims_jobs')`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await world.database.database.pool.query(
      `select 1 from "${schema}"."${name}" t where t::text ilike $1
         or exists (select from jsonb_each_text(to_jsonb(t)) where value like '\\x%'
           and position(convert_to($2, 'UTF8') in decode(substr(value, 3), 'hex')) > 0)`,
      [`%${words}%`, words],
    );
    if (rows.length > 0) found.push(`${schema}.${name}`);
  }
  return found;
};

it('refuses to delete an account silently while a paid letter is not posted', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  await world.runJobs();
  await approve(buyer);
  const { refusal } = await leave(buyer);
  expect(refusal).toMatchObject({ code: 'LETTER_NOT_POSTED', message: expect.stringMatching(/money back/) });
  expect((await orderOf(buyer))?.status).toBe('paid');
});

it('posts the letter first, then forgets it', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer, { recipients: [aRecipient] });
  await world.runJobs();
  world.clock.advance({ days: 2 });
  expect((await leave(buyer, 'post')).status).toBe(200);
  const { order_number } = (await orderOf(buyer))!;
  await world.runJobs({ includeDelayed: true });
  expect(await postedOf(order_number)).toHaveLength(2);
  world.clock.advance({ minutes: 3 });
  await sweep();
  expect(await orderOf(buyer)).toMatchObject({ status: 'paid', left_as: 'posted' });
  expect(await rowsWith('Quilla Vex')).toEqual([]);
});

it('sends the money back, posts nothing, and keeps trying while Stripe is away', async () => {
  const buyer = await aBuyer(world);
  const intentId = await pay(world, buyer, { cardholder_name: 'Ottoline Brandt' });
  await world.runJobs();
  await approve(buyer);
  await world.control('/faults', { service: 'stripe', kind: 'drop', match: '/v1/', times: 500 });
  expect((await leave(buyer, 'refund')).status).toBe(200);
  await world.runJobs();
  expect(await orderOf(buyer)).toMatchObject({ status: 'paid', left_as: 'refunding' });
  world.clock.advance({ minutes: 90 });
  const { order_number } = (await orderOf(buyer))!;
  const stuck = await findStuck(world.claims.platform.db, world.clock.now());
  expect(stuck.filter(({ orderNumber }) => orderNumber === order_number).map(({ what }) => what)).toEqual([
    'refund-not-done',
  ]);
  await world.control('/faults/clear');
  // The sweep leaves a job that waits for its next try to the queue, whose clock is not the test's.
  await world.runJobs({ includeDelayed: true });
  expect(await refundsOf(intentId)).toEqual([4_144]);
  expect((await orderOf(buyer))?.status).toBe('refunded');
  expect(await postedOf(order_number)).toEqual([]);
  // Stripe's news of the refund names the cardholder once more.
  await world.webhooksDone();
  await world.runJobs();
  await work('ops.tidy');
  expect(await rowsWith('Ottoline')).toEqual([]);
});

it('refunds an order whose letter is not made yet', async () => {
  const buyer = await aBuyer(world);
  const intentId = await pay(world, buyer);
  expect((await leave(buyer)).refusal.code).toBe('LETTER_NOT_POSTED');
  expect((await leave(buyer, 'refund')).status).toBe(200);
  await world.runJobs();
  expect(await refundsOf(intentId)).toEqual([4_144]);
});

it('does not hold up a letter that is just being posted, and forgets it after', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer, { recipients: [aRecipient] });
  await world.runJobs();
  await approve(buyer, 'send_now');
  const { order_number } = (await orderOf(buyer))!;
  expect((await leave(buyer)).status).toBe(200);
  await world.runJobs({ includeDelayed: true });
  expect(await postedOf(order_number)).toHaveLength(2);
  world.clock.advance({ minutes: 3 });
  await sweep();
  expect(await orderOf(buyer)).toMatchObject({ left_as: 'posted' });
  expect(await rowsWith('Quilla Vex')).toEqual([]);
});

it('sends the money back when the carrier refuses what was to be posted first', async () => {
  const buyer = await aBuyer(world, { defendantAddress: 'undeliverable' });
  const intentId = await pay(world, buyer);
  await world.runJobs();
  expect((await leave(buyer, 'post')).status).toBe(200);
  await refuseMailings(buyer);
  world.clock.advance({ minutes: 3 });
  await sweep();
  await sweep();
  expect(await refundsOf(intentId)).toEqual([4_144]);
  expect((await orderOf(buyer))?.status).toBe('refunded');
});

it('closes a payment under way, and sends back what is paid all the same', async () => {
  const [away, late] = [await aBuyer(world), await aBuyer(world)];
  const intents: string[] = [];
  for (const buyer of [away, late]) intents.push((await askForIntent(buyer)).body.payment_intent.id);
  await leave(away);
  await world.runJobs();
  await expect(
    world.stripe.paymentIntents.confirm(intents[0]!, { payment_method: 'pm_card_visa' }),
  ).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  expect(await orderOf(away)).toBeUndefined();

  await leave(late);
  await world.stripe.paymentIntents.confirm(intents[1]!, { payment_method: 'pm_card_visa' });
  await world.runJobs();
  expect(await refundsOf(intents[1]!)).toEqual([4_144]);
});

it('keeps no name, address or e-mail address in any table, and no receipt', async () => {
  const buyer = await aBuyer(world, { defendantLastname: 'Wolpertinger' });
  await pay(world, buyer, { recipients: [aRecipient], cardholder_name: 'Ottoline Brandt' });
  await world.webhooksDone();
  await world.runJobs();
  await approve(buyer, 'send_now');
  await world.runJobs({ includeDelayed: true });
  const { body } = await buyer.browser.call(getUserPayments);
  await buyer.browser.call(receipt, { payment_id: body.data.payments[0]!.id });
  world.mailbox.refuse(buyer.email, 451, 50);
  expect((await leave(buyer)).status).toBe(200);
  await world.runJobs();
  for (const words of ['Quilla Vex', 'Zephyr', 'Wolpertinger', 'Ottoline', buyer.email]) {
    expect([words, await rowsWith(words)]).toEqual([words, []]);
  }
  expect(await orderOf(buyer)).toMatchObject({ total_cents: expect.any(Number), left_as: 'posted' });
});

async function refuseMailings({ formSessionId }: Buyer): Promise<void> {
  const { db } = world.claims.platform;
  const letter = await db
    .selectFrom('letter')
    .select('id')
    .where('form_session_id', '=', formSessionId)
    .executeTakeFirstOrThrow();
  await db.updateTable('mailing').set({ state: 'rejected' }).where('letter_id', '=', letter.id).execute();
  await db
    .updateTable('letter')
    .set({ state: 'problem', problem: 'carrier-refused' })
    .where('id', '=', letter.id)
    .execute();
}

const sweep = () => work('ops.sweep');

async function work(name: string): Promise<void> {
  const jobs = world.claims.platform.features().flatMap(({ jobs: own = [] }) => own);
  const job = jobs.find((each) => each.name === name);
  await job?.handle({}, { id: '', attempt: 0, isLastAttempt: true, signal: new AbortController().signal });
  await world.runJobs();
}

it('waits for a letter that is just being posted, and does not stop it: both lock in one order', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  await world.runJobs();
  await approve(buyer);
  const order = await orderOf(buyer);
  const { pool } = world.database.database;
  const posting = await pool.connect();
  await posting.query('begin');
  await posting.query('select 1 from claims.letter where order_id = $1 for update', [order?.id]);
  const left = leave(buyer, 'post');
  const isWaiting = async () =>
    (
      await pool.query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
        (await posting.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid,
      ])
    ).rows.length > 0;
  while (!(await isWaiting()));
  // What a mailing asks of its order, and what the carrier's answer changes in it.
  await expect(
    posting.query('select 1 from claims.claim_order where id = $1 for key share', [order?.id]),
  ).resolves.toBeDefined();
  await expect(
    posting.query('update claims.claim_order set advanced_at = now() where id = $1', [order?.id]),
  ).resolves.toBeDefined();
  await posting.query('commit');
  posting.release();
  expect(await left).toMatchObject({ status: 200 });
});

it('gives no money back for a posted letter when the account is deleted twice at once', async () => {
  const buyer = await aBuyer(world);
  const intentId = await pay(world, buyer);
  await world.runJobs();
  await approve(buyer, 'send_now');
  await world.runJobs();
  expect((await orderOf(buyer))?.left_as).toBeNull();
  const { body } = await buyer.browser.call(csrfToken);
  const request = { password: PASSWORD, confirm: 'DELETE', unposted: 'refund', csrf_token: body.csrf_token } as const;
  const answers = await Promise.all(Array.from({ length: 5 }, () => buyer.browser.copy().call(deleteAccount, request)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  await world.runJobs();
  expect(await refundsOf(intentId)).toEqual([]);
  expect((await orderOf(buyer))?.left_as).toBe('posted');
});
