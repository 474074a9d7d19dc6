import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DataTable, Menu, Pagination, Tabs, type Column } from './index.ts';

interface Order {
  id: string;
  what: string;
  amount: string;
}
const columns: Column<Order>[] = [
  { key: 'what', header: 'Description', render: (order) => order.what, isRowHeader: true },
  { key: 'amount', header: 'Amount', render: (order) => order.amount, align: 'end' },
];
const rows = [{ id: '1', what: 'Demand letter', amount: '$39.00' }];
const table = {
  caption: 'Orders',
  columns,
  rowKey: (order: Order) => order.id,
  empty: <p>No payment history found.</p>,
};

describe('a table', () => {
  it('is a table with named rows and columns, whatever it looks like', () => {
    render(<DataTable {...table} rows={rows} />);
    const element = screen.getByRole('table', { name: 'Orders' });
    expect(within(element).getByRole('rowheader', { name: 'Demand letter' })).toBeInTheDocument();
    // On a phone the name of the column stands before the value.
    expect(within(element).getByRole('cell', { name: '$39.00' })).toHaveAttribute('data-label', 'Amount');
  });

  it('says what to do when there is nothing', () => {
    render(<DataTable {...table} rows={[]} />);
    expect(screen.getByText('No payment history found.')).toBeInTheDocument();
  });

  it('shows that it waits', () => {
    render(<DataTable {...table} rows={[]} status="loading" />);
    expect(screen.getByRole('table', { name: /Orders/ })).toHaveAttribute('aria-busy', 'true');
  });

  it('offers to try again when it failed', async () => {
    const retry = jest.fn();
    render(<DataTable {...table} rows={[]} status="error" onRetry={retry} error={{ text: 'Connection error' }} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Connection error');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalled();
  });
});

describe('paging', () => {
  it.each([
    [1, 45, 'Showing 1 to 20 of 45 sessions'],
    [3, 45, 'Showing 41 to 45 of 45 sessions'],
    [9, 45, 'Showing 41 to 45 of 45 sessions'],
    [1, 0, 'Showing 0 to 0 of 0 sessions'],
  ])('page %d of %d rows', (page, total, text) => {
    render(<Pagination page={page} pageSize={20} total={total} what="sessions" onPage={() => {}} />);
    expect(screen.getByRole('status')).toHaveTextContent(text);
  });

  it('moves forward and back, and not past the ends', async () => {
    const go = jest.fn();
    render(<Pagination page={1} pageSize={20} total={45} what="letters" onPage={go} />);
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(go).toHaveBeenCalledWith(2);
  });
});

it('moves between tabs with the arrow keys', async () => {
  function Page() {
    const [selected, select] = useState('one');
    return (
      <Tabs
        label="Views"
        selected={selected}
        onSelect={select}
        tabs={[
          { key: 'one', label: 'One', content: 'first' },
          { key: 'two', label: 'Two', content: 'second' },
        ]}
      />
    );
  }
  render(<Page />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Two', selected: true })).toHaveFocus();
  expect(screen.getByRole('tabpanel')).toHaveTextContent('second');
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tabpanel')).toHaveTextContent('first');
});

it('opens a menu by keyboard, does what is chosen, and gives focus back', async () => {
  const remove = jest.fn();
  render(
    <Menu
      label="More"
      items={[
        { key: 'view', label: 'View', onPress: () => {} },
        { key: 'delete', label: 'Delete', onPress: remove },
      ]}
    />,
  );
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'View' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(remove).toHaveBeenCalled();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
});
