import { sql } from 'kysely';
import { databaseBefore } from '../../testing/database-before.ts';

it('knows which builds are kept, also of what programs of before publish, take and bring back', async () => {
  const { db, migrateAll, drop } = await databaseBefore('0025');
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

  await migrateAll();
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
  await drop();
});
