import { aUser, renderApp } from '@redress/testing';
import { screen, waitFor } from '@testing-library/react';
import { OrdersPage } from './orders-page.tsx';
import type { Payment } from './paid-over-time.tsx';
import { hasHistory, paidByMonth } from './paid-over-time.tsx';

const aPayment = (over: Partial<Payment> = {}): Payment => ({
  id: 'b'.repeat(24),
  charge_id: 'ch_1',
  display_date: 'Mar 2, 2026',
  created_at: '2026-03-02T15:04:00.000Z',
  description: 'Demand Letter',
  amount: 42.12,
  formatted_amount: '$42.12',
  status: 'succeeded',
  ...over,
});
const paid = (payments: Payment[]) => ({
  getUserPayments: {
    data: { payments, statistics: { total_payments: 3, total_amount: 120, formatted_total_amount: '$120.00' } },
  },
});

it('lists payments with totals over all of them, and says when only the last fifty are shown', async () => {
  const fifty = Array.from({ length: 50 }, (_, n) => aPayment({ id: n.toString(16).padStart(24, '0') }));
  renderApp(<OrdersPage />, { user: aUser(), calls: paid(fifty) });
  expect(await screen.findByText('$120.00')).toBeInTheDocument();
  expect(screen.getByText('Showing last 50 payments')).toBeInTheDocument();
  expect(screen.getAllByText('Succeeded')).toHaveLength(50);
});

it('downloads a receipt under the name the server gave it', async () => {
  URL.createObjectURL = jest.fn(() => 'blob:receipt');
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user } = renderApp(<OrdersPage />, { user: aUser(), calls: paid([aPayment()]) });
  await user.click(await screen.findByRole('button', { name: /Download the receipt for Demand Letter/ }));
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  expect((clicked.mock.instances[0] as unknown as HTMLAnchorElement).download).toBe(`receipt_${'b'.repeat(24)}.pdf`); // jest types instances as the class's statics
});

it.each([
  ['failed', 0],
  ['pending', 0],
  ['succeeded', 1],
  ['partly refunded', 1],
  ['refunded', 1],
  ['disputed', 1],
])('offers a receipt of what was paid, and of nothing else: %s', async (status, count) => {
  renderApp(<OrdersPage />, { user: aUser(), calls: paid([aPayment({ status })]) });
  await screen.findByText('$42.12');
  expect(screen.queryAllByRole('button', { name: /receipt/ })).toHaveLength(count);
});

it('draws payments over time only from four of them on, in two months', async () => {
  const payments = ['2026-01-30', '2026-02-01', '2026-02-02', '2026-02-03'].map((day, n) =>
    aPayment({ id: n.toString(16).padStart(24, '0'), day }),
  );
  expect(hasHistory(payments)).toBe(true);
  expect(hasHistory(payments.slice(1))).toBe(false);
  expect(hasHistory([...payments.slice(1), aPayment({ day: '2026-02-28' })])).toBe(false);
  expect(hasHistory([aPayment({ day: '2026-01-30', status: 'failed' }), ...payments.slice(1)])).toBe(false);
  const { unmount } = renderApp(<OrdersPage />, { user: aUser(), calls: paid(payments) });
  expect(await screen.findByRole('figure', { name: 'Paid over time' })).toBeInTheDocument();
  unmount();
  renderApp(<OrdersPage />, { user: aUser(), calls: paid(payments.slice(1)) });
  expect(await screen.findAllByText('$42.12')).toHaveLength(3);
  expect(screen.queryByRole('figure')).not.toBeInTheDocument();
});

it('says that there is nothing yet', async () => {
  renderApp(<OrdersPage />, { user: aUser(), calls: paid([]) });
  expect(await screen.findByText('No payment history found.')).toBeInTheDocument();
});

it('adds up what was paid by month in whole cents, without what was refunded, and leaves no month out', () => {
  const payments = [
    aPayment({ amount: 0.1 }),
    aPayment({ amount: 0.2 }),
    aPayment({ amount: 5, status: 'refunded' }),
    // In the evening where it happened, and so on its receipt and in the list, it was still January.
    aPayment({ amount: 1, created_at: '2026-02-01T04:30:00.000Z', day: '2026-01-31' }),
  ];
  expect(paidByMonth(payments)).toEqual([
    { label: '2025-10', value: 0 },
    { label: '2025-11', value: 0 },
    { label: '2025-12', value: 0 },
    { label: '2026-01', value: 100 },
    { label: '2026-02', value: 0 },
    { label: '2026-03', value: 30 },
  ]);
  expect(paidByMonth([])).toEqual([]);
});
