import { sql } from 'kysely';
import { servedBuilds } from '../../channels/served-builds.ts';
import { databaseBefore } from '../../testing/database-before.ts';

it('finds out of the snapshots when everybody last had a build that only rolled out since', async () => {
  const { db, migrateAll, drop } = await databaseBefore('0017');
  await sql`insert into releases.channel values ('production', 5)`.execute(db);
  // a, b, c for everybody; then a rolled out, and so did d, which nobody else ever had.
  for (const [index, current] of ['a', 'b', 'c', 'c', 'c'].entries()) {
    const builds = { 'mf-wizard': { current, lastGood: null } };
    await sql`
      insert into releases.snapshot values ('production', ${index + 1}, '', 'k', 's', '{}', ${JSON.stringify(builds)},
        'promote', null, 'm', '2026-03-01T00:00:00Z')`.execute(db);
  }
  for (const [build, kind, since, last] of [
    ['a', 'rollout', 4, 4],
    ['b', 'promote', 2, 2],
    ['c', 'promote', 3, null],
    ['d', 'rollout', 4, 4],
  ] as const) {
    await sql`
      insert into releases.served_build (channel, remote, build_id, first_number, first_at, since_number, since_at,
        since_kind, last_number)
      values ('production', 'mf-wizard', ${build}, ${since}, now(), ${since}, now(), ${kind}, ${last})`.execute(db);
  }

  await migrateAll();

  const rows = await db
    .selectFrom('releases.served_build')
    .select(['build_id', 'everybody_last'])
    .orderBy('build_id')
    .execute();
  expect(rows.map(({ build_id: build, everybody_last: last }) => [build, last])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', null],
    ['d', null],
  ]);
  const served = servedBuilds(db, 'production');
  expect(await served.lastGood('mf-wizard', 'c')).toBe('b');
  expect(await served.lastGood('mf-wizard', 'b')).toBe('c');
  expect(await served.find('mf-wizard', 'd')).toMatchObject({ servedEverybody: false });
  await drop();
});
