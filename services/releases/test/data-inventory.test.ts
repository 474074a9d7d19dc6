import { readdirSync, readFileSync } from 'node:fs';

const PAGE = new URL('../../../docs/security/data-inventory.md', import.meta.url);
const MIGRATIONS = new URL('../src/store/migrations/', import.meta.url);

it('says of every table of the releases what of a person can be in it', () => {
  const made = readdirSync(MIGRATIONS)
    .filter((name) => /^\d{4}-[\w-]+(?<!\.test)\.ts$/.test(name))
    .flatMap((name) => [...readFileSync(new URL(name, MIGRATIONS), 'utf8').matchAll(/create table (releases\.\w+)/g)])
    .map(([, table]) => table);
  const listed = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(releases\.\w+)` +\| \S/gm)].map(([, table]) => table);
  expect(made.length).toBeGreaterThan(0);
  expect(listed.toSorted()).toEqual(made.toSorted());
});
