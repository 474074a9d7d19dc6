import { Id24 } from '@redress/contracts';
import { noted } from '@redress/database';
import { isPermanentRefusal, smtpAnswerOf, type MailTransport } from '@redress/server/mail-transport';
import type { Logger } from '@redress/telemetry/server';
import * as z from 'zod/mini';
import type { Db, Trx } from '../database.ts';
import { defineJob, type Job, type JobQueue } from '../jobs/job.ts';
import type { Secrets } from '../secrets.ts';
import { renderEmail, type EmailSender } from './render.ts';
import { emailQueue, type EmailOrder, type EmailTemplate, type EmailValues } from './template.ts';

const PURPOSE = 'mail';
/** Waiting mails opened in one go, some 10 ms of this thread. */
const OPENED_AT_ONCE = 1_000;
const BULK_CONCURRENCY = 6;
const LANE_CONCURRENCY = 2;
/** A mail ends below the lease of its job; connections are as many as are sent at once while the lanes are busy. */
export const MAIL_LIMITS = { sendLimitMs: 30_000, connections: 10 };

export interface OutboxDeps {
  db: Db;
  now: () => Date;
  newId: () => string;
  secrets: Secrets;
  jobs: JobQueue;
  log: Logger;
  transport: Pick<MailTransport, 'send'>;
  templates: () => readonly EmailTemplate[];
  text: (key: string, values?: Record<string, string | number>) => string;
  siteOrigin: string;
  sender: EmailSender;
}

interface Sealed {
  to: string;
  values: EmailValues;
}

/** Mails are rows first: committed with their cause, sent by a job, each at most once per dedupe key. */
export function createOutbox(deps: OutboxDeps) {
  const { db, now, newId, secrets, jobs, log, transport, templates, text, siteOrigin, sender } = deps;
  const templateOf = (name: string): EmailTemplate => {
    const template = templates().find((candidate) => candidate.name === name);
    if (!template) throw new Error(`There is no mail template ${name}.`);
    return template;
  };

  async function sendEmail(trx: Trx, { template, to, dedupeKey, values }: EmailOrder): Promise<void> {
    const { lane } = templateOf(template);
    // The person of a preview has an address of no host (RFC 2606).
    if (to.endsWith('.invalid')) return;
    const sealed: Sealed = { to, values };
    const row = await trx
      .insertInto('mail')
      .values({
        id: newId(),
        template,
        sealed: secrets.seal(PURPOSE, sealed),
        dedupe_key: dedupeKey,
        status: 'waiting',
        last_error: null,
        created_at: now(),
        sent_at: null,
      })
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row) await jobs.enqueue(trx, emailQueue(lane), { mailId: row.id }, { key: row.id });
  }

  const isTo = (address: string, sealed: Buffer | null): boolean => {
    try {
      return sealed !== null && (secrets.open(PURPOSE, sealed) as Sealed).to === address;
    } catch {
      return false; // Sealed with a secret that was removed: it is never sent either.
    }
  };

  async function takeBackEmails(trx: Trx, address: string): Promise<void> {
    for (let last: string | undefined = ''; last !== undefined;) {
      const waiting = trx.selectFrom('mail').select(['id', 'sealed']).where('status', '=', 'waiting');
      const rows = await waiting.where('id', '>', last).orderBy('id').limit(OPENED_AT_ONCE).execute();
      const ids = rows.filter(({ sealed }) => isTo(address, sealed)).map(({ id }) => id);
      if (ids.length > 0)
        await trx.updateTable('mail').set({ status: 'held', sealed: null }).where('id', 'in', ids).execute();
      last = rows[OPENED_AT_ONCE - 1]?.id;
    }
  }

  const sendingJob = (lane: string | undefined): Job =>
    defineJob({
      name: emailQueue(lane),
      schema: z.object({ mailId: Id24 }),
      retry: { limit: 10, delaySeconds: 5, maxDelaySeconds: 3_600 },
      leaseSeconds: 45,
      concurrency: lane === undefined ? BULK_CONCURRENCY : LANE_CONCURRENCY,
      async handle({ mailId }) {
        const row = await db.selectFrom('mail').selectAll().where('id', '=', mailId).executeTakeFirst();
        if (!row || row.status !== 'waiting' || !row.sealed) return;
        const { to, values } = secrets.open(PURPOSE, row.sealed) as Sealed;
        const template = templateOf(row.template);
        const finish = (status: 'sent' | 'failed' | 'held', lastError: string | null) =>
          db
            .updateTable('mail')
            // Address and values are no longer needed; only the fact that a mail of this kind was sent is kept.
            .set({ status, last_error: lastError, sealed: null, sent_at: status === 'sent' ? now() : null })
            .set((expression) => ({ attempts: expression('attempts', '+', 1) }))
            .where('id', '=', mailId)
            .execute();
        const when = (await template.timely?.(values, now())) ?? 'now';
        if (when === 'never') return void (await finish('held', null));
        if (when !== 'now') {
          const later = { startAfter: when, key: `${mailId}:${when.getTime()}` };
          return db.transaction().execute((trx) => jobs.enqueue(trx, emailQueue(lane), { mailId }, later));
        }
        const content = await template.compose(values, text);
        try {
          await transport.send({
            id: mailId,
            to,
            ...(sender.replyTo ? { replyTo: sender.replyTo } : {}),
            ...renderEmail(content, { siteOrigin, sender, text }),
          });
        } catch (error) {
          const answer = smtpAnswerOf(error);
          if (isPermanentRefusal(error)) {
            // 5xx: the address or the mail itself is refused, and asking again would only harm our reputation as a
            // sender.
            log.warn({ job: emailQueue(lane), kind: row.template, code: answer }, 'mail refused for good');
            await finish('failed', answer);
            return;
          }
          // Also after the last try: `ops retry` sends what a long outage kept.
          await db
            .updateTable('mail')
            .set({ last_error: answer })
            .set((expression) => ({ attempts: expression('attempts', '+', 1) }))
            .where('id', '=', mailId)
            .execute();
          throw error;
        }
        await noted(() => finish('sent', null));
      },
    });
  return {
    sendEmail,
    takeBackEmails,
    /** One job for each lane of the templates. */
    sendingJobs: (): Job[] => [...new Set([undefined, ...templates().map(({ lane }) => lane)])].map(sendingJob),
  };
}
