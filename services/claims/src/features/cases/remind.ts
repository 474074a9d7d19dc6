import { defendantOf, formatDay, isAbout, nextLookAt, reminderDue, type Reminder } from '@redress/domain';
import * as z from 'zod/mini';
import type { Trx } from '../../platform/database.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/platform.ts';
import { raiseAlert } from '../../shared/alerts.ts';
import { JOBS } from '../../shared/job-names.ts';
import { readKnown } from '../../shared/cases/known-case.ts';
import { keepDue } from './case-due.ts';
import { keyOfReminder } from './case-reminders.ts';
import { fileByOf, lookAtCase, type LookedAt } from './look-at-case.ts';
import { REMINDER_MAIL, textsOfReminder } from './reminder-mail.ts';
import { reminderSwitch } from './reminder-switch.ts';

const LOOK_CRON = '*/5 * * * *';
/** So many cases in five minutes as one worker looks at in one. */
const LOOK_BATCH = 1_000;
const HOUR_MS = 3_600_000;

/** The mark, the alert and the mail of a reminder: all of them or none. */
async function remind(
  trx: Trx,
  platform: Platform,
  { known, account, facts, due, letterId }: LookedAt & { due: Reminder; letterId: string },
): Promise<void> {
  const { text, config } = platform;
  const { session } = known;
  const { kind, day, off } = due;
  const row = { form_session_id: session.id, kind, day, off, sent_at: new Date(facts.at) };
  await trx.insertInto('case_reminder').values(row).execute();
  const rule = fileByOf(known, facts.at)?.rule.citation;
  const whats = facts.deadlines.flatMap((one) => (one.what && isAbout(due, one) ? [one.what] : []));
  const values = {
    what: whats.map((what) => text(`reminder.court.what.${what}`)).join('; '),
    to: defendantOf(session.formData).name,
    day: formatDay(day),
    source: rule ? text('reminder.source', { title: rule.title, day: formatDay(rule.readOn) }) : '',
  };
  const link = `/case/${session.id}`;
  const dedupeKey = keyOfReminder(session.id, due);
  await raiseAlert(trx, platform, {
    userId: account.id,
    title: text(`${textsOfReminder(due)}.title`, values),
    message: text(`${textsOfReminder(due)}.message`, values),
    link,
    dedupeKey,
  });
  const stop = reminderSwitch(platform).addressOf(account.id, kind);
  await platform.sendEmail(trx, {
    template: REMINDER_MAIL,
    to: account.email,
    dedupeKey,
    values: { ...values, letterId, kind, on: day, off, url: `${config.siteOrigin}${link}`, stop },
  });
}

/** Tells people of the days of their cases: one job of the clock finds those to look at, each is looked at by its own. */
export function reminderJobs(platform: Platform): Job[] {
  const { db, now, jobs } = platform;
  return [
    defineJob({
      name: 'case.look',
      schema: z.object({}),
      cron: LOOK_CRON,
      async handle() {
        const at = now();
        const due = await db
          .selectFrom('letter')
          .select(['id', 'remind_at'])
          .where('remind_at', '<=', at)
          .orderBy('remind_at')
          .limit(LOOK_BATCH)
          .execute();
        const hour = Math.floor(at.getTime() / HOUR_MS);
        await db.transaction().execute(async (trx) => {
          for (const { id, remind_at } of due) {
            const key = `${id}:${remind_at?.getTime()}:${hour}`;
            await jobs.enqueue(trx, JOBS.remind, { letterId: id }, { key });
          }
        });
      },
    }),
    defineJob({
      name: JOBS.remind,
      schema: z.object({ letterId: z.string() }),
      handle: ({ letterId }) =>
        db.transaction().execute(async (trx) => {
          const looked = await lookAtCase(trx, platform, letterId);
          const due = looked && reminderDue(looked.facts);
          if (due) await remind(trx, platform, { ...looked, due, letterId });
          if (looked) await keepDue(trx, platform, await readKnown(trx, looked.known.session));
          const next = looked && nextLookAt(looked.facts);
          await trx
            .updateTable('letter')
            .set({ remind_at: next === null ? null : new Date(next) })
            .where('id', '=', letterId)
            .execute();
        }),
    }),
  ];
}
