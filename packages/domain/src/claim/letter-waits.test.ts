import { aClaim } from '../testing/claims.ts';
import { asksAboutAddressee, letterWaits } from './letter-waits.ts';

it('waits for whose debt it is only where a business asks for money that is owed', () => {
  const business = { userType: '2', businessName: 'Acme LLC' } as const;
  expect(letterWaits(aClaim(), [])).toEqual([]);
  expect(letterWaits(aClaim(business), [])).toEqual([{ for: 'debt' }]);
  expect(letterWaits(aClaim({ ...business, debtOwner: 'own' }), [])).toEqual([]);
  expect(letterWaits(aClaim({ ...business, situation: 'auto-repair' }), [])).toEqual([]);
});

it('waits for why a copy may go to somebody, and for who an office or a relation is', () => {
  const copies = [
    { name: 'Ada Byron' },
    { name: 'Human Resources', role: 'owner' },
    { name: 'his boss', role: 'co-debtor', confirmed: true },
  ] as const;
  expect(letterWaits(aClaim(), copies)).toEqual([
    { for: 'role', recipient: 0 },
    { for: 'addressee', recipient: 1 },
  ]);
});

it.each([
  ...['Human Resources', 'HR Department', 'his boss', 'Her mother Anna', 'The manager', 'su jefe', 'Payroll'],
  ...['HR at Dell', 'Head of HR', 'Linda (his wife)', 'Waco Police Department', 'ICE field office', 'Channel 7 News'],
])('asks about %s', (name) => expect(asksAboutAddressee(name)).toBe(true));
it.each([
  'Hugo Boss Inc',
  'Friends Insurance',
  'Church & Dwight',
  'Sonia Daughtry',
  'Ex Libris',
  'Park & Daughters LLC',
  'The Hartford',
  'Neighbors Mutual',
  'The Boss Construction LLC',
  'Police Federal Credit Union',
  'Newsom Legal PC',
])('does not ask about %s', (name) => expect(asksAboutAddressee(name)).toBe(false));
