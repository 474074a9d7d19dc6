import { standingOfReminder, nextLookAt, type Reminder } from '@redress/domain';
import { defineEmail, type EmailTemplate, type EmailValues } from '../../platform/email/template.ts';
import type { Platform } from '../../platform/platform.ts';
import { lookAtCase } from './look-at-case.ts';

export const REMINDER_MAIL = 'case.reminder';

const reminderOf = (values: EmailValues): Reminder => ({
  kind: values['kind'] as Reminder['kind'], // `remind` put it there
  day: String(values['on']),
  off: Number(values['off']),
});

/** Its texts: before the day, on it, and after it. */
export const textsOfReminder = ({ kind, off }: Reminder): string =>
  `reminder.${kind}.${off === 0 ? 'on' : off < 0 ? 'before' : 'after'}`;

/** After a day on which money was due its claimant is asked what came. */
const asksForMoney = ({ kind, off }: Reminder): boolean => (kind === 'plan' || kind === 'pay_by') && off > 0;

/** Asks again before it goes out: in the outbox it may have waited for hours. The mark says from then on when it went. */
async function whenToSend(platform: Platform, values: EmailValues): Promise<'now' | 'never' | Date> {
  return platform.db.transaction().execute(async (trx) => {
    const looked = await lookAtCase(trx, platform, String(values['letterId']));
    if (!looked) return 'never';
    const { facts, known } = looked;
    const reminder = reminderOf(values);
    const standing = standingOfReminder(reminder, facts);
    if (standing === 'over') return 'never';
    if (standing === 'quiet') return new Date(nextLookAt(facts) ?? facts.at);
    await trx
      .updateTable('case_reminder')
      .set({ sent_at: new Date(facts.at) })
      .where('form_session_id', '=', known.session.id)
      .where('kind', '=', reminder.kind)
      .where('day', '=', reminder.day)
      .where('off', '=', reminder.off)
      .execute();
    return 'now';
  });
}

/** A button only leads to the page of the case: nothing is written by opening an address of a mail. */
export const reminderMail = (platform: Platform): EmailTemplate =>
  defineEmail({
    name: REMINDER_MAIL,
    timely: (values) => whenToSend(platform, values),
    compose: (values, text) => {
      const reminder = reminderOf(values);
      const about = textsOfReminder(reminder);
      const url = String(values['url']);
      const choices = (['all', 'part', 'none'] as const).map((paid) => ({
        label: text(`reminder.paid.${paid}`),
        url: `${url}?paid=${paid}`,
      }));
      const [button, ...moreButtons] = asksForMoney(reminder) ? choices : [{ label: text('reminder.open'), url }];
      return {
        subject: text(`${about}.subject`, values),
        headline: text(`${about}.title`, values),
        paragraphs: text(`${about}.mail`, values).split('\n\n'),
        ...(button ? { button, moreButtons } : {}),
        unsubscribe: { label: text(`reminder.stop.${reminder.kind}`), url: String(values['stop']) },
      };
    },
  });
