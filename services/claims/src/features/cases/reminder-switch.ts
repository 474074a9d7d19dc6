import { REMINDER_KINDS, type ReminderKind } from '@redress/domain';
import { plainPage } from '../../platform/http/plain-page.ts';
import type { PageAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { switchReminder } from '../../shared/accounts.ts';

const PURPOSE = 'stop-reminders';
/** What RFC 8058 has a mail program send, in one of two encodings; the button of the page sends the first. */
const isOneClick = (body: string): boolean =>
  body.trim() === 'List-Unsubscribe=One-Click' ||
  /\bname="?List-Unsubscribe"?\r\n(?:[^\r\n]+\r\n)*\r\nOne-Click\r\n--/i.test(body);

/**
 * Stops one kind of reminder for the person whose mail holds the address. Its key is signed, names one account and one kind,
 * and can do nothing else; it needs no sign-in, since mail programs ask by themselves. Opening it changes nothing: scanners
 * of mail open every address.
 */
export function reminderSwitch({ db, config, secrets, text }: Pick<Platform, 'db' | 'config' | 'secrets' | 'text'>) {
  function read(key: string): { accountId: string; kind: ReminderKind } | null {
    const [accountId = '', name, signature = '', ...more] = key.split('.');
    const kind = REMINDER_KINDS.find((one) => one === name);
    // The page repeats the key: nothing stands in it that is not signed.
    if (!kind || more.length > 0) return null;
    return secrets.isDigest(signature, PURPOSE, accountId, kind) ? { accountId, kind } : null;
  }

  /** All that is in it is ours: texts without values, and a key that was found to be signed. */
  const draw = (name: string, { form = '', status = 200 } = {}): PageAnswer => {
    const [title, sentence] = [text(`reminder.page.${name}.title`), text(`reminder.page.${name}.text`)];
    const link = { path: '/settings', label: text('reminder.page.settings') };
    return plainPage({ title, sentence, form, link }, status);
  };
  const unknown = () => draw('unknown', { status: 404 });

  return {
    addressOf: (accountId: string, kind: ReminderKind): string =>
      `${config.siteOrigin}/api/reminders/stop?key=${accountId}.${kind}.${secrets.digest(PURPOSE, accountId, kind)}`,

    show(key: string): PageAnswer {
      const named = read(key);
      if (!named) return unknown();
      const form = `<form method="post" action="/api/reminders/stop?key=${key}"><button name="List-Unsubscribe" value="One-Click">${text(`reminder.stop.${named.kind}`)}</button></form>`;
      return draw('stop', { form });
    },

    async stop(key: string, body: string): Promise<PageAnswer> {
      const named = read(key);
      if (!named || !isOneClick(body)) return unknown();
      await switchReminder(db, named.accountId, { kind: named.kind, isOn: false });
      return draw('stopped');
    },
  };
}
