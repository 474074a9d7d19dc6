import { createTestDatabase, findInPlaceChanges, findNarrowings } from '@redress/database/testing';
import { migrate } from '@redress/database';
import { migrateReleases } from '../../release-core.ts';
import { migrations } from './index.ts';

it('renames and drops nothing that the release before reads', () => {
  expect(findInPlaceChanges(import.meta.dirname, 10)).toEqual([]);
});

it('leaves what programs of the release before read and write as it is', async () => {
  const test = await createTestDatabase();
  const found = await findNarrowings(test.database.kysely(), {
    schema: 'releases',
    migrations,
    newerThan: 10,
    folder: import.meta.dirname,
  });
  await test.drop();
  expect(found).toEqual([]);
});

it('takes a file that arrives after one with a higher number, as areas number theirs apart', async () => {
  const test = await createTestDatabase();
  const { '0017-cohorts': late, ...others } = migrations;
  await migrate(test.database.kysely(), { schema: 'releases', migrations: others, oldestKnown: '0001-registry' });
  expect(late).toBeDefined();
  expect(await migrateReleases(test.database.kysely())).toEqual(['0017-cohorts']);
  await test.drop();
});
