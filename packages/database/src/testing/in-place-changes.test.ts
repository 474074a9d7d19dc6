import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findInPlaceChanges } from './in-place-changes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'redress-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);

it.each([
  'await sql`alter table claims.payment rename column told_quote_id to synced_quote_id`.execute(db);',
  'await sql`alter table claims.payment rename to claims.charge`.execute(db);',
  'await sql`alter table claims.payment drop column if exists words`.execute(db);',
  'await sql`drop table claims.payment`.execute(db);',
  "await db.schema.alterTable('payment').renameColumn('a', 'b').execute();",
])('names a migration that renames or drops in place: %s', (statement) => {
  write('0002-payments.ts', statement);
  expect(findInPlaceChanges(folder, 1)).toEqual(['0002-payments.ts']);
});

it('allows one whose comment names the release that stopped reading', () => {
  write('0002-payments.ts', '  // Not read since release 0.2.0.\n  await sql`drop table claims.payment`.execute(db);');
  expect(findInPlaceChanges(folder, 1)).toEqual([]);
});

it('ignores older migrations, additions and tests', () => {
  write('0001-old.ts', 'drop table claims.payment');
  write('0002-new.ts', 'alter table claims.payment add column opening_no int');
  write('0002-new.test.ts', 'drop table claims.payment');
  expect(findInPlaceChanges(folder, 1)).toEqual([]);
});
