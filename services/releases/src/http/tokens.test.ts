import { sql } from 'kysely';
import { lockLedger } from '../ledger/ledger.ts';
import type { Trx } from '../store/schema.ts';
import { useReleaseWorld } from '../testing/index.ts';
import type { Actor } from './actor.ts';
import { createTokens } from './tokens.ts';

const world = useReleaseWorld();

const KEY_HOLDER: Actor = { name: 'key-holder', role: 'key-holder', team: null };

async function untilOneWaits(trx: Trx): Promise<void> {
  for (let waiting = 0; waiting === 0;) {
    // Of this database, or of a row of it: locks that no other database's acts wait for.
    const { rows } = await sql`select 1 from pg_locks waits where not waits.granted and (
      waits.database = (select oid from pg_database where datname = current_database())
      or waits.transactionid = (select backend_xid from pg_stat_activity where pid = pg_backend_pid()))`.execute(trx);
    waiting = rows.length;
  }
}

it.each(['rotate', 'end'] as const)(
  'does not %s the token of somebody else who got the name meanwhile',
  async (act) => {
    const { db } = world.core;
    const tokens = createTokens(db, () => world.clock.now);
    await tokens.add({ name: 'ci', person: 'Ann', role: 'reader', team: null, days: 1 }, KEY_HOLDER);
    const asAnn: Actor = { name: 'ci', role: 'reader', team: null, person: 'Ann' };
    const acting = await db.transaction().execute(async (trx) => {
      await lockLedger(trx);
      await sql`update releases.token set person = 'Bob', hash = 'of-bob' where name = 'ci'`.execute(trx);
      const began =
        act === 'rotate'
          ? tokens.rotate({ name: 'ci', days: 1 }, { ...asAnn, name: '@ann' })
          : tokens.end({ name: 'ci', reason: 'r' }, { ...asAnn, name: '@ann' });
      const settled = began.then(
        () => 'done',
        ({ code }: { code: string }) => code,
      );
      await untilOneWaits(trx);
      return { settled };
    });
    expect(await acting.settled).toBe('NOT_ALLOWED');
    expect(await db.selectFrom('releases.token').select('hash').where('name', '=', 'ci').execute()).toEqual([
      { hash: 'of-bob' },
    ]);
  },
);
