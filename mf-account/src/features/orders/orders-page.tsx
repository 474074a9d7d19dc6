import { api, call, fromEndpoint, queryError, queryStatus, saveFile } from '@redress/api-client';
import { getUserPayments, receipt } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { paymentStatusLabel } from '@redress/domain';
import { useDocumentTitle } from '@redress/mf-runtime';
import { Badge, Button, EmptyState, PageHeading, showToast, toneOf } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { download } from '@redress/ui/icons';
import { useState } from 'react';

import shared from '../../shared/screen.module.css';
import styles from './orders.module.css';
import { hasHistory, PaidOverTime, type Payment } from './paid-over-time.tsx';

const ordersApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({ payments: build.query({ ...fromEndpoint(getUserPayments), providesTags: ['Payments'] }) }),
});

/** The server answers at most this many rows (specification, section 9). */
const MOST_ROWS = 50;

/** States of a payment without a receipt: there is one only of money that came in, also of what was given back later. */
const WITHOUT_RECEIPT = new Set(['failed', 'pending', 'canceled']);
const hasReceipt = ({ status }: Payment) => !WITHOUT_RECEIPT.has(status);

/** "Demand Letter (R-7K3MQ9TDX)": the order number keeps its line. */
function Description({ text }: { text: string }) {
  const [, what, number] = /^(.*) (\(R-\S+\))$/.exec(text) ?? [];
  if (!what) return text;
  return (
    <>
      {what} <span className={styles['number']}>{number}</span>
    </>
  );
}

/** /billing, labelled Orders: the receipts. */
export function OrdersPage() {
  const query = ordersApi.usePaymentsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [making, setMaking] = useState<string | null>(null);
  useDocumentTitle(account.orders.title);

  const saveReceipt = async (payment: Payment) => {
    if (making) return;
    setMaking(payment.id);
    const result = await call(receipt, { payment_id: payment.id });
    setMaking(null);
    if ('error' in result) showToast({ text: result.error.message || account.orders.receiptFailed, tone: 'danger' });
    else saveFile(result.data.blob, result.data.fileName ?? `receipt_${payment.id}.pdf`);
  };

  const columns: Column<Payment>[] = [
    { key: 'date', header: account.orders.columns.date, isWhole: true, render: (payment) => payment.display_date },
    {
      key: 'description',
      header: account.orders.columns.description,
      isRowHeader: true,
      render: (payment) => <Description text={payment.description} />,
    },
    {
      key: 'amount',
      header: account.orders.columns.amount,
      align: 'end',
      isWhole: true,
      render: (payment) => payment.formatted_amount,
    },
    {
      key: 'status',
      header: account.orders.columns.status,
      isSelfExplaining: true,
      render: (payment) => {
        const { label, color } = paymentStatusLabel(payment.status);
        return <Badge tone={toneOf(color)}>{label}</Badge>;
      },
    },
    {
      key: 'action',
      header: account.orders.columns.action,
      isSelfExplaining: true,
      render: (payment) =>
        hasReceipt(payment) ? (
          <Button
            size="small"
            variant="secondary"
            icon={download}
            busy={making === payment.id}
            aria-label={account.orders.receiptNamed(payment.description, payment.display_date)}
            onClick={() => void saveReceipt(payment)}
          >
            {account.orders.receipt}
          </Button>
        ) : null,
    },
  ];

  const { payments = [], statistics } = query.data?.data ?? {};
  return (
    <>
      <div className={shared['head']}>
        <PageHeading screen="orders">{account.orders.title}</PageHeading>
        <dl className={styles['totals']}>
          <div className={styles['total']}>
            <dt>{account.orders.totalPayments}</dt>
            <dd>{statistics?.total_payments ?? '–'}</dd>
          </div>
          <div className={styles['total']}>
            <dt>{account.orders.totalAmount}</dt>
            <dd>{statistics?.formatted_total_amount ?? '–'}</dd>
          </div>
        </dl>
      </div>
      <DataTable
        caption={account.orders.title}
        columns={columns}
        rows={payments}
        rowKey={(payment) => payment.id}
        status={queryStatus(query)}
        error={queryError(query.error, account.list)}
        onRetry={() => void query.refetch()}
        empty={<EmptyState title={account.orders.empty}>{account.orders.emptyText}</EmptyState>}
      />
      {payments.length >= MOST_ROWS && <p className={shared['soft']}>{account.orders.last50}</p>}
      {hasHistory(payments) && (
        <div className={styles['chart']}>
          <PaidOverTime payments={payments} />
        </div>
      )}
    </>
  );
}
