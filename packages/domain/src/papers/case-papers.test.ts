import fc from 'fast-check';
import { composeLetter } from '../letter/index.ts';
import { formatCents } from '../money/cents.ts';
import { CLOSE_REASONS, ledgerSums, NEW_CASE, openPayments, planOf, reduceCase, withReports, type ClaimantReport } from '../index.ts'; // prettier-ignore
import { aClaim } from '../testing/claims.ts';
import { casePapersOf, type CasePaperKind } from '../case/to-print.ts';
import { stateByCode } from '../jurisdictions/index.ts';
import { writeCasePaper } from './index.ts';

const owed = { ...NEW_CASE, state: 'delivered', claimedCents: 125_050 } as const;
const came = (id: string, cents: number, day = '2026-03-03'): ClaimantReport => ({ type: 'money.reported', at: 1, id, kind: 'part', cents, day, replaces: null }); // prettier-ignore
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

it('lists payments in the order of their days, however they were reported', () => {
  expect(wordsOf('balance', of(came('a', 10_000), came('b', 5_025, '2026-03-01')))).toMatch(
    /March 1, 2026.*March 3, 2026/,
  );
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
  expect(words).not.toContain('office in the business');
  const ofCompany = wordsOf('agreement', of(offered), { whoUser: '2', defendantBusinessName: 'Lee Inc.' });
  expect(ofCompany).toContain('["","Name, and office in the business:"]');
}); // prettier-ignore

it('is no agreement about another sum than what is open, until it was signed', () => {
  expect(casePapersOf(of(offered, came('a', 10_000)))).toEqual(['balance']);
  expect(casePapersOf(of(came('a', 10_000), offered, taken('a')))).toEqual([]);
  const signed = { ...offered, id: 's', kind: 'signed', terms: null, day: '2026-03-10' } as ClaimantReport;
  expect(casePapersOf(of(offered, signed, came('a', 10_000)))).toEqual(['agreement', 'balance']);
});

it('goes by the judgment once there is one: what it orders, what came since, and no plan of before', () => {
  const judged: ClaimantReport = { type: 'court.reported', at: 4, court: { caseNumber: '', hearingDay: null, servedDay: null, judgmentDay: '2026-03-02', awardedCents: 140_000 } };
  const early = { ...came('a', 10_000), day: '2026-03-01' } as ClaimantReport;
  const signed = { ...offered, id: 's', kind: 'signed', terms: null, day: '2026-03-10' } as ClaimantReport;
  expect(casePapersOf(of(offered, signed, judged))).toEqual([]);
  const words = wordsOf('balance', of(early, judged, came('b', 125_050)));
  expect(words).toContain('By the judgment of March 2, 2026 you are to pay $1,400.00. Since then I received these payments');
  expect(words).toContain('["March 3, 2026","$1,250.50"],["Received","$1,250.50"],["Still to pay","$149.50"]');
  expect(words).not.toContain('$100.00');
  expect(wordsOf('receipt', of(judged, came('b', 140_000)))).toContain('the whole sum that the judgment of March 2, 2026 orders');
  const agreed = wordsOf('agreement', of(judged, offered));
  expect(agreed).toContain('The payer pays $1,400.00 to the payee in 5 payments. It is about the judgment of March 2, 2026.');
  expect(agreed).not.toMatch(/does not admit|holds as it was sent/);
}); // prettier-ignore

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i');
const history = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({
      type: fc.constant('money.reported'),
      at: fc.nat(99),
      id: ids,
      kind: fc.constantFrom('all', 'part', 'part', 'part', 'none'),
      cents: fc.integer({ min: 1, max: 60_000 }),
      day: fc.constant('2026-03-03'),
      replaces: fc.option(ids, { freq: 2 }),
    }) },
    { weight: 2, arbitrary: fc.record({
      type: fc.constant('answer.reported'),
      at: fc.nat(99),
      id: ids,
      kind: fc.constantFrom('offer', 'offer', 'signed', 'signed', 'dispute'),
      terms: fc.record({ nowCents: fc.constant(0), nowDay: fc.constant(null), eachCents: fc.integer({ min: 6_000, max: 90_000 }), every: fc.constantFrom('week', 'month'), from: fc.constantFrom('2028-02-29', '2026-03-31') }),
      day: fc.constant('2026-03-10'),
      words: fc.constant(''),
    }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('report.withdrawn'), at: fc.nat(99), replaces: ids }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('case.closed', 'case.opened'), at: fc.nat(99), reason: fc.constantFrom(...CLOSE_REASONS) }) },
  ),
  { maxLength: 25 },
) as fc.Arbitrary<ClaimantReport[]>; // prettier-ignore

it('names one balance on page, papers and the next letter, after every report of any history', () => {
  const seen = { balance: 0, receipt: 0, agreement: 0 };
  fc.assert(
    fc.property(history, (reports) => {
      let claim = of();
      for (const report of reports) {
        claim = reduceCase(claim, report).claim;
        const { balanceCents, receivedCents } = ledgerSums(claim);
        const open = formatCents(balanceCents);
        for (const kind of casePapersOf(claim)) {
          const words = wordsOf(kind, claim);
          seen[kind] += 1;
          if (kind === 'receipt') expect([balanceCents, words.includes('Nothing is left to pay')]).toEqual([0, true]);
          else if (kind === 'balance') {
            for (const said of [`"Still to pay","${open}"`, `the balance of ${open}`, `"Received","${formatCents(receivedCents)}"`])
              expect(words).toContain(said);
          } else {
            // What was signed stays as it is: "the sum above less all payments made" is what is open.
            const plan = planOf(claim);
            const left = openPayments(claim).reduce((sum, one) => sum + one.openCents, 0);
            if (plan) expect(left).toBe(Math.min(plan.sumCents, balanceCents));
            else expect(words).toContain(`The payer pays ${open} to the payee`);
          }
        }
      }
      const { balanceCents } = ledgerSums(claim);
      if (balanceCents === 0) return;
      const earlier = { sentOn: '2026-03-01', fate: 'delivered', fateOn: '2026-03-04', payments: [], balanceCents } as const;
      const next = composeLetter({ data: aClaim(), state: stateByCode('AL'), dates: { letterDay: '2026-04-20' }, earlier });
      expect(next.text).toContain(`Second request for payment of ${formatCents(balanceCents)}`);
      expect(next.text).toContain(`the ${formatCents(balanceCents)} that is still open`);
    }),
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
}); // prettier-ignore
