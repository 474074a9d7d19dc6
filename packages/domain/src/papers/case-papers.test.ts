import { NEW_CASE, withReports, type ClaimantReport } from '../index.ts';
import { aClaim } from '../testing/claims.ts';
import { casePapersOf } from '../case/to-print.ts';
import { writeCasePaper } from './index.ts';

const owed = { ...NEW_CASE, state: 'delivered', claimedCents: 125_050 } as const;
const came = (id: string, cents: number): ClaimantReport => ({ type: 'money.reported', at: 1, id, kind: 'part', cents, day: '2026-03-03', replaces: null }); // prettier-ignore
const taken = (id: string): ClaimantReport => ({ type: 'money.withdrawn', at: 2, replaces: id });
const of = (...reports: ClaimantReport[]) => withReports(owed, reports);
const wordsOf = (kind: 'receipt' | 'balance', claim = of(), over = {}) =>
  JSON.stringify(writeCasePaper(kind, { data: aClaim(over), claim, version: 2, madeOn: '2026-03-09' }));

it('is a balance while a part came, a receipt once all did, and nothing else', () => {
  expect(casePapersOf(of())).toEqual([]);
  expect(casePapersOf(of(came('a', 100)))).toEqual(['balance']);
  expect(casePapersOf(of(came('a', 125_050)))).toEqual(['receipt']);
  expect(casePapersOf(of(came('a', 100), { type: 'case.closed', at: 2, reason: 'court' }))).toEqual([]);
  expect(() => wordsOf('receipt')).toThrow(RangeError);
});

it('lists what counts, with sums that add up, and leaves out what was taken back', () => {
  const words = wordsOf('balance', of(came('a', 10_000), came('b', 5_025), taken('a')));
  expect(words).toContain('["March 3, 2026","$50.25"],["Received","$50.25"],["Still to pay","$1,200.25"]');
  expect(words).not.toContain('$100.00');
  expect(words).toContain('made on March 9, 2026 · version 2');
  expect(words).not.toMatch(/\bcourt\b/);
});

it('is signed by a person for a business, and says what came above the sum', () => {
  const words = wordsOf('receipt', of(came('a', 130_000)), { userType: '2', businessName: 'Diaz LLC' });
  expect(words).toContain('We received these payments');
  expect(words).toContain('$49.50 more than our letter asked for');
  expect(words).toContain('For Diaz LLC');
});
