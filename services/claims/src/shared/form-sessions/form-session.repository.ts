import { AppError } from '@redress/contracts';
import { normalForm } from '@redress/domain/letter-gate';
import { sql, type Insertable } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import { byPerson, recordEvent, type EventEntry } from '../../platform/event.ts';
import { SESSION_COLUMNS, sessions, type FormSessionTable, type Owner, type StoredSession } from './form-session.ts';

type Columns = Insertable<FormSessionTable>;

/** The columns of a session in a written statement, of `claims.form_session f`. */
const COLUMNS_OF_F = sql.raw(
  SESSION_COLUMNS.map((column) => column.replace('form_session.', 'f.').replace(/ as (\w+)$/, ' as "$1"')).join(', '),
);

/** Sessions this person or browser may touch; a draft of an account is nobody's by its browser cookie alone. */
export const ownedSessions = (db: Db | Trx, { userId, visitorId }: Owner) =>
  sessions(db)
    .where('form_session.deleted_at', 'is', null)
    .where((is) =>
      is.or([
        ...(userId ? [is('form_session.user_id', '=', userId)] : []),
        ...(visitorId
          ? [is.and([is('form_session.user_id', 'is', null), is('form_session.visitor_id', '=', visitorId)])]
          : []),
        is.lit(false),
      ]),
    );

/** A session by its id, of whomever: for work on an order or a letter that is theirs. */
export const findSession = async (db: Db | Trx, id: string): Promise<StoredSession | null> =>
  (await sessions(db).where('id', '=', id).executeTakeFirst()) ?? null;

/** @returns `null` for one that does not exist, was deleted, or is someone else's: the three must not be told apart */
export async function findOwnedSession(
  db: Db | Trx,
  id: string,
  { userId, visitorId }: Owner,
): Promise<StoredSession | null> {
  // Written out like readSession below: every autosave asks this.
  const { rows } = await sql<StoredSession>`
    select ${COLUMNS_OF_F} from claims.form_session f
    where id = ${id} and deleted_at is null
      and (user_id = ${userId} or (user_id is null and visitor_id = ${visitorId}))`.execute(db);
  return rows[0] ?? null;
}

/** @throws {AppError} NOT_FOUND */
export async function ownedSession(db: Db | Trx, id: string, userId: string): Promise<StoredSession> {
  const session = await findOwnedSession(db, id, { userId, visitorId: null });
  if (!session) throw new AppError('NOT_FOUND');
  return session;
}

/**
 * A session with its signature and the draft the browser is on, in one question; without an id the draft it is on.
 * Written out, because the wizard asks it most: building it anew cost as much as asking it. The same owner rule as
 * {@link ownedSessions}, and the same tests hold both to it.
 */
export async function readSession(
  db: Db,
  id: string | null,
  { userId, visitorId }: Owner,
): Promise<{ session: StoredSession; png: Buffer | null; current: string | null } | null> {
  const { rows } = await sql<StoredSession & { png: Buffer | null; current: string | null }>`
    select ${COLUMNS_OF_F}, s.png, d.form_session_id as current
    from claims.form_session f
    left join claims.form_signature s on s.form_session_id = f.id
    left join claims.current_draft d on d.visitor_id = ${visitorId}
    where f.id = coalesce(${id}, (select form_session_id from claims.current_draft where visitor_id = ${visitorId}))
      and f.deleted_at is null
      and (f.user_id = ${userId} or (f.user_id is null and f.visitor_id = ${visitorId}))`.execute(db);
  if (!rows[0]) return null;
  const { png, current, ...session } = rows[0];
  return { session, png, current };
}

/**
 * The case of a further letter, before the claim of that letter itself: a report locks them in this order too, and two
 * that lock in two orders would wait for each other. Nothing of any other claim.
 */
export async function lockCaseOf(trx: Trx, claimId: string): Promise<void> {
  const own = trx.selectFrom('form_session').select('original_session_id').where('id', '=', claimId);
  await trx
    .selectFrom('form_session')
    .select('id')
    .where('id', '=', own.where('follows_letter_id', 'is not', null))
    .forNoKeyUpdate()
    .execute();
}

/** The same, locked until the transaction ends: for changes that look before they write. */
export async function lockOwnedSession(trx: Trx, id: string, owner: Owner): Promise<StoredSession | null> {
  return (await ownedSessions(trx, owner).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** R6a: what calls that name no claim mean. */
export async function findLatestPaidSession(db: Db | Trx, userId: string): Promise<StoredSession | null> {
  const row = await ownedSessions(db, { userId, visitorId: null })
    .where('paid_at', 'is not', null)
    .where('original_session_id', 'is', null)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** PNG of the signature, flattened and encoded by us, and when it was given; none that is not proven. */
export async function findSignature(
  db: Db | Trx,
  formSessionId: string,
): Promise<{ png: Buffer; hash: string; signedAt: Date } | null> {
  const row = await db
    .selectFrom('form_signature')
    .select(['png', 'png_hash', 'signed_at'])
    .where('form_session_id', '=', formSessionId)
    .executeTakeFirst();
  return row ? { png: row.png, hash: row.png_hash, signedAt: row.signed_at } : null;
}

/** The signature given to one session goes along with its answers into another; one that is there already is replaced. */
export async function copySignature(trx: Trx, from: string, to: string): Promise<void> {
  await sql`
    insert into claims.form_signature (form_session_id, png, png_hash, source_hash, data_url_hash, signed_at)
    select ${to}, png, png_hash, source_hash, data_url_hash, signed_at
    from claims.form_signature where form_session_id = ${from}
    on conflict (form_session_id) do update set png = excluded.png, png_hash = excluded.png_hash,
      source_hash = excluded.source_hash, data_url_hash = excluded.data_url_hash, signed_at = excluded.signed_at`.execute(
    trx,
  );
}

/** A claim that begins as another one of the same person, with its signature: an edit, or a letter that follows. */
export async function addFollowing(
  trx: Trx,
  { from, at, event }: { from: string; at: Date; event: Pick<EventEntry, 'kind' | 'details'> },
  claim: { id: string; user_id: string; form_data: string; original_session_id: string } & Partial<Columns>,
): Promise<void> {
  const begun = { revision: 1, saved_at: at, created_at: at, updated_at: at };
  await trx
    .insertInto('form_session')
    .values({ ...begun, ...claim })
    .execute();
  await copySignature(trx, from, claim.id);
  await recordEvent(trx, { ...event, ...byPerson(claim.user_id, { kind: 'form-session', id: claim.id }), at });
}

export const signatureDataUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

/** After payment: from now on this session is an order. Safe to call twice. */
export async function markSessionPaid(
  trx: Trx,
  { id, packageId, packageTitle, at }: { id: string; packageId: string; packageTitle: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('form_session')
    // Another tab may have deleted it meanwhile: what is paid for is no draft that goes.
    .set({ paid_at: at, deleted_at: null, package_id: packageId, package_title: packageTitle, updated_at: at })
    .where('id', '=', id)
    .where('paid_at', 'is', null)
    .execute();
}

/** After the letter was approved: the session leaves the active list. Safe to call twice. */
export async function markSessionCompleted(trx: Trx, { id, at }: { id: string; at: Date }): Promise<void> {
  await trx
    .updateTable('form_session')
    .set({ completed_at: at, updated_at: at })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .execute();
}

/** Back to work: an approval was taken back. */
export async function markSessionActive(trx: Trx, { id, at }: { id: string; at: Date }): Promise<void> {
  await trx.updateTable('form_session').set({ completed_at: null, updated_at: at }).where('id', '=', id).execute();
}

/** A search shows ten of each kind; among these it looks for the ones that changed last, or that have a letter. */
const MATCHES = 50;

/** The newest sessions of a person that have all of these words in their names and kinds: a statement over ids, read from an index. */
export function sessionsWithWords(db: Db | Trx, userId: string, words: readonly string[]) {
  let query = db.selectFrom('form_session').select('id').where('user_id', '=', userId).where('deleted_at', 'is', null);
  for (const word of words) {
    // A word that is not seen is looked for as it was typed: everything holds an empty one.
    const read = normalForm(word).text.trim() || word;
    query = query.where(sql<boolean>`(position(${word} in search_text) > 0 or position(${read} in search_text) > 0)`);
  }
  return query.orderBy('created_at', 'desc').limit(MATCHES);
}
