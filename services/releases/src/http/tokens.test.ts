import { sql } from 'kysely';
import { lockLedger } from '../ledger/ledger.ts';
import { KEY_HOLDER, untilWaiting, useReleaseWorld } from '../testing/index.ts';
import type { Actor } from './actor.ts';
import { createTokens } from './tokens.ts';

const world = useReleaseWorld();

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
      await untilWaiting(trx, 1);
      return { settled };
    });
    expect(await acting.settled).toBe('NOT_ALLOWED');
    expect(await db.selectFrom('releases.token').select('hash').where('name', '=', 'ci').execute()).toEqual([
      { hash: 'of-bob' },
    ]);
  },
);
