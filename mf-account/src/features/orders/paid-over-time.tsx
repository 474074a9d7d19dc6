import type { AnswerOf, getUserPayments } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { shortMonth } from '@redress/copy/format';
import { dollarsToCents, formatCents } from '@redress/domain';
import { BarsOverTime } from '@redress/ui/charts';

export type Payment = AnswerOf<typeof getUserPayments>['data']['payments'][number];

const MONTHS_AT_LEAST = 6;
const MONTHS_AT_MOST = 12;

/** Months since year 0, to count with. */
const indexOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
const monthAt = (index: number) =>
  `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;

/**
 * Cents paid by month, oldest first, up to the month of the last payment; months without payments are included with 0,
 * so that the time axis is even. Refunded and failed payments paid nothing.
 */
export function paidByMonth(payments: readonly Pick<Payment, 'day' | 'created_at' | 'amount' | 'status'>[]) {
  const cents = new Map<number, number>();
  for (const { day, created_at, amount, status } of payments) {
    if (status !== 'succeeded') continue;
    const month = indexOf(day ?? created_at);
    cents.set(month, (cents.get(month) ?? 0) + dollarsToCents(amount));
  }
  if (cents.size === 0) return [];
  const last = Math.max(...cents.keys());
  const span = last - Math.min(...cents.keys()) + 1;
  const count = Math.min(Math.max(span, MONTHS_AT_LEAST), MONTHS_AT_MOST);
  return Array.from({ length: count }, (_, index) => {
    const month = last - count + 1 + index;
    return { label: monthAt(month), value: cents.get(month) ?? 0 };
  });
}

const PAYMENTS_FOR_A_CHART = 4;

/** Whether there is a course of time to see: some payments, and not all of one month. */
export function hasHistory(payments: readonly Pick<Payment, 'day' | 'created_at' | 'status'>[]): boolean {
  const months = payments
    .filter(({ status }) => status === 'succeeded')
    .map(({ day, created_at }) => (day ?? created_at).slice(0, 7));
  return months.length >= PAYMENTS_FOR_A_CHART && new Set(months).size > 1;
}

export function PaidOverTime({ payments }: { payments: readonly Payment[] }) {
  const bars = paidByMonth(payments).map(({ label, value }) => ({ label: shortMonth(label), value }));
  const { title, table, columns } = account.orders.paidOverTime;
  return <BarsOverTime title={title} bars={bars} format={formatCents} tableText={table} columns={columns} />;
}
