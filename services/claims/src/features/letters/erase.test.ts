import {
  csrfToken,
  deleteAccount,
  exportData,
  generateDemandLetter,
  generateSecurePdf,
  type ClaimFormData,
} from '@redress/contracts';
import { aBuyer, PASSWORD, pay, useCaseWorld } from '../../testing/index.ts';

const world = useCaseWorld();

const count = async (table: string) => Number((await world.sql(`select count(*) from claims.${table}`))[0]?.count);

/** Rows name third persons. */
const ROWS = {
  facts: [{ id: 'f', who: 'other', whoName: 'Quorvane', what: 'saw it', proof: 'other', proofName: 'Xylbert diary' }],
  sumItems: [{ id: 's', label: 'Zwindle lamp', measured: 'Vroxel price list', cents: 125_050 }],
  objections: [{ id: 'o', says: 'Plimsert did it.', answer: 'Wexford saw you.', inLetter: true }],
  agreedInterest: { percent: '8', clause: 'clause of Brenzik', from: '2026-03-01' },
} as const;
const THEIR_WORDS = 'Quorvane Xylbert Zwindle Vroxel Plimsert Wexford Brenzik'.split(' ');
/** Tables of the whole database with one of these words in a row. */
async function tablesThatHold(words: readonly string[]): Promise<string[]> {
  const { pool } = world.database.database;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|information_)'`,
  );
  const held = await Promise.all(
    rows.map(async ({ name }) => {
      const found = await pool.query(`select 1 from ${name} r where r::text ~ $1 limit 1`, [words.join('|')]);
      return found.rows.length > 0 ? [name] : [];
    }),
  );
  return held.flat().sort();
}

it('gives a person everything kept about them, and keeps only the paid order when they leave', async () => {
  // The cast drops `readonly`, which `as const` puts on the lists and the contract does not have.
  const buyer = await aBuyer(world, structuredClone(ROWS) as unknown as ClaimFormData);
  await pay(world, buyer, { package_id: 'small-claims' });
  await world.runJobs();
  const { body } = await buyer.browser.call(generateDemandLetter, { form_session_id: buyer.formSessionId });
  await buyer.browser.call(generateSecurePdf, { demand_id: body.demand_id ?? '', action: 'view' });
  const exported = (await buyer.browser.call(exportData)).response.body;
  for (const words of ['Dear Ivo Kern', 'Statement of Claim', 'R-', ...THEIR_WORDS]) expect(exported).toContain(words);
  const { claims } = JSON.parse(exported) as { claims: { answers: object }[] };
  expect(claims[0]?.answers).toMatchObject(ROWS);
  expect(await tablesThatHold(THEIR_WORDS)).toEqual(
    expect.arrayContaining(['claims.claim_snapshot', 'claims.form_session', 'claims.letter_version']),
  );
  const rows = await world.sql<{ key: string }>(
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
  expect(await tablesThatHold([...THEIR_WORDS, 'Ivo Kern'])).toEqual([]);
  for (const { key } of rows) expect(await world.claims.platform.blobs.get(key)).toBeNull();
});

it('gives a person every payment and letter, not only the newest', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  await buyer.browser.call(generateDemandLetter, { form_session_id: buyer.formSessionId });
  const copies = (table: string, changes: string, of: string) =>
    world.sql(
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
