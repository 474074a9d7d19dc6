import { account } from '@redress/copy/account';
import { dollarsToCents, formatCents } from '@redress/domain';
import { BarsOverTime } from '@redress/ui/charts';
import type { Payment } from './orders-page.tsx';

const MONTHS_AT_MOST = 12;

/** Dollars paid by month, oldest first; refunded and failed payments paid nothing. */
export function paidByMonth(payments: readonly Pick<Payment, 'created_at' | 'amount' | 'status'>[]) {
  const cents = new Map<string, number>();
  for (const { created_at, amount, status } of payments) {
    if (status !== 'succeeded') continue;
    const month = created_at.slice(0, 7);
    cents.set(month, (cents.get(month) ?? 0) + dollarsToCents(amount));
  }
  return [...cents]
    .sort(([a], [b]) => a.localeCompare(b))
    .slice(-MONTHS_AT_MOST)
    .map(([label, value]) => ({ label, value }));
}

export function PaidOverTime({ payments }: { payments: readonly Payment[] }) {
  const bars = paidByMonth(payments);
  if (bars.length < 2) return null;
  const { title, table, columns } = account.orders.paidOverTime;
  return <BarsOverTime title={title} bars={bars} format={formatCents} tableText={table} columns={columns} />;
}
