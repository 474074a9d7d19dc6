import { createTestDatabase, findInPlaceChanges, findNarrowings } from '@redress/database/testing';

const folders = [new URL('./migrations/', import.meta.url), new URL('../testing/next-release/', import.meta.url)];

it('renames and drops nothing that the release before reads', () => {
  expect(folders.flatMap((folder) => findInPlaceChanges(folder, 1))).toEqual([]);
});

it('leaves what programs of the release before read and write as it is', async () => {
  const test = await createTestDatabase();
  const found = await findNarrowings(test.database.kysely(), { schema: 'releases', newerThan: 1, folders });
  await test.drop();
  expect(found).toEqual([]);
});
