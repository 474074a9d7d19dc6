import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import { INDEXES } from '../migrations/indexes.ts';
import { claimsTemplate } from '../testing/claims-template.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(claimsTemplate());
});
afterAll(() => test.drop());

it('has every index it names', async () => {
  const { rows } = await test.database.pool.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indisvalid and c.relname = any($1) order by 1`,
    [Object.keys(INDEXES)],
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(INDEXES).toSorted());
});

it('holds nothing that each save of a draft changes, so that a save writes no index', async () => {
  const { rows } = await test.database.pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = 'claims' and tablename = 'form_session'
       and indexdef ~ '\\m(updated_at|saved_at|form_data|revision|save_ids)\\M'`,
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
});

it('leads from each row to the rows that refer to it: a deletion looks for them', async () => {
  // An index that leaves out rows without a value leads to all that refer to one.
  const { rows } = await test.database.pool.query<{ key: string }>(
    `select k.conrelid::regclass || ' (' || a.attname || ')' as key from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.connamespace = 'claims'::regnamespace and not exists (
       select from pg_index i where i.indrelid = k.conrelid and i.indisvalid and i.indkey[0] = k.conkey[1]
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
     order by 1`,
  );
  expect(rows.map(({ key }) => key)).toEqual([]);
});

it('takes one row where the first of an order is wanted: Kysely asks for all of them otherwise', () => {
  const folder = path.resolve(import.meta.dirname, '..');
  const found = globSync('**/*.ts', { cwd: folder }).filter((file) =>
    /\.orderBy\([^\n]*\)\n\s*\.executeTakeFirst/.test(readFileSync(path.join(folder, file), 'utf8')),
  );
  expect(found).toEqual([]);
});
