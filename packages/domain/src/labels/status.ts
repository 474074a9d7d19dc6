/** Labels and colours of the status columns. Specification, section 4. */
import { own } from '../own.ts';

export type StatusColor = 'green' | 'blue' | 'yellow' | 'red' | 'gray';
export interface StatusLabel {
  readonly label: string;
  readonly color: StatusColor;
}

const DEMAND: Readonly<Record<string, StatusLabel>> = {
  completed: { label: 'Letter Sent', color: 'green' },
  sent: { label: 'Sent', color: 'blue' },
  pending: { label: 'Pending', color: 'yellow' },
  draft: { label: 'Draft', color: 'gray' },
};

/** Anything else, or nothing, is shown as 'Letter Sent'. */
export const demandStatusLabel = (status: string | null | undefined): StatusLabel =>
  own(DEMAND, status ?? '') ?? { label: 'Letter Sent', color: 'green' };

const PAYMENT_COLORS: Readonly<Record<string, StatusColor>> = { succeeded: 'green', pending: 'yellow', failed: 'red' };

/** First letter capitalised; 'Unknown' when missing. */
export function paymentStatusLabel(status: string | null | undefined): StatusLabel {
  const [first, ...rest] = status ?? '';
  return {
    label: first ? first.toUpperCase() + rest.join('') : 'Unknown',
    color: own(PAYMENT_COLORS, status ?? '') ?? 'gray',
  };
}

const COURT: Readonly<Record<string, string>> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  'Under review': 'Under Review',
};

/** Else the raw value, or 'Unknown'. */
export const courtStatusLabel = (status: string | null | undefined): string =>
  own(COURT, status ?? '') ?? (status || 'Unknown');
