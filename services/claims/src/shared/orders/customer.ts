import type { Trx } from '../../platform/database.ts';
import type { MailValues } from '../../platform/mail/template.ts';
import type { Platform } from '../../platform/platform.ts';
import { raiseAlert, retireAlert } from '../alerts.ts';
import { findAccount } from '../accounts.ts';

/** What a person is told about an order; each has an alert and a mail of its own in the texts. */
export const NEWS = [
  'order-paid',
  'order-refunded',
  'letter-ready',
  'letter-approved',
  'letter-posted',
  'letter-delivered',
  'letter-problem',
  'papers-ready',
] as const;
export type NewsKind = (typeof NEWS)[number];

export interface News {
  kind: NewsKind;
  userId: string;
  /** One of each kind about one thing: `{letterId}`. */
  about: string;
  /** A page of ours, from `/`. */
  link: string;
  values: MailValues;
}

const keyOf = ({ kind, about }: Pick<News, 'kind' | 'about'>): string => `${kind}:${about}`;

/** What was told and does not hold any more leaves the alert panel; the mail of it stays what it was. */
export const unsay = (
  trx: Trx,
  platform: Pick<Platform, 'now'>,
  { userId, ...news }: Pick<News, 'kind' | 'userId' | 'about'>,
): Promise<void> => retireAlert(trx, platform, { userId, dedupeKey: keyOf(news) });

/** Tells a person in the alert panel and by mail, once, in the transaction of what happened. */
export async function tell(trx: Trx, platform: Platform, { kind, userId, about, link, values }: News): Promise<void> {
  const { text } = platform;
  // An account may have been deleted while its order was still under way.
  const account = await findAccount(trx, userId);
  if (!account) return;
  const dedupeKey = keyOf({ kind, about });
  await raiseAlert(trx, platform, {
    userId,
    title: text(`news.${kind}.title`, values),
    message: text(`news.${kind}.message`, values),
    link,
    dedupeKey,
  });
  await platform.sendMail(trx, {
    template: `news.${kind}`,
    to: account.email,
    dedupeKey,
    values: { ...values, url: `${platform.config.siteOrigin}${link}` },
  });
}
