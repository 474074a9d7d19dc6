import { sql } from 'kysely';
import type { Trx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { JOBS } from '../../shared/job-names.ts';
import { orderRefund } from '../../shared/orders/leaving.ts';
import { markLeft } from '../../shared/orders/leaving.ts';
import { forgetEvents } from '../../shared/orders/provider-events.ts';

type ErasePlatform = Pick<Platform, 'jobs' | 'now'>;

/** From deletion to the first look at letters that were being posted; after that the sweep looks. */
const FIRST_LOOK_MS = 60_000;

/**
 * Letters, answers, papers and mailings of a deleted account; its orders stay, as tax law asks (R29). A letter that is
 * on its way to the carrier is kept until the carrier has it, and erased then.
 */
export async function eraseLetters(trx: Trx, platform: ErasePlatform, userId: string): Promise<void> {
  const letters = await trx
    .selectFrom('letter')
    .select(['id', 'order_id', 'state'])
    .where('user_id', '=', userId)
    .forUpdate()
    .execute();
  const isWaiting = ({ state }: { state: string }) => state === 'posting';
  const ordersOf = (rows: typeof letters) => rows.flatMap(({ order_id }) => order_id ?? []);
  const waiting = letters.filter(isWaiting);
  const at = platform.now();
  await markLeft(trx, ordersOf(waiting), 'posting', at);
  await markLeft(trx, ordersOf(letters.filter(({ state }) => state === 'posted')), 'posted', at);
  // The carrier refused the letter, and its owner is gone: the order is refunded.
  for (const orderId of ordersOf(letters.filter(({ state }) => state === 'problem'))) {
    await orderRefund(trx, platform, orderId);
  }
  const papers = await trx.deleteFrom('court_document').where('user_id', '=', userId).returning('blob_key').execute();
  const files = await eraseLetterRows(
    trx,
    userId,
    letters.filter((letter) => !isWaiting(letter)).map(({ id }) => id),
  );
  await trx.deleteFrom('sentence_look').where('user_id', '=', userId).execute();
  await trx.deleteFrom('sentence_choice').where('user_id', '=', userId).execute();
  const keys = [...files, ...papers.map(({ blob_key }) => blob_key)];
  // Files go after the commit: a deletion that is rolled back must find them again.
  if (keys.length > 0) await platform.jobs.enqueue(trx, JOBS.forgetFiles, { keys: [...new Set(keys)] });
  if (waiting.length > 0) {
    const startAfter = new Date(at.getTime() + FIRST_LOOK_MS);
    await platform.jobs.enqueue(trx, JOBS.eraseLetters, { userId }, { startAfter });
  }
}

/** @returns keys of the files that were theirs */
async function eraseLetterRows(trx: Trx, userId: string, ids: readonly string[]): Promise<string[]> {
  const versions = ids.length
    ? await trx
        .selectFrom('letter_version')
        .innerJoin('claim_snapshot', 'claim_snapshot.id', 'letter_version.snapshot_id')
        .select(['pdf_key', 'signature_key'])
        .where('letter_id', 'in', ids)
        .execute()
    : [];
  if (ids.length > 0) {
    const mailings = await trx
      .selectFrom('mailing')
      .select(['id', 'carrier', 'carrier_id', 'pdf_key'])
      .where('letter_id', 'in', ids)
      .execute();
    const mailingIds = mailings.map(({ id }) => id);
    if (mailingIds.length > 0) {
      await trx.deleteFrom('mailing_event').where('mailing_id', 'in', mailingIds).execute();
      await trx.deleteFrom('mailing').where('id', 'in', mailingIds).execute();
    }
    for (const [carrier, theirs] of Map.groupBy(mailings, ({ carrier }) => carrier ?? '')) {
      const ids = theirs.flatMap(({ carrier_id }) => carrier_id ?? []);
      await forgetEvents(trx, carrier, ids);
    }
    await trx.updateTable('letter').set({ original_letter_id: null }).where('original_letter_id', 'in', ids).execute();
    await trx.deleteFrom('letter').where('id', 'in', ids).execute();
  }
  // Answers are frozen before there is a letter, so one that was never written leaves them behind as well.
  const { rows: snapshots } = await sql<{ signature_key: string | null }>`
    delete from claims.claim_snapshot s
    where not exists (select from claims.letter_version where snapshot_id = s.id)
      and s.form_session_id in (
        select form_session_id from claims.claim_order where user_id = ${userId}
        union select id from claims.form_session where user_id = ${userId})
    returning signature_key`.execute(trx);
  return [
    ...versions.flatMap(({ pdf_key, signature_key }) => [pdf_key, signature_key]),
    ...snapshots.map(({ signature_key }) => signature_key),
  ].filter((key) => key !== null);
}

/** Removes files by their keys, except those something still refers to: equal bytes are one file. */
export async function forgetFiles(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const { rows } = await sql<{ used: boolean }>`
      select exists (select from claims.letter_version where pdf_key = ${key})
        or exists (select from claims.claim_snapshot where signature_key = ${key})
        or exists (select from claims.court_document where blob_key = ${key})
        or exists (select from claims.payment where receipt_key = ${key}) as used`.execute(db);
    if (!rows[0]?.used) await blobs.remove(key);
  }
}
