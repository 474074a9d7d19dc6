import { NEW_CASE, withReports, type ClaimantReport } from '../index.ts';
import { aClaim } from '../testing/claims.ts';
import { casePapersOf, type CasePaperKind } from '../case/to-print.ts';
import { stateByCode } from '../jurisdictions/index.ts';
import { writeCasePaper } from './index.ts';

const owed = { ...NEW_CASE, state: 'delivered', claimedCents: 125_050 } as const;
const came = (id: string, cents: number): ClaimantReport => ({ type: 'money.reported', at: 1, id, kind: 'part', cents, day: '2026-03-03', replaces: null }); // prettier-ignore
const taken = (id: string): ClaimantReport => ({ type: 'report.withdrawn', at: 2, replaces: id });
const of = (...reports: ClaimantReport[]) => withReports(owed, reports);
const wordsOf = (kind: CasePaperKind, claim = of(), over = {}) =>
  JSON.stringify(
    writeCasePaper(kind, { data: aClaim(over), claim, version: 2, madeOn: '2026-03-09', state: stateByCode('AL') }),
  );

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

const offered: ClaimantReport = { type: 'answer.reported', at: 3, id: 'o', kind: 'offer', terms: { nowCents: 25_050, nowDay: '2026-03-10', eachCents: 30_000, every: 'month', from: '2026-03-31' }, day: null, words: '' }; // prettier-ignore

it('is an agreement for two signatures of what was offered, with every payment and all that holds', () => {
  expect(casePapersOf(of(offered))).toEqual(['agreement']);
  const words = wordsOf('agreement', of(came('a', 10_000), offered));
  expect(words).toContain('The payer pays $1,150.50 to the payee in 4 payments');
  expect(words).toContain('["Mar 10, 2026","$250.50","Mar 31, 2026","$300.00","Apr 30, 2026","$300.00"],["May 31, 2026","$300.00","","","",""]');
  for (const term of [/within 10 days/, /full balance is due: the sum above less all payments/, /does not admit/, /fully paid/, /once both have signed it. If it is not signed/, /law of Alabama/])
    expect(words).toMatch(term);
}); // prettier-ignore
