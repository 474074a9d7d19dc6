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
