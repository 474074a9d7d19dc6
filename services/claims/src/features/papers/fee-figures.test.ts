import {
  csrfToken,
  deleteAccount,
  exportData,
  feeFiguresPaper,
  getCase,
  getFeeFigures,
  keepFeeFigures,
  login,
} from '@redress/contracts';
import { aBuyer, pay, PASSWORD, signUp, useCaseWorld } from '../../testing/index.ts';

const world = useCaseWorld();

const MEANS = { dependents: 2, benefits: ['Medicaid', 'a made-up one'], sums: { wages: 4319.17, cash: 0, trusts: 12 } };
/** Texas does not ask for gifts, and nobody has the benefit. */
const KEPT = { dependents: 2, benefits: ['Medicaid'], sums: { wages: 4319.17, cash: 0 } };

async function aPayer(package_id = 'small-claims') {
  const buyer = await aBuyer(world);
  await pay(world, buyer, { package_id });
  const form_session_id = buyer.formSessionId;
  return {
    ...buyer,
    read: (browser = buyer.browser) => browser.call(getFeeFigures, { form_session_id }),
    keep: (figures: typeof MEANS | null = MEANS, browser = buyer.browser) =>
      browser.call(keepFeeFigures, { form_session_id, figures }),
    draw: (browser = buyer.browser) => browser.call(feeFiguresPaper, { form_session_id }),
  };
}
const rowsOf = async (id: string) =>
  (await world.sql('select from claims.fee_figures where form_session_id = $1', [id])).length;

/** Names of tables in which a row holds the words, in one of two ways of writing. */
async function tablesWith(words: readonly [string, string]): Promise<string[]> {
  const { pool } = world.database.database;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema like 'claims%'`,
  );
  const asked = rows.map(({ name }) => `select '${name}' as name from ${name} t where t::text like any ($1)`);
  const found = await pool.query<{ name: string }>(asked.join(' union all '), [words.map((word) => `%${word}%`)]);
  return found.rows.map(({ name }) => name);
}

it('keeps what the place asks for, for its owner and for the paper alone, and lets go of it at once', async () => {
  const mine = await aPayer();
  const { browser: stranger } = await signUp(world);
  expect((await mine.read()).body).toMatchObject({ figures: null, gone_on: null });
  expect((await mine.draw()).refusal.code).toBe('DOCUMENT_NOT_READY');
  const kept = await mine.keep();
  expect(kept.body).toMatchObject({ figures: KEPT });
  expect(kept.body.rows[0]?.says).toContain('Statement of Inability');
  expect((await mine.draw()).response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  for (const { refusal } of [await mine.read(stranger), await mine.keep(null, stranger), await mine.draw(stranger)])
    expect(refusal.code).toBe('NOT_FOUND');
  expect((await mine.keep({ ...MEANS, sums: { ...MEANS.sums, wages: -1 } })).status).toBe(422);
  await world.runJobs();
  expect(await tablesWith(['4319.17', '431917'])).toEqual([]);
  expect(await tablesWith([mine.email, mine.email])).toContain('claims.account');
  expect((await mine.keep(null)).body.figures).toBeNull();
  expect(await rowsOf(mine.formSessionId)).toBe(0);
});

it('asks no more once the claim is filed: what is kept can be printed and deleted, then nothing is left of it', async () => {
  const mine = await aPayer();
  const form_session_id = mine.formSessionId;
  await mine.keep();
  const { pool } = world.database.database;
  await pool.query(
    `insert into claims.case_report (form_session_id, no, id, kind, case_number, created_at)
      values ($1, 1, $2, 'court', '26-SC-1', now())`,
    [form_session_id, 'a'.repeat(24)],
  );
  const isShown = async () => (await mine.browser.call(getCase, { form_session_id })).body.has_fee_figures;
  expect((await mine.read()).body).toMatchObject({ figures: KEPT, groups: [], rows: [] });
  expect((await mine.keep()).refusal.code).toBe('DOCUMENT_NOT_READY');
  expect([await isShown(), (await mine.draw()).status]).toEqual([true, 200]);
  await mine.keep(null);
  expect(await isShown()).toBe(false);
});

it('deletes them thirty days after they were given, and shows nothing of them from then on', async () => {
  const mine = await aPayer();
  await mine.keep();
  world.clock.advance({ days: 29, hours: 23 });
  const { db, jobs } = world.claims.platform;
  const clean = async () => {
    await db.transaction().execute((trx) => jobs.enqueue(trx, 'housekeeping', {}));
    await world.runJobs();
    return rowsOf(mine.formSessionId);
  };
  await mine.browser.call(login, { email: mine.email, password: PASSWORD });
  expect([await clean(), (await mine.read()).body.figures]).toEqual([1, KEPT]);
  world.clock.advance({ hours: 1, minutes: 1 });
  expect((await mine.read()).body.figures).toBeNull();
  expect(await clean()).toBe(0);
});

it('has them in the export while they live, and deletes them with the account', async () => {
  const mine = await aPayer();
  await mine.keep();
  const { response } = await mine.browser.call(exportData);
  expect(JSON.parse(response.body).feeFigures).toMatchObject([{ form_session_id: mine.formSessionId, ...KEPT }]);
  const { csrf_token } = (await mine.browser.call(csrfToken)).body;
  const proof = { password: PASSWORD, confirm: 'DELETE' as const, csrf_token, unposted: 'refund' as const };
  expect((await mine.browser.call(deleteAccount, proof)).status).toBe(200);
  expect(await rowsOf(mine.formSessionId)).toBe(0);
});

it('asks nothing where the package has no papers', async () => {
  const letterOnly = await aPayer('demand-letter');
  expect((await letterOnly.keep()).refusal.code).toBe('DOCUMENT_NOT_READY');
  const { body } = await letterOnly.browser.call(getCase, { form_session_id: letterOnly.formSessionId });
  expect(body.has_fee_figures).toBe(false);
});
