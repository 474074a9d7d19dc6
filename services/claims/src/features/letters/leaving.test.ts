import {
  csrfToken,
  deleteAccount,
  generateDemandLetter,
  getUserPayments,
  receipt,
  refundLetter,
  saveDemandLetter,
} from '@redress/contracts';
import { findStuck, findStuckOlder } from '../../shared/orders/stuck.ts';
import {
  aBuyer,
  aRecipient,
  askForIntent,
  PASSWORD,
  pay,
  runJob,
  useCaseWorld,
  type Buyer,
} from '../../testing/index.ts';

const world = useCaseWorld();

const quilla = { ...aRecipient, name: 'Quilla Vex', address: '77 Zephyr Rd' };
const leave = async ({ browser }: Buyer, unposted?: 'post' | 'refund') => {
  const { body } = await browser.call(csrfToken);
  return browser.call(deleteAccount, {
    password: PASSWORD,
    confirm: 'DELETE',
    csrf_token: body.csrf_token,
    ...(unposted ? { unposted } : {}),
  });
};
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
  const tables = await world.sql<{ schema: string; name: string }>(
    `select schemaname as schema, tablename as name from pg_tables where schemaname in ('claims', 'claims_jobs')`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await world.sql(
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
  expect((await world.orderOf(buyer))?.status).toBe('paid');
});

it('posts the letter first, then forgets it', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer, { recipients: [quilla] });
  await world.runJobs();
  world.clock.advance({ days: 2 });
  expect((await leave(buyer, 'post')).status).toBe(200);
  const { order_number } = (await world.orderOf(buyer))!;
  await world.runJobs({ includeDelayed: true });
  expect(await postedOf(order_number)).toHaveLength(2);
  world.clock.advance({ minutes: 3 });
  await sweep();
  expect(await world.orderOf(buyer)).toMatchObject({ status: 'paid', left_as: 'posted' });
  expect(await rowsWith('Quilla Vex')).toEqual([]);
});

it('erases an account of a preview as one that its owner deletes: the letter goes, and the money goes back', async () => {
  const buyer = await aBuyer(world);
  const intentId = await pay(world, buyer);
  await world.runJobs();
  await buyer.browser.call(generateDemandLetter, { form_session_id: buyer.formSessionId });
  const { db, jobs } = world.claims.platform;
  const { user_id: id } = (await world.orderOf(buyer))!;
  await db.updateTable('account').set({ sample_until: world.clock.now() }).where('id', '=', id).execute();
  world.clock.advance({ minutes: 1 });
  for (const job of ['housekeeping', 'account.remove-samples']) {
    await db.transaction().execute((trx) => jobs.enqueue(trx, job, {}));
    await world.runJobs();
  }
  expect(await db.selectFrom('letter').select('id').where('user_id', '=', id).execute()).toEqual([]);
  expect(await db.selectFrom('account').select('id').where('id', '=', id).execute()).toEqual([]);
  expect(await refundsOf(intentId)).toHaveLength(1);
});

it('sends the money back, posts nothing, and keeps trying while Stripe is away', async () => {
  const buyer = await aBuyer(world);
  const intentId = await pay(world, buyer, { cardholder_name: 'Ottoline Brandt' });
  await world.runJobs();
  await approve(buyer);
  await world.control('/faults', { service: 'stripe', kind: 'drop', match: '/v1/', times: 500 });
  expect((await leave(buyer, 'refund')).status).toBe(200);
  await world.runJobs();
  expect(await world.orderOf(buyer)).toMatchObject({ status: 'paid', left_as: 'refunding' });
  world.clock.advance({ minutes: 90 });
  const { order_number } = (await world.orderOf(buyer))!;
  const stuck = await findStuck(world.claims.platform.db, world.clock.now());
  expect(stuck.filter(({ orderNumber }) => orderNumber === order_number).map(({ what }) => what)).toEqual([
    'refund-not-done',
  ]);
  await world.control('/faults/clear');
  // The sweep leaves a job that waits for its next try to the queue, whose clock is not the test's.
  await world.runJobs({ includeDelayed: true });
  expect(await refundsOf(intentId)).toEqual([4_144]);
  expect((await world.orderOf(buyer))?.status).toBe('refunded');
  expect(await postedOf(order_number)).toEqual([]);
  // Stripe's news of the refund names the cardholder once more.
  await world.webhooksDone();
  await world.runJobs();
  await work('ops.tidy');
  expect(await rowsWith('Ottoline')).toEqual([]);
});

it('asks nothing about a letter whose price is on its way back', async () => {
  const buyer = await aBuyer(world);
  const intentId = await pay(world, buyer);
  await world.runJobs();
  await world.control('/faults', { service: 'stripe', kind: '500', match: 'POST /v1/refunds', times: 1 });
  await buyer.browser.call(refundLetter, { form_session_id: buyer.formSessionId });
  expect((await leave(buyer)).status).toBe(200);
  await world.runJobs({ includeDelayed: true });
  expect(await refundsOf(intentId)).toEqual([4_144]);
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
  await pay(world, buyer, { recipients: [quilla] });
  await world.runJobs();
  await approve(buyer, 'send_now');
  const { order_number } = (await world.orderOf(buyer))!;
  expect((await leave(buyer)).status).toBe(200);
  await world.runJobs({ includeDelayed: true });
  expect(await postedOf(order_number)).toHaveLength(2);
  world.clock.advance({ minutes: 3 });
  await sweep();
  expect(await world.orderOf(buyer)).toMatchObject({ left_as: 'posted' });
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
  expect((await world.orderOf(buyer))?.status).toBe('refunded');
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
  await expect(world.orderOf(away)).rejects.toThrow('no result');
  await leave(late);
  await world.stripe.paymentIntents.confirm(intents[1]!, { payment_method: 'pm_card_visa' });
  await world.runJobs();
  expect(await refundsOf(intents[1]!)).toEqual([4_144]);
});

it('keeps no name, address or e-mail address in any table, and no receipt', async () => {
  const buyer = await aBuyer(world, { defendantLastname: 'Wolpertinger' });
  await pay(world, buyer, { recipients: [quilla], cardholder_name: 'Ottoline Brandt' });
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
  expect(await world.orderOf(buyer)).toMatchObject({ total_cents: expect.any(Number), left_as: 'posted' });
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
  await runJob(world, name);
  await world.runJobs();
}

/** Rows of one claim, `$1`, by table. */
const ROWS = {
  form_session: 'id = $1',
  letter: 'form_session_id = $1',
  claim_order: 'form_session_id = $1',
  mailing: 'letter_id in (select id from claims.letter where form_session_id = $1)',
} as const;

/**
 * Another program holds the row of `held` for this claim; once `act` waits for it, that program locks the row of `then`.
 * Both end, whoever is first, only if `act` does not lock `then` before `held`.
 */
async function whileLocking<Result>(
  buyer: Buyer,
  { held, then }: Record<'held' | 'then', keyof typeof ROWS>,
  act: () => Promise<Result>,
): Promise<Result> {
  const { pool } = world.database.database;
  const lock = (table: keyof typeof ROWS, options = '') =>
    `select 1 from claims.${table} where ${ROWS[table]} for update ${options}`;
  const other = await pool.connect();
  await other.query('begin');
  await other.query(lock(held), [buyer.formSessionId]);
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
  const acted = act();
  const isWaiting = async () =>
    (await pool.query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0]?.pid])).rows
      .length > 0;
  while (!(await isWaiting()));
  const outcome = await other.query(lock(then, 'nowait'), [buyer.formSessionId]).then(
    () => 'locked',
    (error: Error) => error.message,
  );
  await other.query('rollback');
  other.release();
  const result = await acted;
  expect(outcome).toBe('locked');
  return result;
}

it('waits for a letter that is just being posted, and does not stop it: both lock in one order', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  await world.runJobs();
  await approve(buyer);
  const left = await whileLocking(buyer, { held: 'letter', then: 'claim_order' }, () => leave(buyer, 'post'));
  expect(left).toMatchObject({ status: 200 });
});

it('records a refund while the letter is just being posted: both lock in one order', async () => {
  const buyer = await aBuyer(world);
  const intentId = await pay(world, buyer);
  await world.runJobs();
  await approve(buyer);
  await whileLocking(buyer, { held: 'letter', then: 'claim_order' }, async () => {
    await world.stripe.refunds.create({ payment_intent: intentId });
    await world.webhooksDone();
    await world.runJobs();
  });
  expect((await world.orderOf(buyer))?.status).toBe('refunded');
});

it('approves a letter while its account is just being deleted: both lock in one order', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  await world.runJobs();
  await whileLocking(buyer, { held: 'form_session', then: 'letter' }, () => approve(buyer));
});

it('takes a rejection of the printer while the letter is just being changed: both lock in one order', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  await world.runJobs();
  await approve(buyer, 'send_now');
  await world.runJobs();
  const sent = await world.claims.platform.db
    .selectFrom('mailing')
    .innerJoin('letter', 'letter.id', 'mailing.letter_id')
    .select('carrier_id')
    .where('form_session_id', '=', buyer.formSessionId)
    .executeTakeFirstOrThrow();
  await world.control(`/letters/${sent.carrier_id}/outcome`, { outcome: 'rejected' });
  await whileLocking(buyer, { held: 'letter', then: 'mailing' }, async () => {
    world.clock.advance({ days: 2 });
    await world.control('/clock/advance', { ms: 0 });
    await world.webhooksDone();
    await world.runJobs();
  });
});

it('gives no money back for a posted letter when the account is deleted twice at once', async () => {
  const buyer = await aBuyer(world);
  const intentId = await pay(world, buyer);
  await world.runJobs();
  await approve(buyer, 'send_now');
  await world.runJobs();
  expect((await world.orderOf(buyer))?.left_as).toBeNull();
  const { body } = await buyer.browser.call(csrfToken);
  const request = { password: PASSWORD, confirm: 'DELETE', unposted: 'refund', csrf_token: body.csrf_token } as const;
  const answers = await Promise.all(Array.from({ length: 5 }, () => buyer.browser.copy().call(deleteAccount, request)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  await world.runJobs();
  expect(await refundsOf(intentId)).toEqual([]);
  expect((await world.orderOf(buyer))?.left_as).toBe('posted');
});

it('finds what is left of an account however long after it was made it was changed', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  await world.runJobs();
  const { db } = world.claims.platform;
  const { id, user_id: userId } = await db
    .selectFrom('letter')
    .select(['id', 'user_id'])
    .where('form_session_id', '=', buyer.formSessionId)
    .executeTakeFirstOrThrow();
  const now = world.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await db
    .updateTable('letter')
    .set({ created_at: daysAgo(40), updated_at: daysAgo(20) })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('claim_order')
    .set({ paid_at: daysAgo(40) })
    .where('form_session_id', '=', buyer.formSessionId)
    .execute();
  await db.deleteFrom('account').where('id', '=', userId).execute();
  const left = (await findStuckOlder(db, now)).filter(
    ({ what, job }) => what === 'erasure-waiting' && job?.key === userId,
  );
  expect(left).toHaveLength(1);
});
