import { courtStatusLabel, demandStatusLabel, paymentStatusLabel } from './status.ts';

it('labels demand letters', () => {
  expect(demandStatusLabel('completed')).toEqual({ label: 'Letter Sent', color: 'green' });
  expect(demandStatusLabel('sent').color).toBe('blue');
  expect(demandStatusLabel('pending').color).toBe('yellow');
  expect(demandStatusLabel('draft').color).toBe('gray');
  for (const other of ['constructor', 'x', '', null, undefined])
    expect(demandStatusLabel(other)).toEqual({ label: 'Letter Sent', color: 'green' });
});

it('labels payments', () => {
  expect(paymentStatusLabel('succeeded')).toEqual({ label: 'Succeeded', color: 'green' });
  expect(paymentStatusLabel('pending').color).toBe('yellow');
  expect(paymentStatusLabel('failed').color).toBe('red');
  expect(paymentStatusLabel('refunded')).toEqual({ label: 'Refunded', color: 'gray' });
  expect(paymentStatusLabel(null)).toEqual({ label: 'Unknown', color: 'gray' });
});

it('labels court demands', () => {
  expect(['pending', 'approved', 'rejected', 'Under review', 'odd', ''].map(courtStatusLabel)).toEqual([
    'Pending',
    'Approved',
    'Rejected',
    'Under Review',
    'odd',
    'Unknown',
  ]);
});
