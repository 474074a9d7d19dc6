import { AppError, carrierWebhook, checkAddress, letterTracking, proofOfMailing } from '@redress/contracts';
import * as z from 'zod/mini';
import type { Db } from '../../platform/database.ts';
import type { Feature } from '../../platform/feature.ts';
import { file, route } from '../../platform/http/route.ts';
import { NotYet } from '../../platform/jobs/job-failure.ts';
import { defineJob, jobAbout } from '../../platform/jobs/job.ts';
import { JOBS } from '../../shared/job-names.ts';
import type { Services } from '../../shared/feature-services.ts';
import { providerHealth } from '../../shared/provider-health.ts';
import { ownedLetter } from '../../shared/letters/letter.repository.ts';
import { closeEvent, findOpenEvent, keepProviderEvent } from '../../shared/orders/provider-events.ts';
import { createAddressCheck } from './check-address.ts';
import { drawProof } from './proof-of-mailing.ts';
import { sendMailing } from './send-mailing.ts';
import { trackById, trackNews } from './track-mailing.ts';
import { trackedMailings } from './tracking-view.ts';

/** Webhooks report scans; polling finds those they did not. Certified mail moves about twice a day. */
const POLL_AFTER_HOURS = 6;
/** So many an hour as the jobs of one worker ask for in half of it. */
const POLL_BATCH = 750;
const POLL_CRON = '2-59/5 * * * *';
/** The carrier keeps a certified letter for weeks, not for months: what it has not said by then it will not say. */
const POLL_DAYS = 120;

/** A letter is at the carrier within seconds; its retries take longer than this. */
const POSTING_PATIENCE_MS = 120_000;

/** A carrier that answers may still take no letter. @returns a note, or `null` when all is well */
async function notTaken(db: Db, now: Date): Promise<string | null> {
  const { count, since } = await db
    .selectFrom('mailing')
    .innerJoin('letter', 'letter.id', 'mailing.letter_id')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('mailing.created_at').as('since')])
    .where('mailing.state', '=', 'waiting')
    .where('mailing.created_at', '<', new Date(now.getTime() - POSTING_PATIENCE_MS))
    // A copy that waits for its letter to be approved anew waits for its owner.
    .where('letter.state', 'in', ['posting', 'posted'])
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return null;
  return `answers, and has not taken ${count} letters, the first since ${since.toISOString()}`;
}

/** Keeps what a carrier says, as it came; a job works on it. */
const webhookRoute = (services: Services) =>
  route(
    carrierWebhook,
    async ({ query, rawBody, headers }) => {
      const carrier = services.carriers.all.find(({ name }) => name === query.carrier);
      if (!carrier) throw new AppError('BAD_REQUEST', { details: { reason: 'no such carrier' } });
      const news = carrier.readWebhook(rawBody, headers, services.now());
      await keepProviderEvent(services, {
        provider: carrier.name,
        eventId: news.id,
        type: news.detail ?? 'scan',
        subjectId: news.letterId,
        payload: rawBody,
        job: JOBS.carrierEvent,
      });
      return { received: true };
    },
    { identity: 'none' },
  );

const newsJob = (services: Services) =>
  defineJob({
    name: JOBS.carrierEvent,
    schema: z.object({ eventRowId: z.string() }),
    concurrency: 8,
    async handle({ eventRowId }, { isLastAttempt }) {
      const event = await findOpenEvent(services, eventRowId);
      if (!event?.subject_id) return;
      const outcome = await trackNews(services, { ...event, subject_id: event.subject_id });
      // The news can be faster than the answer to the request it is about: that letter is known in a moment.
      if (outcome === 'not-ours' && !isLastAttempt) throw new NotYet('The letter is not known yet.');
      await closeEvent(services, event.id, outcome);
    },
    retry: { limit: 4, delaySeconds: 3, maxDelaySeconds: 60 },
  });

/** Asks about letters of which nothing was heard for hours. */
const pollJob = ({ db, now, jobs, carriers }: Services) =>
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
        .where(
          'carrier',
          'in',
          carriers.all.map(({ name }) => name),
        )
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
  });

/** From an approved letter to the recipient's hands. */
export function createMailingsFeature(services: Services): Feature {
  const { db, now, carriers } = services;
  const verify = createAddressCheck(services);
  const areThere = carriers.all.map(({ name, check }) => providerHealth(name, check, now));
  return {
    name: 'mailings',
    routes: [
      webhookRoute(services),
      route(checkAddress, ({ user, ip, body }) => verify({ userId: user.id, ip }, body)),
      route(letterTracking, async ({ user, query }) => {
        const letter = await ownedLetter(db, query.demand_id, user.id);
        return { mailings: await trackedMailings(services, letter) };
      }),
      route(proofOfMailing, async ({ user, body }) => {
        const letter = await ownedLetter(db, body.demand_id, user.id);
        const { bytes, fileName } = await drawProof(services, letter);
        return file({ bytes, contentType: 'application/pdf', fileName, inline: body.action === 'view' });
      }),
    ],
    jobs: [
      jobAbout(JOBS.sendMailing, 'mailingId', (id, run) => sendMailing(services, id, run), {
        concurrency: 8,
        perSecond: carriers.current.perSecond,
      }),
      jobAbout(JOBS.trackMailing, 'mailingId', (id) => trackById(services, id), {
        perSecond: 5,
        retry: { limit: 3, delaySeconds: 30, maxDelaySeconds: 600 },
      }),
      newsJob(services),
      pollJob(services),
    ],
    health: async () => {
      const [line, ...others] = (await Promise.all(areThere.map((isThere) => isThere()))).flat();
      const note = line?.ok ? await notTaken(db, now()) : null;
      return [...(line ? [note === null ? line : { ...line, ok: false, note }] : []), ...others];
    },
  };
}
