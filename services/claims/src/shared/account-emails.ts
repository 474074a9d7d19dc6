import type { Trx } from '../platform/database.ts';
import { defineEmail, type EmailTemplate } from '../platform/email/template.ts';
import type { Platform } from '../platform/platform.ts';
import { CODE_MINUTES, type CodePurpose } from './codes.ts';
import { CODE_PURPOSES } from './job-names.ts';

/** Mails without a code: what happened, and what to do if it was not you. */
export const NOTICES = [
  'no-account',
  'nothing-to-confirm',
  'password-changed',
  'email-changed',
  'sign-in-linked',
  'account-deleted',
] as const;
export type Notice = (typeof NOTICES)[number];

/** @param siteOrigin - for the buttons */
export const accountEmails = (siteOrigin: string): EmailTemplate[] => [
  ...CODE_PURPOSES.map((purpose) =>
    defineEmail({
      name: `account.${purpose}`,
      lane: purpose,
      timely: ({ until }, at) => Promise.resolve(Number(until) <= at.getTime() ? 'never' : 'now'),
      compose: ({ code, minutes }, text) => ({
        subject: text(`mail.account.${purpose}.subject`, { code: code ?? '' }),
        headline: text(`mail.account.${purpose}.intro`),
        paragraphs: [text('mail.account.code-rules', { minutes: minutes ?? 10 })],
        code: String(code),
      }),
    }),
  ),
  ...NOTICES.map((notice) =>
    defineEmail({
      name: `account.${notice}`,
      compose: (values, text) => ({
        subject: text(`mail.account.${notice}.subject`),
        paragraphs: [text(`mail.account.${notice}.what`, values), text(`mail.account.${notice}.next`, values)],
        ...(notice === 'account-deleted'
          ? {}
          : { button: { label: text('mail.account.open-site'), url: `${siteOrigin}/login` } }),
      }),
    }),
  ),
];

export async function emailCode(
  trx: Trx,
  { sendEmail, newId, now }: Pick<Platform, 'sendEmail' | 'newId' | 'now'>,
  { purpose, to, code }: { purpose: CodePurpose; to: string; code: string },
): Promise<void> {
  await sendEmail(trx, {
    template: `account.${purpose}`,
    to,
    dedupeKey: `code:${newId()}`,
    values: { code, minutes: CODE_MINUTES, until: now().getTime() + CODE_MINUTES * 60_000 },
  });
}

export async function emailNotice(
  trx: Trx,
  { sendEmail, newId }: Pick<Platform, 'sendEmail' | 'newId'>,
  { notice, to, values = {} }: { notice: Notice; to: string; values?: Record<string, string> },
): Promise<void> {
  await sendEmail(trx, { template: `account.${notice}`, to, dedupeKey: `notice:${newId()}`, values });
}
