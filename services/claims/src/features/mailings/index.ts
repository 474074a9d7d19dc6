import { AppError, letterTracking, lobWebhook } from '@redress/contracts';
import { formatTrackingNumber, trackingUrl } from '@redress/domain';
import * as z from 'zod/mini';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { PdfPool } from '../../platform/pdf/pdf-pool.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PostOffice } from '../../providers/lob/post-office.ts';
import { JOBS } from '../../shared/job-names.ts';
import { providerHealth } from '../../shared/provider-health.ts';
import { findOwnedLetter } from '../../shared/letters/letter.repository.ts';
import { meaningOf, NEEDS_ATTENTION } from '../../shared/mailings/mailing-history.ts';
import { closeEvent, findOpenEvent, keepProviderEvent } from '../../shared/orders/provider-events.ts';
import { mailProblemOf } from '../../shared/mailings/mailing-tables.ts';
import { createMailingSender } from './send-mailing.ts';
import { createMailingTracker } from './track-mailing.ts';

export interface MailingsDeps {
  platform: Platform;
  pdf: PdfPool;
  post: PostOffice;
}

/** Webhooks tell the news; polling finds what they did not. Twice a day is what certified mail moves. */
const POLL_AFTER_HOURS = 6;
const POLL_BATCH = 200;

/** Why a mailing was not taken: our own reason, or one of the carrier's many. */

/** From an approved letter to the recipient's hands. */
export function createMailingsFeature({ platform, pdf, post }: MailingsDeps): Feature {
  const { db, now, jobs, text } = platform;
  const sender = createMailingSender({ platform, pdf, post });
  const tracker = createMailingTracker({ platform, post });

  return {
    name: 'mailings',
    routes: [
      route(
        lobWebhook,
        async ({ rawBody, headers }) => {
          const event = post.readWebhook(rawBody, headers, now());
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
        const mailings = await db
          .selectFrom('mailing')
          .selectAll()
          .where('letter_id', '=', letter.id)
          .orderBy('recipient_no')
          .orderBy('created_at')
          .execute();
        const ids = mailings.map(({ id }) => id);
        const scans = ids.length
          ? await db
              .selectFrom('mailing_event')
              .selectAll()
              .where('mailing_id', 'in', ids)
              .orderBy('at', 'desc')
              .execute()
          : [];
        return {
          mailings: mailings.map((mailing) => {
            const own = scans.filter(({ mailing_id }) => mailing_id === mailing.id);
            const meaning = own[0] && meaningOf(own[0]);
            const problem =
              mailing.problem !== null
                ? {
                    sentence: text(`mailings.problem.${mailProblemOf(mailing.problem)}.sentence`),
                    next_step: text(`mailings.problem.${mailProblemOf(mailing.problem)}.nextStep`),
                  }
                : meaning && NEEDS_ATTENTION.has(mailing.state)
                  ? { sentence: meaning.sentence, next_step: meaning.nextStep ?? '' }
                  : null;
            return {
              id: mailing.id,
              recipient: mailing.recipient.name,
              status: mailing.state,
              tracking_number: mailing.tracking_number && formatTrackingNumber(mailing.tracking_number),
              tracking_url: mailing.tracking_number && trackingUrl(mailing.tracking_number),
              posted_at: mailing.accepted_at?.toISOString() ?? null,
              expected_delivery: mailing.expected_delivery,
              events: own.map((scan) => {
                const { sentence, nextStep } = meaningOf(scan);
                return {
                  at: scan.at.toISOString(),
                  name: scan.name,
                  sentence,
                  next_step: nextStep,
                  location: scan.location,
                };
              }),
              problem,
            };
          }),
        };
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
          if (outcome === 'not-ours' && !isLastAttempt)
            throw new AppError('NOT_FOUND', { details: { reason: 'not yet' } });
          await closeEvent(platform, event.id, outcome);
        },
        retry: { limit: 4, delaySeconds: 3, maxDelaySeconds: 60 },
      }),
      defineJob({
        name: 'mailing.poll',
        schema: z.object({}),
        cron: '17 * * * *',
        async handle() {
          const before = new Date(now().getTime() - POLL_AFTER_HOURS * 3_600_000);
          const due = await db
            .selectFrom('mailing')
            .select('id')
            .where('carrier_id', 'is not', null)
            .where('state', 'not in', ['delivered', 'returned', 'rejected'])
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
    health: providerHealth('lob', post.check, now),
  };
}
