import { assertManages } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { Operation } from '../release-operations.ts';
import { lockChannel } from './lock-channel.ts';

type Core = Pick<ReleaseCore, 'db' | 'now'>;

/** @throws {ReleaseRefusal} `NOT_ALLOWED`, `FREEZE_INVALID` */
export const freeze: Operation<Core, 'freeze'> = async ({ db, now }, { channel, reason, ...window }, actor) => {
  const [from, until] = [window.from === undefined ? now() : new Date(window.from), new Date(window.until)];
  assertManages(actor);
  if (until <= now() || until <= from)
    throw new ReleaseRefusal('FREEZE_INVALID', `A freeze until ${until.toISOString()} would be over already.`);
  return db.transaction().execute(async (trx) => {
    await lockChannel(trx, channel);
    const same = await trx
      .selectFrom('releases.freeze')
      .select('id')
      .where('channel', '=', channel)
      .$if(window.from !== undefined, (query) => query.where('starts_at', '=', from))
      // From now on, asked again: it began a moment ago.
      .$if(window.from === undefined, (query) => query.where('starts_at', '<=', from).where('reason', '=', reason))
      .where(({ and }) => and({ ends_at: until, actor: actor.name }))
      .executeTakeFirst();
    // Asked again after a lost answer, it is frozen once.
    if (same) return { id: same.id };
    const { id } = await trx
      .insertInto('releases.freeze')
      .values({ channel, starts_at: from, ends_at: until, reason, actor: actor.name })
      .returning('id')
      .executeTakeFirstOrThrow();
    const detail = { from: from.toISOString(), until: until.toISOString() };
    await appendToLedger(trx, { actor, action: 'freeze', subject: channel, detail, reason, now: now() });
    return { id };
  });
};

/** @throws {ReleaseRefusal} `NOT_ALLOWED`, `FREEZE_INVALID` */
export const thaw: Operation<Core, 'thaw'> = async ({ db, now }, { channel, id, reason }, actor) => {
  assertManages(actor);
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('releases.freeze')
      .where(({ and }) => and({ channel, id }))
      .where('ends_at', '>', now())
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ReleaseRefusal('FREEZE_INVALID', `${channel} has no freeze ${id}.`);
    await appendToLedger(trx, { actor, action: 'thaw', subject: channel, detail: { channel, id }, reason, now: now() });
  });
  return {};
};
