import { AppError, letterTracking, lobWebhook, proofOfMailing } from '@redress/contracts';
import * as z from 'zod/mini';
import type { Db } from '../../platform/database.ts';
import type { Feature } from '../../platform/feature.ts';
import { file, route } from '../../platform/http/route.ts';
import { NotYet } from '../../platform/jobs/job-failure.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { PdfPool } from '../../platform/pdf/pdf-pool.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LetterThreads } from '../../shared/letters/letter-threads.ts';
import type { Carrier } from '../../providers/ports/carrier.ts';
import { JOBS } from '../../shared/job-names.ts';
import { providerHealth } from '../../shared/provider-health.ts';
import { findOwnedLetter } from '../../shared/letters/letter.repository.ts';
import { closeEvent, findOpenEvent, keepProviderEvent } from '../../shared/orders/provider-events.ts';
import { drawProof } from './proof-of-mailing.ts';
import { createMailingSender } from './send-mailing.ts';
import { createMailingTracker } from './track-mailing.ts';
import { trackedMailings } from './tracking-view.ts';

export interface MailingsDeps {
  platform: Platform;
  pdf: PdfPool;
  threads: LetterThreads;
  carrier: Carrier;
}

/** Webhooks report scans; polling finds those they did not. Certified mail moves about twice a day. */
const POLL_AFTER_HOURS = 6;
/** So many an hour as the jobs of one worker ask for in half of it. */
const POLL_BATCH = 750;
const POLL_CRON = '2-59/5 * * * *';
/** The carrier keeps a certified letter for weeks, not for months: what it has not said by then it will not say. */
const POLL_DAYS = 120;

/** A letter is at the carrier within seconds; its retries take longer than this. */
const POSTING_PATIENCE_MS = 120_000;

/** A carrier that answers may still take no letter. */
async function postingLine(db: Db, now: Date): Promise<{ name: string; ok: boolean; note?: string }> {
  const { count, since } = await db
    .selectFrom('mailing')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('since')])
    .where('state', '=', 'waiting')
    .where('created_at', '<', new Date(now.getTime() - POSTING_PATIENCE_MS))
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return { name: 'lob', ok: true };
  return {
    name: 'lob',
    ok: false,
    note: `answers, and has not taken ${count} letters, the first since ${since.toISOString()}`,
  };
}

/** From an approved letter to the recipient's hands. */
export function createMailingsFeature({ platform, pdf, threads, carrier }: MailingsDeps): Feature {
  const { db, now, jobs } = platform;
  const sender = createMailingSender({ platform, pdf, threads, carrier });
  const tracker = createMailingTracker({ platform, carrier });

  const isCarrierThere = providerHealth('lob', carrier.check, now);
  return {
    name: 'mailings',
    routes: [
      route(
        lobWebhook,
        async ({ rawBody, headers }) => {
          const event = carrier.readWebhook(rawBody, headers, now());
          await keepProviderEvent(platform, {
            provider: 'lob',
            eventId: event.id,
            type: event.type,
            subjectId: event.letterId,
            payload: rawBody,
            job: JOBS.lobEvent,
          });
          return { received: true };
        },
        { identity: 'none' },
      ),
      route(letterTracking, async ({ user, query }) => {
        const letter = await findOwnedLetter(db, query.demand_id, user.id);
        if (!letter) throw new AppError('NOT_FOUND');
        return { mailings: await trackedMailings(platform, letter) };
      }),
      route(proofOfMailing, async ({ user, body }) => {
        const letter = await findOwnedLetter(db, body.demand_id, user.id);
        if (!letter) throw new AppError('NOT_FOUND');
        const { bytes, fileName } = await drawProof({ platform, pdf }, letter);
        return file({ bytes, contentType: 'application/pdf', fileName, inline: body.action === 'view' });
      }),
    ],
    jobs: [
      defineJob({
        name: JOBS.sendMailing,
        schema: z.object({ mailingId: z.string() }),
        concurrency: 8,
        // Lob takes 150 requests in 5 s.
        perSecond: 24,
        handle: ({ mailingId }, run) => sender.send(mailingId, run),
      }),
      defineJob({
        name: JOBS.trackMailing,
        schema: z.object({ mailingId: z.string() }),
        perSecond: 5,
        retry: { limit: 3, delaySeconds: 30, maxDelaySeconds: 600 },
        handle: ({ mailingId }) => tracker.trackById(mailingId),
      }),
      defineJob({
        name: JOBS.lobEvent,
        schema: z.object({ eventRowId: z.string() }),
        concurrency: 8,
        async handle({ eventRowId }, { isLastAttempt }) {
          const event = await findOpenEvent(platform, eventRowId);
          if (!event?.subject_id) return;
          const outcome = await tracker.trackWebhook(event.subject_id, event.type, now());
          // The news can be faster than the answer to the request it is about: that letter is known in a moment.
          if (outcome === 'not-ours' && !isLastAttempt) throw new NotYet('The letter is not known yet.');
          await closeEvent(platform, event.id, outcome);
        },
        retry: { limit: 4, delaySeconds: 3, maxDelaySeconds: 60 },
      }),
      defineJob({
        name: 'mailing.poll',
        schema: z.object({}),
        cron: POLL_CRON,
        async handle() {
          const before = new Date(now().getTime() - POLL_AFTER_HOURS * 3_600_000);
          const due = await db
            .selectFrom('mailing')
            .select('id')
            .where('carrier_id', 'is not', null)
            .where('state', 'not in', ['delivered', 'returned', 'rejected'])
            .where('created_at', '>', new Date(now().getTime() - POLL_DAYS * 86_400_000))
            .where((is) => is.or([is('last_polled_at', 'is', null), is('last_polled_at', '<', before)]))
            .orderBy('last_polled_at', (order) => order.asc().nullsFirst())
            .limit(POLL_BATCH)
            .execute();
          const hour = Math.floor(now().getTime() / 3_600_000);
          await db.transaction().execute(async (trx) => {
            for (const { id } of due) {
              await jobs.enqueue(trx, JOBS.trackMailing, { mailingId: id }, { key: `${id}:${hour}` });
            }
          });
        },
      }),
    ],
    health: async () => {
      const [line] = await isCarrierThere();
      return line?.ok ? [await postingLine(db, now())] : [line!];
    },
  };
}
