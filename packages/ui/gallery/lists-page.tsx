import { Badge, Button, Card, EmptyState, IconButton, Stack } from '@redress/ui';
import { BarsOverTime, LetterRoute, Sparkline } from '@redress/ui/charts';
import { DataTable, Menu, Pagination, Tabs, type Column } from '@redress/ui/data';
import { download } from '@redress/ui/icons';
import { useState } from 'react';

interface Payment {
  id: string;
  date: string;
  what: string;
  amount: string;
  status: 'success' | 'pending' | 'danger';
}
const PAYMENTS: Payment[] = [
  { id: '1', date: 'March 3, 2026', what: 'Small claims package', amount: '$107.17', status: 'success' },
  {
    id: '2',
    date: 'March 1, 2026',
    what: 'Demand letter with 2 extra recipients and a long description',
    amount: '$52.98',
    status: 'pending',
  },
  { id: '3', date: 'February 11, 2026', what: 'Demand letter', amount: '$39.00', status: 'danger' },
];
const COLUMNS: Column<Payment>[] = [
  { key: 'date', header: 'Date', render: ({ date }) => date },
  { key: 'what', header: 'Description', render: ({ what }) => what, isRowHeader: true },
  { key: 'amount', header: 'Amount', render: ({ amount }) => amount, align: 'end' },
  { key: 'status', header: 'Status', render: ({ status }) => <Badge tone={status}>{status}</Badge> },
  {
    key: 'action',
    header: 'Action',
    hideHeader: true,
    render: ({ what }) => <IconButton label={`Download the receipt for ${what}`} icon={download} />,
  },
];
const table = {
  caption: 'Orders',
  columns: COLUMNS,
  rowKey: ({ id }: Payment) => id,
  empty: <EmptyState title="No payment history found." />,
};

export function ListsPage() {
  const [page, setPage] = useState(1);
  const [tab, setTab] = useState('route');
  return (
    <Stack gap={24}>
      <Menu
        label="More"
        items={[
          { key: 'd', label: 'Download', onPress: () => {} },
          { key: 'x', label: 'Delete', danger: true, onPress: () => {} },
        ]}
      />
      <DataTable {...table} rows={PAYMENTS} renderDetails={({ id }) => id === '1' && <p>Two documents.</p>} />
      <Pagination page={page} pageSize={20} total={45} what="payments" onPage={setPage} />
      <DataTable {...table} rows={[]} status="loading" />
      <DataTable {...table} rows={[]} />
      <DataTable {...table} rows={[]} status="error" onRetry={() => {}} error={{ reference: '8f2c' }} />
      <Tabs
        label="Views"
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            key: 'route',
            label: 'Way of the letter',
            content: (
              <LetterRoute
                label="Way of the letter"
                stops={[
                  { key: 'a', label: 'Approved', state: 'done' },
                  { key: 'b', label: 'Posted', state: 'done' },
                  { key: 'c', label: 'In transit', state: 'current' },
                  { key: 'd', label: 'Delivered', state: 'upcoming' },
                ]}
              />
            ),
          },
          {
            key: 'spark',
            label: 'Health',
            content: <Sparkline values={[1, 1, 2, 8, 3, 1]} label="Failures, falling" />,
          },
        ]}
      />
      <Stack>
        <Card>
          <BarsOverTime
            title="Payments"
            tableText="Show the numbers"
            columns={['Month', 'Payments']}
            bars={['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'].map((label, index) => ({ label, value: index * 3 }))}
          />
        </Card>
        <Card title="Failures">
          <Sparkline values={[0, 0, 3, 9, 4, 0]} tone="danger" width={240} height={64} label="Failures: none now" />
          <Button variant="quiet">See all</Button>
        </Card>
      </Stack>
    </Stack>
  );
}
