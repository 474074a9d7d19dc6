import { createTestDatabase, findNarrowings } from '@redress/database/testing';

const folders = [new URL('./migrations/', import.meta.url), new URL('../testing/next-release/', import.meta.url)];

it('leaves what programs of the release before read and write as it is', async () => {
  const test = await createTestDatabase();
  const found = await findNarrowings(test.database.kysely(), { schema: 'releases', newerThan: 1, folders });
  await test.drop();
  expect(found).toEqual([]);
});
