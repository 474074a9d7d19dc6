import * as z from 'zod/mini';
import type { Trx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/event.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SignaturePool } from '../../platform/signatures/signature-pool.ts';
import { JOBS } from '../../shared/job-names.ts';
import { askForSignature } from '../../shared/orders/customer.ts';

/** A picture takes up to 100 ms, so that a run stays far below the lease of a job. */
const BATCH = 100;

/** Looks at signatures stored before decoding was exact: keeps those that are ink on white, erases the others. */
export function reviewDraftSignaturesJob(platform: Platform, signatures: SignaturePool): Job {
  const { db, jobs, log, now } = platform;
  const name = JOBS.reviewDraftSignatures;

  async function askAgain(trx: Trx, formSessionId: string): Promise<void> {
    const session = await trx
      .selectFrom('form_session')
      .select(['user_id', 'paid_at'])
      .where('id', '=', formSessionId)
      .where('user_id', 'is not', null)
      .where('completed_at', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!session?.user_id) return;
    await askForSignature(trx, platform, {
      userId: session.user_id,
      formSessionId,
      // A draft that is not paid can wait: the alert panel says it when its owner comes back.
      withEmail: session.paid_at !== null,
    });
  }

  return defineJob({
    name,
    schema: z.object({}),
    cron: '* * * * *',
    concurrency: 1,
    async handle(_data, { id, signal }) {
      const rows = await db
        .selectFrom('form_signature')
        .select(['form_session_id', 'png', 'png_hash'])
        .where('state', '=', 'unproven')
        .limit(BATCH)
        .execute();
      let dropped = 0;
      for (const { form_session_id, png, png_hash } of rows) {
        if (signal.aborted) return;
        const isProven = await signatures.isProven(png);
        await db.transaction().execute(async (trx) => {
          const { numUpdatedRows } = await trx
            .updateTable('form_signature')
            .set(isProven ? { state: 'proven' } : { state: 'dropped', png: Buffer.alloc(0) })
            .where('form_session_id', '=', form_session_id)
            .where('png_hash', '=', png_hash)
            .where('state', '=', 'unproven')
            .executeTakeFirst();
          if (isProven || numUpdatedRows === 0n) return;
          dropped += 1;
          await recordEvent(trx, {
            kind: 'form-session.signature-dropped',
            actor: { kind: 'system', id: null },
            subject: { kind: 'form-session', id: form_session_id },
            at: now(),
          });
          await askAgain(trx, form_session_id);
        });
      }
      if (rows.length > 0) log.info({ job: name, count: rows.length }, 'stored signatures reviewed');
      if (dropped > 0) log.warn({ job: name, count: dropped }, 'stored signatures dropped');
      if (rows.length === BATCH) {
        await db.transaction().execute((trx) => jobs.enqueue(trx, name, {}, { key: `after:${id}` }));
      }
    },
  });
}
