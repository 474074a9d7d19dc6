/** The ways to pay the claimant gave, as lines of a list. */
import type { ClaimFormData, Party } from '../claim/form-data.ts';
import { formatPhone } from './address.ts';
import { WAYS_TO_PAY, type Voice } from './wording.ts';

export interface PaymentWay {
  readonly field: 'venmo' | 'cashapp' | 'zelle' | 'paymentTypes';
  readonly text: string;
}

/** `Check`, `Check or Money Order`, `Check, Cashier's Check or Money Order`. */
const orList = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;

export function paymentWays(data: ClaimFormData, claimant: Party, voice: Voice): readonly PaymentWay[] {
  const ways: PaymentWay[] = [];
  const handle = (field: 'venmo' | 'cashapp' | 'zelle', name: string) => {
    const value = data[field]?.trim();
    if (value) ways.push({ field, text: `${name}: ${value}` });
  };
  handle('venmo', 'Venmo');
  handle('cashapp', 'Cash App');
  handle('zelle', 'Zelle');
  const types = data.paymentTypes ?? [];
  // Payee and address stand once, however many kinds of paper are taken.
  const papers = types.filter((type) => type !== 'Cash');
  if (papers.length > 0) ways.push({ field: 'paymentTypes', text: WAYS_TO_PAY.check(orList(papers), claimant.name) });
  if (types.includes('Cash')) ways.push({ field: 'paymentTypes', text: WAYS_TO_PAY.cash(voice) });
  return ways;
}

/** Names that the service of that kind gives to people; anything else has no page there. */
const PAY_PAGES = [
  { field: 'venmo', name: 'Venmo', handle: /^@?([\w-]{3,30})$/, page: 'venmo.com/u/' },
  { field: 'cashapp', name: 'Cash App', handle: /^\$?([a-z]\w{0,19})$/i, page: 'cash.app/$' },
] as const;

/** The claimant's own pages for payment, as text of a list. */
export const payLinks = (data: ClaimFormData): readonly PaymentWay[] =>
  PAY_PAGES.flatMap(({ field, name, handle, page }) => {
    const [, user] = handle.exec(data[field]?.trim() ?? '') ?? [];
    return user ? [{ field, text: `${name}: https://${page}${user}` }] : [];
  });

/** How to answer: `at ana@example.com or (512) 555-0100`, else by post. */
export function replyWay(claimant: Party): string {
  const ways = [claimant.email, formatPhone(claimant.phone)].filter(Boolean);
  return ways.length ? `at ${ways.join(' or ')}` : 'at the address at the top of this letter';
}
