/** The ways to pay the claimant gave, as lines of a list. */
import type { ClaimFormData, Party } from '../claim/form-data.ts';
import { formatPhone } from './address.ts';
import { WAYS_TO_PAY, type Voice } from './wording.ts';

export interface PaymentWay {
  readonly field: 'venmo' | 'cashapp' | 'zelle' | 'paymentTypes';
  readonly text: string;
}

export function paymentWays(data: ClaimFormData, claimant: Party, voice: Voice): readonly PaymentWay[] {
  const ways: PaymentWay[] = [];
  const handle = (field: 'venmo' | 'cashapp' | 'zelle', name: string) => {
    const value = data[field]?.trim();
    if (value) ways.push({ field, text: `${name}: ${value}` });
  };
  handle('venmo', 'Venmo');
  handle('cashapp', 'Cash App');
  handle('zelle', 'Zelle');
  for (const type of data.paymentTypes ?? [])
    ways.push({
      field: 'paymentTypes',
      text: type === 'Cash' ? WAYS_TO_PAY.cash(voice) : WAYS_TO_PAY.check(type, claimant.name),
    });
  return ways;
}

/** How to answer: `at ana@example.com or (512) 555-0100`, else by post. */
export function replyWay(claimant: Party): string {
  const ways = [claimant.email, formatPhone(claimant.phone)].filter(Boolean);
  return ways.length ? `at ${ways.join(' or ')}` : 'at the address at the top of this letter';
}
