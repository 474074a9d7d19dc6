import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import { claimsTemplate } from '../../src/testing/claims-template.ts';
import { BUSINESS, functionsOf, stepsOf } from './population.ts';

const size = { accounts: 300, letters: 1_200 };
const at = new Date('2026-11-22T12:00:00Z');
let first: TestDatabase;
const rowsOf = async <Row extends object>({ database }: TestDatabase, text: string) =>
  (await database.pool.query<Row>(text)).rows;

async function populated(): Promise<TestDatabase> {
  const made = await createTestDatabase(claimsTemplate());
  const client = await made.database.pool.connect();
  await client.query(functionsOf(size, at));
  await client.query('set session_replication_role = replica');
  for (const { text } of stepsOf(size)) await client.query(text);
  client.release(true);
  return made;
}
beforeAll(async () => {
  first = await populated();
});
afterAll(() => first.drop());

const DIGESTS = ['account', 'form_session', 'claim_order', 'payment', 'letter', 'mailing', 'court_document'].map(
  (table) =>
    `select '${table}' as table, count(*) as rows, md5(string_agg(t::text, '' order by id)) as digest from claims.${table} t`,
);

it('makes the same rows at every run', async () => {
  const second = await populated();
  try {
    const digests = await rowsOf<{ rows: number }>(second, DIGESTS.join(' union all '));
    expect(digests).toEqual(await rowsOf(first, DIGESTS.join(' union all ')));
    expect(Math.min(...digests.map(({ rows }) => rows))).toBeGreaterThan(100);
  } finally {
    await second.drop();
  }
});

it('makes rows that refer to rows which are there', async () => {
  const keys = await rowsOf<{ child: string; column: string; parent: string; id: string }>(
    first,
    `select k.conrelid::regclass::text as child, a.attname as column, k.confrelid::regclass::text as parent, b.attname as id
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
     where k.contype = 'f' and k.connamespace = 'claims'::regnamespace`,
  );
  for (const { child, column, parent, id } of keys) {
    const lost = await rowsOf(
      first,
      `select 1 from ${child} c where c.${column} is not null and not exists (select from ${parent} p where p.${id} = c.${column})`,
    );
    expect([child, column, lost.length]).toEqual([child, column, 0]);
  }
});

it('gives one business a two-hundredth of all letters', async () => {
  const [row] = await rowsOf<{ count: number }>(
    first,
    `select count(*) as count from claims.letter where user_id = scale.id('account', ${BUSINESS})`,
  );
  expect(row?.count).toBe(size.letters / 200);
});
