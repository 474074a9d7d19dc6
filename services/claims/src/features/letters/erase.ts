import { sql } from 'kysely';
import type { Trx } from '../../platform/database.ts';
import type { JobQueue } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/platform.ts';
import { JOBS } from '../../shared/job-names.ts';

/** Letters, answers, papers and mailings of a deleted account; its orders stay, as tax law asks (R29). */
export async function eraseLetters(trx: Trx, jobs: JobQueue, userId: string): Promise<void> {
  const own = trx.selectFrom('letter').select('id').where('user_id', '=', userId);
  const versions = await trx
    .selectFrom('letter_version')
    .innerJoin('claim_snapshot', 'claim_snapshot.id', 'letter_version.snapshot_id')
    .select(['snapshot_id', 'pdf_key', 'signature_key'])
    .where('letter_id', 'in', own)
    .execute();
  const papers = await trx.deleteFrom('court_document').where('user_id', '=', userId).returning('blob_key').execute();
  const mailings = trx.selectFrom('mailing').select('id').where('user_id', '=', userId);
  await trx.deleteFrom('mailing_event').where('mailing_id', 'in', mailings).execute();
  await trx.deleteFrom('mailing').where('user_id', '=', userId).execute();
  await trx.updateTable('letter').set({ original_letter_id: null }).where('user_id', '=', userId).execute();
  await trx.deleteFrom('letter').where('user_id', '=', userId).execute();
  const snapshots = [...new Set(versions.map(({ snapshot_id }) => snapshot_id))];
  if (snapshots.length > 0) await trx.deleteFrom('claim_snapshot').where('id', 'in', snapshots).execute();
  const keys = [
    ...versions.flatMap(({ pdf_key, signature_key }) => [pdf_key, signature_key]),
    ...papers.map(({ blob_key }) => blob_key),
  ].filter((key) => key !== null);
  // Files go after the commit: a deletion that is rolled back must find them again.
  if (keys.length > 0) {
    await jobs.enqueue(trx, JOBS.forgetFiles, { keys: [...new Set(keys)] }, { key: `forget:${userId}` });
  }
}

/** Removes files by their keys, except those something still refers to: equal bytes are one file. */
export async function forgetFiles(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const { rows } = await sql<{ used: boolean }>`
      select exists (select from claims.letter_version where pdf_key = ${key})
        or exists (select from claims.claim_snapshot where signature_key = ${key} and signature_state <> 'dropped')
        or exists (select from claims.court_document where blob_key = ${key})
        or exists (select from claims.payment where receipt_key = ${key}) as used`.execute(db);
    if (!rows[0]?.used) await blobs.remove(key);
  }
}
