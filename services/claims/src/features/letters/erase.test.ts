import { csrfToken, deleteAccount, exportData, generateDemandLetter, generateSecurePdf } from '@redress/contracts';
import { aBuyer, PASSWORD, pay, startCaseWorld, type CaseWorld } from '../../testing/index.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.stop());

const count = async (table: string) =>
  Number((await world.database.database.pool.query(`select count(*) from claims.${table}`)).rows[0].count);

it('gives a person everything kept about them, and keeps only the paid order when they leave', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer, { package_id: 'small-claims' });
  await world.runJobs();
  const { body } = await buyer.browser.call(generateDemandLetter, { form_session_id: buyer.formSessionId });
  await buyer.browser.call(generateSecurePdf, { demand_id: body.demand_id ?? '', action: 'view' });
  const exported = (await buyer.browser.call(exportData)).response.body;
  for (const words of ['Dear Ivo Kern', 'Statement of Claim', 'R-']) expect(exported).toContain(words);
  const { rows } = await world.database.database.pool.query<{ key: string }>(
    'select pdf_key as key from claims.letter_version union select signature_key from claims.claim_snapshot union select blob_key from claims.court_document',
  );
  expect(rows.length).toBeGreaterThan(5);

  const token = (await buyer.browser.call(csrfToken)).body.csrf_token;
  const left = await buyer.browser.call(deleteAccount, {
    password: PASSWORD,
    confirm: 'DELETE',
    unposted: 'refund',
    csrf_token: token,
  });
  expect(left.status).toBe(200);
  await world.runJobs();
  for (const table of ['letter', 'letter_version', 'claim_snapshot', 'court_document', 'mailing'])
    expect([table, await count(table)]).toEqual([table, 0]);
  expect([await count('claim_order'), await count('payment')]).toEqual([1, 1]);
  for (const { key } of rows) expect(await world.claims.platform.blobs.get(key)).toBeNull();
});

it('gives a person every payment and letter, not only the newest', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  await buyer.browser.call(generateDemandLetter, { form_session_id: buyer.formSessionId });
  const copies = (table: string, changes: string, of: string) =>
    world.database.database.pool.query(
      `insert into claims.${table} select c.* from claims.${table} r cross join generate_series(1, 240) n
         cross join lateral jsonb_populate_record(r, jsonb_build_object('id', left(md5(r.id || n), 24), ${changes})) c where ${of}`,
      [buyer.formSessionId],
    );
  const order = 'r.order_id = (select id from claims.claim_order where form_session_id = $1)';
  await copies('form_session', `'created_at', r.created_at`, 'r.id = $1');
  await copies(
    'claim_order',
    `'form_session_id', left(md5(r.form_session_id || n), 24), 'order_number', r.order_number || n`,
    'r.form_session_id = $1',
  );
  await copies('order_quote', `'order_id', left(md5(r.order_id || n), 24)`, order);
  await copies(
    'payment',
    `'order_id', left(md5(r.order_id || n), 24), 'intent_id', r.intent_id || n, 'charge_id', r.charge_id || n,
     'quote_id', left(md5(r.quote_id || n), 24), 'opening_quote_id', left(md5(r.opening_quote_id || n), 24)`,
    order,
  );
  await copies(
    'letter',
    `'form_session_id', left(md5(r.form_session_id || n), 24), 'order_id', left(md5(r.order_id || n), 24)`,
    'r.form_session_id = $1',
  );
  const exported = JSON.parse((await buyer.browser.call(exportData)).response.body) as Record<string, unknown[]>;
  const { orders = [], payments = [], letters = [] } = exported;
  expect([orders.length, payments.length]).toEqual([241, 241]);
  expect(new Set(payments.map((payment) => (payment as { id: string }).id)).size).toBe(241);
  expect(new Set(letters.map((letter) => (letter as { id: string }).id)).size).toBe(241);
});
