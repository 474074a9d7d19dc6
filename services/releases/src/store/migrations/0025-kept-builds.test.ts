import { createDatabase, migrate } from '@redress/database';
import { createTestDatabase } from '@redress/database/testing';
import { sql } from 'kysely';
import type { ReleaseTables } from '../schema.ts';
import { migrations } from './index.ts';

const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0025'));

it('knows which builds are kept, also of what programs of before publish, take and bring back', async () => {
  const test = await createTestDatabase({
    key: 'releases before kept builds',
    async prepare(url) {
      const database = createDatabase({ url, name: 'template' });
      await migrate(database.kysely<ReleaseTables>(), {
        schema: 'releases',
        migrations: earlier,
        oldestKnown: '0001-registry',
      });
      await database.close();
    },
  });
  const db = test.database.kysely<ReleaseTables>();
  const publish = (ids: string[]) =>
    sql`
      insert into releases.build (name, build_id, version, owner, payload, published_at, published_by)
      select 'mf-wizard', id, '1.0.0', 'team', '{}', now(), 'team' from unnest(${ids}::text[]) id`.execute(db);
  await publish(['a', 'b', 'c', 'd']);
  const collect = (id: string, restored: Date | null) =>
    db
      .insertInto('releases.collected_build')
      .values({ name: 'mf-wizard', build_id: id, collected_at: new Date(), restored_at: restored })
      .execute();
  await collect('b', null);
  await collect('c', new Date());

  await migrate(db, { schema: 'releases', migrations, oldestKnown: '0001-registry' });
  const kept = async () => {
    const rows = await db.selectFrom('releases.kept_build').select('build_id').orderBy('build_id').execute();
    return rows.map(({ build_id: id }) => id).join('');
  };
  expect(await kept()).toBe('acd');
  await collect('d', null);
  expect(await kept()).toBe('ac');
  await db
    .updateTable('releases.collected_build')
    .set({ restored_at: new Date() })
    .where('build_id', '=', 'b')
    .execute();
  expect(await kept()).toBe('abc');
  await publish(['e']);
  expect(await kept()).toBe('abce');
  await test.drop();
});
