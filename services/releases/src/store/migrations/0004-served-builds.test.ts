import { sql } from 'kysely';
import { databaseBefore } from '../../testing/database-before.ts';

it('takes over from the snapshots which builds served, when, and which are marked bad', async () => {
  const { db, migrateAll, drop } = await databaseBefore('0004');
  await sql`insert into releases.channel values ('production', 4)`.execute(db);
  // a, b, back to a, then the shell changes.
  const wizard = ['a', 'b', 'a', 'a'];
  for (const [index, current] of wizard.entries()) {
    const builds = {
      shell: { current: index === 3 ? 't' : 's', lastGood: null },
      'mf-wizard': { current, lastGood: null },
    };
    await sql`
      insert into releases.snapshot values ('production', ${index + 1}, '', 'k', 's', '{}', ${JSON.stringify(builds)},
        ${index === 2 ? 'rollback' : 'promote'}, null, 'm', ${`2026-03-0${index + 1}T00:00:00Z`})`.execute(db);
  }
  await sql`insert into releases.bad_build values ('production', 'mf-wizard', 'b', 'wrong total', '2026-03-03')`.execute(
    db,
  );
  await sql`
    insert into releases.hold values ('production', 'mf-wizard', 'b', 'a', 'wrong total', 'developer', '2026-03-03')
  `.execute(db);

  await migrateAll();

  const rows = await db
    .selectFrom('releases.served_build')
    .select(['build_id', 'first_number', 'since_number', 'since_kind', 'last_number', 'bad_by', 'bad_reason'])
    .orderBy('build_id')
    .execute();
  const good = { bad_by: null, bad_reason: null };
  expect(rows).toEqual([
    { build_id: 'a', first_number: 1, since_number: 3, since_kind: 'rollback', last_number: null, ...good },
    {
      build_id: 'b',
      first_number: 2,
      since_number: 2,
      since_kind: 'promote',
      last_number: 2,
      bad_by: 'developer',
      bad_reason: 'wrong total',
    },
    { build_id: 's', first_number: 1, since_number: 1, since_kind: 'promote', last_number: 3, ...good },
    { build_id: 't', first_number: 4, since_number: 4, since_kind: 'promote', last_number: null, ...good },
  ]);
  await drop();
});
