import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import { migrateClaims } from './platform/migrations.ts';

const PAGE = new URL('../../../docs/security/data-inventory.md', import.meta.url);
const CLASSES = new Set(['identity', 'claim', 'money', 'secret', 'trace', 'none']);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrateClaims(database.database.kysely());
});
afterAll(() => database.drop());

interface Section {
  table: string;
  text: string;
  /** Column to class, as the page says. */
  columns: [name: string, classOf: string][];
}

function readSections(): Section[] {
  return readFileSync(PAGE, 'utf8')
    .split(/^#{2,3} /m)
    .filter((text) => text.startsWith('claims.'))
    .map((text) => ({
      table: text.slice('claims.'.length, text.indexOf('\n')).trim(),
      text,
      columns: [...text.matchAll(/^\| (\w+) +\| (`.+`) +\|$/gm)].flatMap(([, classOf = '', names = '']) =>
        [...names.matchAll(/`(\w+)`/g)].map(([, name = '']): [string, string] => [name, classOf]),
      ),
    }));
}

it('classifies every column of the claims, once, and none that is not there', async () => {
  const { rows } = await database.database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'claims'`,
  );
  const listed = readSections().flatMap(({ table, columns }) => columns.map(([name]) => `${table}.${name}`));
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  for (const { columns } of readSections()) for (const [, classOf] of columns) expect(CLASSES).toContain(classOf);
});

it('says of every table how long it is kept and what removes it', () => {
  for (const { table, text } of readSections()) expect(`${table}: ${text}`).toMatch(/Kept: .+\. Removed by: .+\./);
});
