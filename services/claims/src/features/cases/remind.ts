import {
  caseDeadlines,
  claimantOf,
  defendantOf,
  formatDay,
  incidentPlace,
  nextLookAt,
  reminderDue,
  standingOfReminder,
  zonesOfPerson,
  dayAtPlace,
  type CaseDeadline,
  type Reminder,
  type ReminderFacts,
} from '@redress/domain';
import { lastSafeDay } from '@redress/domain/jurisdictions';
import * as z from 'zod/mini';
import type { Trx } from '../../platform/database.ts';
import { defineEmail, type EmailTemplate, type EmailValues } from '../../platform/email/template.ts';
import { file, type FileAnswer } from '../../platform/http/route.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/platform.ts';
import { raiseAlert } from '../../shared/alerts.ts';
import { findOwnedSession, lockOwnedSession } from '../../shared/form-sessions/form-session.repository.ts';
import { JOBS } from '../../shared/job-names.ts';
import { findLetterOfSession } from '../../shared/letters/letter.repository.ts';
import { findState } from '../../shared/reference/tax.ts';
import { readKnown, type Known } from './case-file.ts';
import { caseOfCalendar, drawCalendar } from './case-calendar.ts';
import { findReminders, keyOfReminder } from './case-reminders.ts';
import { reminderSwitch } from './reminder-switch.ts';

const LOOK_CRON = '*/5 * * * *';
/** So many cases in five minutes as one worker looks at in one. */
const LOOK_BATCH = 1_000;
const MAIL = 'case.reminder';

/** What a court of the place is asked until, as far as it is confirmed, with what says so. */
function fileByOf({ session: { formData } }: Pick<Known, 'session'>, at: number) {
  const place = incidentPlace(formData);
  return lastSafeDay(formData, findState(place.state), dayAtPlace(at, place));
}

/** The days of a case, as its reminders and its calendar have them. */
export function deadlinesOf(known: Known, at: number): CaseDeadline[] {
  const { claim, answerBy, session } = known;
  if (known.letter?.state !== 'posted') return [];
  return caseDeadlines(claim, {
    answerBy,
    fileBy: fileByOf(known, at)?.day ?? null,
    place: incidentPlace(session.formData),
  });
}

interface Looked {
  known: Known;
  account: { id: string; email: string };
  facts: ReminderFacts;
}

/** Tells people of the days of their cases: a job makes the mail and the mark in one transaction, and the mail asks again. */
export function createReminders(platform: Platform): {
  jobs: Job[];
  email: EmailTemplate;
  calendar: (key: string) => Promise<FileAnswer>;
} {
  const { db, now, jobs, text, config } = platform;
  const { addressOf } = reminderSwitch(platform);

  /** Locks the case: two that look at it, or a report, come one after the other. */
  async function look(trx: Trx, letterId: string): Promise<Looked | null> {
    const letter = await trx
      .selectFrom('letter')
      .select(['form_session_id', 'user_id'])
      .where('id', '=', letterId)
      .executeTakeFirst();
    const account =
      letter &&
      (await trx
        .selectFrom('account')
        .select(['id', 'email', 'reminders_off'])
        .where('id', '=', letter.user_id)
        .executeTakeFirst());
    const owner = { userId: letter?.user_id ?? '', visitorId: null };
    const session = account && (await lockOwnedSession(trx, letter.form_session_id, owner));
    if (!session) return null;
    const at = now().getTime();
    const known = await readKnown(trx, session);
    const facts: ReminderFacts = {
      deadlines: deadlinesOf(known, at),
      sent: await findReminders(trx, session.id),
      switchedOff: account.reminders_off,
      zones: zonesOfPerson(claimantOf(session.formData).place),
      at,
    };
    return { known, account, facts };
  }

  async function give(trx: Trx, { known, account, facts }: Looked, letterId: string, due: Reminder): Promise<void> {
    const { session } = known;
    const { kind, day, off } = due;
    const row = { form_session_id: session.id, kind, day, off, sent_at: new Date(facts.at) };
    await trx.insertInto('case_reminder').values(row).execute();
    const rule = fileByOf(known, facts.at)?.rule.citation;
    const values = {
      to: defendantOf(session.formData).name,
      day: formatDay(day),
      source: rule ? text('reminder.source', { title: rule.title, day: formatDay(rule.readOn) }) : '',
    };
    const link = `/case/${session.id}`;
    const dedupeKey = keyOfReminder(session.id, due);
    await raiseAlert(trx, platform, {
      userId: account.id,
      title: text(`reminder.${nameOf(due)}.title`, values),
      message: text(`reminder.${nameOf(due)}.message`, values),
      link,
      dedupeKey,
    });
    await platform.sendEmail(trx, {
      template: MAIL,
      to: account.email,
      dedupeKey,
      values: {
        ...values,
        letterId,
        kind,
        on: day,
        off,
        url: `${config.siteOrigin}${link}`,
        stop: addressOf(account.id, kind),
      },
    });
  }

  return {
    async calendar(key) {
      const id = await caseOfCalendar(platform, key);
      const letter = await findLetterOfSession(db, id);
      const session = letter && (await findOwnedSession(db, id, { userId: letter.user_id, visitorId: null }));
      const at = now();
      const deadlines = session ? deadlinesOf(await readKnown(db, session), at.getTime()) : [];
      const bytes = drawCalendar(deadlines, { ...platform, id, at });
      return file({ bytes, contentType: 'text/calendar; charset=utf-8', fileName: 'case.ics' });
    },
    email: defineEmail({
      name: MAIL,
      timely: (values) =>
        db.transaction().execute(async (trx) => {
          const looked = await look(trx, String(values['letterId']));
          if (!looked) return 'never';
          const reminder = reminderOf(values);
          const standing = standingOfReminder(reminder, looked.facts);
          if (standing === 'over') return 'never';
          if (standing === 'quiet') return new Date(nextLookAt(looked.facts) ?? looked.facts.at);
          await trx
            .updateTable('case_reminder')
            .set({ sent_at: new Date(looked.facts.at) })
            .where('form_session_id', '=', looked.known.session.id)
            .where('kind', '=', reminder.kind)
            .where('day', '=', reminder.day)
            .where('off', '=', reminder.off)
            .execute();
          return 'now';
        }),
      compose: (values, say) => {
        const about = `reminder.${nameOf(reminderOf(values))}`;
        const url = String(values['url']);
        const choices = (['all', 'part', 'none'] as const).map((paid) => ({
          label: say(`reminder.paid.${paid}`),
          url: `${url}?paid=${paid}`,
        }));
        const [button, ...moreButtons] = asksForMoney(reminderOf(values))
          ? choices
          : [{ label: say('reminder.open'), url }];
        return {
          subject: say(`${about}.subject`, values),
          headline: say(`${about}.title`, values),
          paragraphs: say(`${about}.mail`, values).split('\n\n'),
          ...(button ? { button, moreButtons } : {}),
          unsubscribe: { label: say(`reminder.stop.${String(values['kind'])}`), url: String(values['stop']) },
        };
      },
    }),
    jobs: [
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
          const hour = Math.floor(at.getTime() / 3_600_000);
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
            const looked = await look(trx, letterId);
            const due = looked && reminderDue(looked.facts);
            if (due) await give(trx, looked, letterId, due);
            const next = looked && nextLookAt(looked.facts);
            await trx
              .updateTable('letter')
              .set({ remind_at: next === null ? null : new Date(next) })
              .where('id', '=', letterId)
              .execute();
          }),
      }),
    ],
  };
}

const reminderOf = (values: EmailValues): Reminder => ({
  kind: values['kind'] as Reminder['kind'], // `give` put it there
  day: String(values['on']),
  off: Number(values['off']),
});

/** After a day on which money was due its claimant is asked what came. */
const asksForMoney = ({ kind, off }: Reminder): boolean => kind !== 'file_by' && off > 0;

/** Its texts: before the day, and after it. */
const nameOf = ({ kind, off }: Reminder): string => `${kind}.${off < 0 ? 'before' : 'after'}`;
