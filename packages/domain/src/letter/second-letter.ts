/**
 * The letter after the first one: shorter and calmer. It says what became of the first, what was paid since and a new day,
 * and nothing that the first did not say: no law, no court, no account.
 */
import type { ClaimFormData } from '../claim/form-data.ts';
import { formatDay } from '../dates/calendar-day.ts';
import { amountCents } from '../money/amount.ts';
import { formatCents } from '../money/cents.ts';
import type { EarlierLetter } from './earlier-letter.ts';
import type { Provenance } from './letter.ts';
import { inner, SECOND, type Voice } from './wording.ts';

/** @throws {RangeError} when nothing is owed any more: then there is no second letter */
export function openCents({ amount }: Pick<ClaimFormData, 'amount'>, { balanceCents }: EarlierLetter): number {
  const cents = Math.min(balanceCents, amountCents(amount) ?? 0);
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError('a second letter asks for money that is owed');
  return cents;
}

/** More of them stand as their sum. */
const MOST_NAMED = 4;

const paidSentence = ({ payments }: EarlierLetter, voice: Voice): string => {
  if (payments.length === 0) return SECOND.nothingPaid(voice);
  const total = formatCents(payments.reduce((sum, { cents }) => sum + cents, 0));
  const named = payments.map(({ cents, day }) => `${formatCents(cents)} on ${formatDay(day)}`);
  if (payments.length === 1) return SECOND.paid(named.join());
  return SECOND.paid(payments.length > MOST_NAMED ? total : `${total}: ${named.join(', ')}`);
};

interface Sentence {
  readonly id: string;
  readonly text: string;
  readonly from: Provenance;
  readonly joins: 'block' | 'sentence';
}

/** What stands between the salutation and the ways to pay. */
export function secondOpening(
  earlier: EarlierLetter,
  { voice, asked, payBy }: { voice: Voice; asked: string; payBy: string },
): readonly Sentence[] {
  const from: Provenance = { kind: 'rule', ref: 'earlier' };
  const on = earlier.fateOn ? ` on ${formatDay(earlier.fateOn)}` : '';
  const isRead = earlier.fate === 'delivered' || earlier.fate === 'unknown';
  return [
    {
      id: 'earlier',
      text: `${SECOND.wrote(voice, formatDay(earlier.sentOn))} ${SECOND.fates[earlier.fate](voice, on)}`,
      from,
      joins: 'block',
    },
    ...(isRead ? [] : [{ id: 'earlier-copy', text: SECOND.copy(voice), from, joins: 'sentence' as const }]),
    { id: 'paid-since', text: paidSentence(earlier, voice), from, joins: 'block' },
    {
      id: 'request',
      text: `${voice.I} ${voice.am} asking you to ${asked} by ${payBy}.`,
      from: { kind: 'rule', ref: 'payBy' },
      joins: 'sentence',
    },
    { id: 'stands', text: SECOND.stands(inner(voice)), from: { kind: 'fixed', ref: 'stands' }, joins: 'sentence' },
  ];
}
