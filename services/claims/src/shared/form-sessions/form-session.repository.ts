import type { Db, Trx } from '../../platform/database.ts';
import type { Owner, StoredSession } from './form-session.ts';

const COLUMNS = [
  'form_session.id', 'form_session.user_id', 'form_session.visitor_id', 'form_session.form_data', 'form_session.revision', 'form_session.save_ids', 'form_session.furthest_step', 'form_session.package_id', 'form_session.package_title', 'form_session.original_session_id', 'form_session.saved_at', 'form_session.paid_at', 'form_session.completed_at', 'form_session.created_at', 'form_session.updated_at',
] as const; // prettier-ignore

interface Row {
  id: string;
  user_id: string | null;
  visitor_id: string | null;
  form_data: StoredSession['formData'];
  revision: number;
  save_ids: string[];
  furthest_step: string;
  package_id: string | null;
  package_title: string | null;
  original_session_id: string | null;
  saved_at: Date | null;
  paid_at: Date | null;
  completed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const sessionOf = (row: Row): StoredSession => ({
  id: row.id,
  userId: row.user_id,
  visitorId: row.visitor_id,
  formData: row.form_data,
  revision: row.revision,
  saveIds: row.save_ids,
  furthestStep: row.furthest_step,
  packageId: row.package_id,
  packageTitle: row.package_title,
  originalSessionId: row.original_session_id,
  savedAt: row.saved_at,
  paidAt: row.paid_at,
  completedAt: row.completed_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Sessions this person or browser may touch; a draft of an account is nobody's by its browser cookie alone. */
export const ownedSessions = (db: Db | Trx, { userId, visitorId }: Owner) =>
  db
    .selectFrom('form_session')
    .select(COLUMNS)
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

/** @returns `null` for one that does not exist, was deleted, or is someone else's: the three must not be told apart */
export async function findOwnedSession(db: Db | Trx, id: string, owner: Owner): Promise<StoredSession | null> {
  const row = await ownedSessions(db, owner).where('id', '=', id).executeTakeFirst();
  return row ? sessionOf(row) : null;
}

/** The same, locked until the transaction ends: for changes that look before they write. */
export async function lockOwnedSession(trx: Trx, id: string, owner: Owner): Promise<StoredSession | null> {
  const row = await ownedSessions(trx, owner).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? sessionOf(row) : null;
}

/** RULINGS 6a: what calls that name no claim mean. */
export async function findLatestPaidSession(db: Db | Trx, userId: string): Promise<StoredSession | null> {
  const row = await ownedSessions(db, { userId, visitorId: null })
    .where('paid_at', 'is not', null)
    .where('original_session_id', 'is', null)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ? sessionOf(row) : null;
}

/** PNG of the signature, flattened and encoded by us, and when it was given. */
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

export const signatureDataUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

/** After payment: from now on this session is an order. Safe to call twice. */
export async function markSessionPaid(
  trx: Trx,
  { id, packageId, packageTitle, at }: { id: string; packageId: string; packageTitle: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('form_session')
    .set({ paid_at: at, package_id: packageId, package_title: packageTitle, updated_at: at })
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
