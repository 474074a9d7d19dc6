import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { ledgerHead } from '../ledger/ledger.ts';
import { aRemote, aShell, useReleaseWorld } from '../testing/index.ts';
import { servedBuilds } from './served-builds.ts';

const CHANNEL = 'production';
const MANY = 300;
const world = useReleaseWorld();

it('looks at one row for the way back, however many builds served and however long the ledger is', async () => {
  const first = aRemote({ buildId: 'a1' });
  await world.release(aShell(), first);
  const { db, channels } = world.core;
  const at = world.clock.now;
  await sql`
    insert into releases.served_build (channel, remote, build_id, first_number, first_at, since_number, since_at,
      since_kind, last_number, last_at)
    select ${CHANNEL}, 'mf-wizard', lpad(to_hex(n), 12, '0'), -n, ${at}, -n, ${at}, 'promote', -n, ${at}
    from generate_series(1, ${MANY}::int) n`.execute(db);
  const read: number[] = [];
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      read.push(result.rows.length);
      return Promise.resolve(result);
    },
  };
  const counted = db.withPlugin(counting);
  const { buildId } = first.descriptor;
  expect(await servedBuilds(counted, CHANNEL).lastGood('mf-wizard', buildId)).toBe('000000000001');
  expect(await ledgerHead(counted)).toMatchObject({ seq: expect.any(Number) as number });
  expect(await channels.servedBuild(CHANNEL, 'mf-wizard', buildId)).not.toBeNull();
  expect(read).toEqual([1, 1]);
});
