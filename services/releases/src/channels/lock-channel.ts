import { rowsWith } from '../store/rows.ts';
import type { Trx } from '../store/schema.ts';

/** The channel's number, its row locked; a channel that is not there is made. */
export async function lockChannel(trx: Trx, channel: string): Promise<number> {
  await trx
    .insertInto('releases.channel')
    .values({ name: channel, number: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await rowsWith(trx, 'channel', { name: channel }).forUpdate().executeTakeFirstOrThrow()).number;
}
