import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase, findNarrowings, type TestDatabase } from './index.ts';

let test: TestDatabase;
let folder: string;
let count = 0;
beforeAll(async () => {
  test = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'redress-narrowings-'));
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const migration = (schema: string, statement: string): string => {
  const text = JSON.stringify(statement.replaceAll('s.', `${schema}.`));
  // As Kysely's `sql` compiles it: a file outside of the tree cannot import it.
  return `export const up = (db) => db.executeQuery({ sql: ${text}, parameters: [], query: { kind: 'RawNode' }, queryId: { queryId: '' } });\n`;
};

/** What is found of a change to a table that the release before uses, in a schema of its own: `s`. */
function find(change: string, comment = '') {
  const schema = `s${(count += 1)}`;
  const own = path.join(folder, schema);
  mkdirSync(own);
  const first = `
    create type s.colour as enum ('red', 'blue');
    create table s.claim (id int primary key, note text, state text not null default 'new', paint s.colour)`;
  writeFileSync(path.join(own, '0001-first.ts'), migration(schema, first));
  writeFileSync(path.join(own, '0002-change.ts'), `${comment}\n${migration(schema, change)}`);
  return findNarrowings(test.database.kysely(), { schema, newerThan: 1, folders: [pathToFileURL(`${own}/`)] });
}

it.each([
  ['alter table s.claim rename note to remark', 'claim.note is gone'],
  ['alter table s.claim rename to charge', 'claim.id is gone'],
  ['drop table s.claim', 'claim.id is gone'],
  ['alter table s.claim alter note type varchar(20)', 'claim.note was text and is character varying(20)'],
  ['alter table s.claim alter note set not null', 'claim.note may no longer be null'],
  ['alter table s.claim alter state drop default', 'claim.state has lost its default'],
  ['alter table s.claim add owner int not null', 'claim.owner is new and needs a value'],
  ["alter table s.claim add check (note <> '')", 'claim has the new rule'],
  ['alter table s.claim add owner int, add check (owner > 0 or note is null)', 'claim has the new rule'],
  ['create unique index one_note on s.claim (note)', 'claim has the new rule one_note'],
  ["alter type s.colour rename value 'red' to 'crimson'", 'colour.red is gone'],
])('finds: %s', async (change, found) => {
  expect((await find(change))[0]).toMatch(`0002-change: ${found}`);
});

it.each([
  'alter table s.claim add owner int',
  'alter table s.claim add owner int not null default 0 check (owner >= 0)',
  'alter table s.claim alter state drop not null',
  'create index notes on s.claim (note)',
  'create table s.other (id int primary key, claim_id int not null references s.claim (id))',
  "alter type s.colour add value 'green'",
])('allows: %s', async (change) => {
  expect(await find(change)).toEqual([]);
});

const GO_ON = '// Programs of the release before go on: they never write an empty note.';

it('allows what says why programs of the release before go on', async () => {
  expect(await find("alter table s.claim add check (note <> '')", GO_ON)).toEqual([]);
});

it('allows what is taken away only after a release that did not read it', async () => {
  const drop = 'alter table s.claim drop column note';
  expect(await find(drop, GO_ON)).toEqual(['0002-change: claim.note is gone']);
  expect(await find(drop, '// Not read since release 0.2.0.')).toEqual([]);
});
