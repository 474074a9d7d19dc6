import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';

export interface IncomingEvent {
  /** `stripe`, or the name of a carrier. */
  provider: string;
  eventId: string;
  type: string;
  /** The provider's id of what it is about; an event about nothing of ours is kept and left alone. */
  subjectId: string | null;
  payload: Buffer;
  /** Job that asks the provider how things stand. */
  job: string;
}

/**
 * Keeps a verified event as it came and adds its job, in one transaction; one that arrived before changes nothing. The
 * provider gets its answer before any work is done.
 */
export async function keepProviderEvent(
  { db, newId, now, jobs }: Pick<Platform, 'db' | 'newId' | 'now' | 'jobs'>,
  { provider, eventId, type, subjectId, payload, job }: IncomingEvent,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('provider_event')
      .values({
        id: newId(),
        provider,
        event_id: eventId,
        type,
        subject_id: subjectId,
        payload,
        received_at: now(),
        ...(subjectId === null ? { processed_at: now(), outcome: 'about-nothing-of-ours' } : {}),
      })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added && subjectId !== null) await jobs.enqueue(trx, job, { eventRowId: added.id }, { key: added.id });
  });
}

/** @returns `null` for one that has been dealt with */
export const findOpenEvent = ({ db }: Pick<Platform, 'db'>, id: string) =>
  db
    .selectFrom('provider_event')
    .select(['id', 'provider', 'type', 'subject_id', 'payload', 'received_at'])
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .executeTakeFirst();

export async function closeEvent(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  id: string,
  outcome: string,
): Promise<void> {
  await db
    .updateTable('provider_event')
    // No letter or payment of ours, or one of a deleted account: the payload is not needed.
    .set({ processed_at: now(), outcome, ...(outcome === 'not-ours' ? { payload: null } : {}) })
    .where('id', '=', id)
    .execute();
}

/** What a provider sent about a person is forgotten with their account; that it was dealt with stays known. */
export async function forgetEvents(trx: Trx, provider: string, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await trx
    .updateTable('provider_event')
    .set({ payload: null })
    .where('provider', '=', provider)
    .where('subject_id', 'in', subjectIds)
    .execute();
}

const DAY_MS = 86_400_000;
/** What providers sent holds names and addresses: kept as long as it can settle a dispute, then emptied. */
const PAYLOAD_DAYS = 90;
/** News about a payment may come after its account was deleted; by night those of the last days are looked at. */
const NEWS_DAYS = 2;
/** Rows a statement: a night that was missed does not run into the time limit. */
const BATCH = 2_000;

/** Empties what need not be kept any longer. */
export async function emptyEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - PAYLOAD_DAYS * DAY_MS);
  for (let emptied = BATCH; emptied === BATCH;) {
    const { numAffectedRows = 0n } = await sql`
      update claims.provider_event set payload = null where id = any(array(
        select id from claims.provider_event where received_at < ${before} and payload is not null
        order by received_at limit ${BATCH}))`.execute(db);
    emptied = Number(numAffectedRows);
  }
  // Day by day: each of them asks for a payment and an account.
  for (let day = 0; day < NEWS_DAYS; day += 1) {
    const [from, to] = [day + 1, day].map((ago) => new Date(now.getTime() - ago * DAY_MS));
    await sql`
      update claims.provider_event e set payload = null
      where payload is not null and processed_at is not null and received_at > ${from} and received_at <= ${to}
        and exists (select from claims.payment p where p.intent_id = e.subject_id
          and not exists (select from claims.account where id = p.user_id))`.execute(db);
  }
}
