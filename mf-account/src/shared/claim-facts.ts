import type { SessionRow } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { amountCents, defendantOf, formatCents } from '@redress/domain';

/** "$1,250.00 from Park LLC", as far as it is known: it distinguishes two drafts. */
export function claimInWords({ form_data }: SessionRow): string {
  const cents = amountCents(form_data.amount);
  const amount = cents === null ? '' : formatCents(cents);
  const against = defendantOf(form_data).name;
  if (amount && against) return account.sessions.amount(amount, against);
  return amount || against || form_data.situationLabel || '';
}

export const packageInWords = ({ package_title }: SessionRow): string => package_title || account.sessions.noPackage;
