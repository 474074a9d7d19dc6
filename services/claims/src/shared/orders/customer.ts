import type { Trx } from '../../platform/database.ts';
import type { EmailValues } from '../../platform/email/template.ts';
import type { Platform } from '../../platform/platform.ts';
import { raiseAlert, retireAlert } from '../alerts.ts';
import { findAccount } from '../accounts.ts';

/** Notices about an order; each has an alert and an e-mail of its own in the texts. */
export const NEWS = [
  'order-paid',
  'order-refunded',
  'refund-failed',
  'letter-ready',
  'letter-approved',
  'letter-redated',
  'letter-held',
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
  values: EmailValues;
}

const keyOf = ({ kind, about }: Pick<News, 'kind' | 'about'>): string => `${kind}:${about}`;

/** Removes a notice that is no longer true from the alert panel. A mail already sent is not changed. */
export const retractNotice = (
  trx: Trx,
  platform: Pick<Platform, 'now'>,
  { userId, ...news }: Pick<News, 'kind' | 'userId' | 'about'>,
): Promise<void> => retireAlert(trx, platform, { userId, dedupeKey: keyOf(news) });

/** Raises an alert and enqueues a mail, once for each `about`, in the caller's transaction. */
export async function notify(trx: Trx, platform: Platform, news: News): Promise<void> {
  // An account may have been deleted while its order was still under way.
  const account = await findAccount(trx, news.userId);
  if (!account) return;
  await notifyInPanel(trx, platform, news);
  await platform.sendEmail(trx, {
    template: `news.${news.kind}`,
    to: account.email,
    dedupeKey: keyOf(news),
    values: { ...news.values, url: `${platform.config.siteOrigin}${news.link}` },
  });
}

/** Tells a person in the alert panel alone. */
export const notifyInPanel = (
  trx: Trx,
  platform: Platform,
  { kind, userId, about, link, values }: News,
): Promise<void> =>
  raiseAlert(trx, platform, {
    userId,
    title: platform.text(`news.${kind}.title`, values),
    message: platform.text(`news.${kind}.message`, values),
    link,
    dedupeKey: keyOf({ kind, about }),
  });
