import * as z from 'zod/mini';
import type { Trx } from '../../platform/database.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SignaturePool } from '../../platform/signatures/signature-pool.ts';
import { JOBS } from '../../shared/job-names.ts';
import { lockLetter } from '../../shared/letters/letter.repository.ts';
import { askForSignature } from '../../shared/orders/customer.ts';
import { takeBackApproval } from './take-back.ts';

const BATCH = 100;

/**
 * Looks at the pictures under letters that were made before decoding was exact. A picture that may hold foreign memory
 * is erased with the files drawn from it; a letter not yet posted goes back to its claimant, who signs again.
 */
export function reviewLetterSignaturesJob(platform: Platform, signatures: SignaturePool): Job {
  const { db, blobs, jobs, log } = platform;
  const name = JOBS.reviewLetterSignatures;

  async function keep(key: string): Promise<void> {
    await db
      .updateTable('claim_snapshot')
      .set({ signature_state: 'proven' })
      .where('signature_key', '=', key)
      .where('signature_state', '=', 'unproven')
      .execute();
  }

  async function withhold(trx: Trx, letterId: string, versions: ReadonlySet<number>): Promise<void> {
    const letter = await lockLetter(trx, letterId);
    if (!letter || !versions.has(letter.approved_version ?? letter.version)) return;
    if (letter.state === 'approved') await takeBackApproval(trx, platform, letter, { kind: 'system', id: null });
    if (letter.state === 'approved' || letter.state === 'draft' || letter.state === 'problem') {
      const { user_id: userId, form_session_id: formSessionId } = letter;
      await askForSignature(trx, platform, { userId, formSessionId, withEmail: true });
    }
    // While it is being posted, the sender of each mailing finds out. What is in the mail, or is a copy, stays.
  }

  const drop = (key: string) =>
    db.transaction().execute(async (trx) => {
      const snapshots = trx.selectFrom('claim_snapshot').select('id').where('signature_key', '=', key);
      const versions = await trx
        .selectFrom('letter_version')
        .select(['letter_id', 'version', 'pdf_key'])
        .where('snapshot_id', 'in', snapshots)
        .execute();
      await trx
        .updateTable('letter_version')
        .set({ pdf_key: null, pdf_pages: null })
        .where('snapshot_id', 'in', snapshots)
        .execute();
      await trx
        .updateTable('claim_snapshot')
        .set({ signature_state: 'dropped' })
        .where('signature_key', '=', key)
        .execute();
      const byLetter = new Map<string, Set<number>>();
      for (const { letter_id, version } of versions) {
        byLetter.set(letter_id, (byLetter.get(letter_id) ?? new Set()).add(version));
      }
      for (const [letterId, numbers] of byLetter) await withhold(trx, letterId, numbers);
      const files = versions.map(({ pdf_key }) => pdf_key).filter((file) => file !== null);
      await jobs.enqueue(trx, JOBS.forgetFiles, { keys: [key, ...files] }, { key: `signature:${key}` });
    });

  async function isProven(key: string): Promise<boolean> {
    const png = await blobs.get(key);
    return png !== null && signatures.isProven(png);
  }

  return defineJob({
    name,
    schema: z.object({ after: z._default(z.string(), '') }),
    cron: '* * * * *',
    concurrency: 1,
    async handle({ after }, { id, signal }) {
      const rows = await db
        .selectFrom('claim_snapshot')
        .select('signature_key')
        .distinct()
        .where('signature_state', '=', 'unproven')
        .where('signature_key', '>', after)
        .orderBy('signature_key')
        .limit(BATCH)
        .execute();
      let dropped = 0;
      let last = after;
      for (const { signature_key: key } of rows) {
        if (signal.aborted) return;
        if (key === null) continue;
        last = key;
        try {
          if (await isProven(key)) await keep(key);
          else {
            await drop(key);
            dropped += 1;
          }
        } catch (error) {
          // A file that cannot be read just now stays withheld; the others do not wait for it.
          log.error({ job: name, err: error }, 'a signature could not be reviewed');
        }
      }
      if (rows.length > 0) log.info({ job: name, count: rows.length }, 'signatures of letters reviewed');
      if (dropped > 0) log.warn({ job: name, count: dropped }, 'signatures of letters dropped');
      if (rows.length === BATCH) {
        await db.transaction().execute((trx) => jobs.enqueue(trx, name, { after: last }, { key: `after:${id}` }));
      }
    },
  });
}
