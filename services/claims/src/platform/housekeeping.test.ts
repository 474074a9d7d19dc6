import { createFormSession, deleteSession, register } from '@redress/contracts';
import { aDraft, newAddress, PASSWORD, signUp, useTestApp } from '../testing/index.ts';

const test = useTestApp();

const clean = async () => {
  const { db, jobs } = test.claims.platform;
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'housekeeping', {}));
  await test.runJobs();
};
const exists = async (table: string, column: string, value: string) =>
  (await test.sql(`select 1 from claims.${table} where ${column} = $1`, [value])).length === 1;

it('frees an address nobody confirmed in a week, and keeps one that was', async () => {
  const unconfirmed = newAddress();
  await test.browser().call(register, { email: unconfirmed, password: PASSWORD });
  const confirmed = await signUp(test);
  test.clock.advance({ days: 6 });
  await clean();
  expect(await exists('account', 'email', unconfirmed)).toBe(true);
  test.clock.advance({ days: 1, minutes: 1 });
  await clean();
  expect(await exists('account', 'email', unconfirmed)).toBe(false);
  expect(await exists('account', 'email', confirmed.email)).toBe(true);
});

it('keeps a deleted draft for thirty days, an anonymous one for ninety, an empty one for two', async () => {
  const { browser } = await signUp(test);
  const deleted = await aDraft(browser);
  await browser.call(deleteSession, { session_id: deleted });
  const anonymous = await aDraft(test.browser());
  const empty = (await test.browser().call(createFormSession)).body.form_session_id;
  const kept = async () => [
    await exists('form_session', 'id', deleted),
    await exists('form_session', 'id', anonymous),
    await exists('form_session', 'id', empty),
  ];
  test.clock.advance({ days: 2, minutes: 1 });
  await clean();
  expect(await kept()).toEqual([true, true, false]);
  test.clock.advance({ days: 28 });
  await clean();
  expect(await kept()).toEqual([false, true, false]);
  test.clock.advance({ days: 60 });
  await clean();
  expect(await kept()).toEqual([false, false, false]);
});

it('cleans the other tables when one cannot be cleaned', async () => {
  const { pool } = test.database.database;
  const unconfirmed = newAddress();
  await test.browser().call(register, { email: unconfirmed, password: PASSWORD });
  test.clock.advance({ days: 8 });
  await pool.query('alter table claims.rate_limit rename to rate_limit_away');
  await clean();
  await pool.query('alter table claims.rate_limit_away rename to rate_limit');
  expect(await exists('account', 'email', unconfirmed)).toBe(false);
});
