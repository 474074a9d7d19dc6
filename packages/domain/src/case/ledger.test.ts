import fc from 'fast-check';
import { CLOSE_REASONS, type ClaimantReport, type ClaimCase } from './case-file-state.ts';
import { ledgerSums } from './ledger.ts';
import { nextStepOf } from './next-step.ts';
import { NEW_CASE, reduceCase, withReports } from './reduce-case.ts';

const OWED: ClaimCase = { ...NEW_CASE, state: 'delivered', claimedCents: 125_050 };
const part = (id: string, cents: number, replaces: string | null = null) =>
  ({ type: 'money.reported', at: 1, id, kind: 'part', cents, day: '2026-03-03', replaces }) as const;
const said = (id: string, kind: 'all' | 'none', replaces: string | null = null) =>
  ({ ...part(id, 0, replaces), kind }) as const;
const run = (reports: readonly ClaimantReport[], from = OWED) =>
  reports.reduce((claim, report) => reduceCase(claim, report).claim, from);

it('closes a case when the last of the money came, and opens it when that is corrected', () => {
  const paid = run([part('a', 100_000), said('b', 'all')]);
  expect(paid).toMatchObject({ closed: 'paid', state: 'delivered', ledger: [{}, { cents: 25_050 }] });
  const corrected = run([part('c', 5_000, 'b')], paid);
  expect(corrected.closed).toBeNull();
  expect(ledgerSums(corrected)).toMatchObject({ receivedCents: 105_000, balanceCents: 20_050 });
  expect(corrected.ledger.map(({ standing }) => standing)).toEqual(['counts', 'corrected', 'counts']);
  const withdrawn = run([{ type: 'report.withdrawn', at: 2, replaces: 'b' }], paid);
  expect([withdrawn.closed, ledgerSums(withdrawn).balanceCents]).toEqual([null, 25_050]);
});

it('counts for a judgment what came since, and is open or paid by its sum, whichever was known first', () => {
  const judged = (awardedCents: number | null): ClaimantReport => ({
    type: 'court.reported',
    at: 1,
    court: { caseNumber: '', hearingDay: null, servedDay: null, judgmentDay: '2026-03-03', awardedCents },
  });
  const before: ClaimantReport = { ...part('a', 25_050), day: '2026-03-02' };
  const decided = run([before, judged(130_000)]);
  expect(ledgerSums(decided)).toEqual({ owedCents: 130_000, receivedCents: 0, balanceCents: 130_000, overCents: 0 });
  expect(run([part('b', 125_050)], decided).closed).toBeNull();
  expect(run([part('b', 125_050), said('c', 'all')], decided)).toMatchObject({
    closed: 'paid',
    ledger: [{}, {}, { cents: 4_950 }],
  });
  expect(reduceCase(decided, { ...said('c', 'all'), day: '2026-03-02' }).ok).toBe(false);
  // For less than the letter asks.
  expect(run([part('b', 70_000)], run([judged(70_000)])).closed).toBe('paid');
  // Its sum is typed last.
  expect(run([judged(null), said('b', 'all'), judged(130_000)]).closed).toBeNull();
  expect(run([part('b', 70_000), judged(70_000)]).closed).toBe('paid');
});

it('counts a report that corrects the only one against the whole sum', () => {
  expect(run([part('a', 100), said('b', 'all', 'a')]).ledger[1]).toMatchObject({ cents: 125_050 });
});

it.each([
  ['a part of nothing', [part('a', 0)]],
  ['a part of a cent', [part('a', 0.5)]],
  ['more than any claim', [part('a', 100_000_001)]],
  ['a report of an id that is there', [part('a', 1), part('a', 2)]],
  ['a correction of what is not there', [part('a', 1, 'z')]],
  ['a correction of what was corrected', [part('a', 1), part('b', 2, 'a'), part('c', 3, 'a')]],
  ['all of what has come', [said('a', 'all'), said('b', 'all')]],
  ['no money where all came', [said('a', 'all'), said('b', 'none')]],
  ['an opening of what the ledger closed', [said('a', 'all'), { type: 'case.opened', at: 2 }]],
  [
    'a second closing',
    [
      { type: 'case.closed', at: 1, reason: 'court' },
      { type: 'case.closed', at: 2, reason: 'other' },
    ],
  ],
] as [string, ClaimantReport[]][])('refuses %s', (_, reports) => {
  const before = run(reports.slice(0, -1));
  expect(reduceCase(before, reports.at(-1)!)).toMatchObject({ ok: false, claim: before });
});

it('takes no report before the letter is mailed, and keeps those that were taken whatever becomes of it', () => {
  expect(reduceCase({ ...OWED, state: 'approved' }, said('a', 'all')).ok).toBe(false);
  expect(reduceCase({ ...OWED, state: 'approved' }, { type: 'case.closed', at: 1, reason: 'settled' }).ok).toBe(false);
  // What makes a letter harmful is said of one that is not mailed too.
  const dead = reduceCase({ ...OWED, state: 'approved' }, { type: 'case.closed', at: 1, reason: 'dead' }).claim;
  expect([dead.closed, reduceCase(dead, { type: 'case.opened', at: 2 }).claim.closed]).toEqual(['dead', null]);
  expect(withReports({ ...OWED, state: 'rejected' }, [said('a', 'all')])).toMatchObject({
    state: 'rejected',
    closed: 'paid',
  });
});

it('closes by hand and opens again; money that comes later is counted', () => {
  const closed = run([{ type: 'case.closed', at: 1, reason: 'settled' }, part('a', 100)]);
  expect(closed).toMatchObject({ closed: 'settled', ledger: [{ cents: 100 }] });
  expect(run([{ type: 'case.opened', at: 2 }], closed).closed).toBeNull();
});

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const report = fc.oneof(
  fc.record({
    type: fc.constant('money.reported'),
    at: fc.nat(99),
    id: ids,
    kind: fc.constantFrom('all', 'part', 'none'),
    cents: fc.integer({ min: -5, max: 90_000 }),
    day: fc.option(fc.constant('2026-03-03')),
    replaces: fc.option(ids),
  }),
  fc.record({ type: fc.constant('report.withdrawn'), at: fc.nat(99), replaces: ids }),
  fc.record({ type: fc.constant('case.closed'), at: fc.nat(99), reason: fc.constantFrom(...CLOSE_REASONS) }),
  fc.record({ type: fc.constant('case.opened'), at: fc.nat(99) }),
  fc.record({
    type: fc.constant('court.reported'),
    at: fc.nat(99),
    court: fc.record({
      judgmentDay: fc.constantFrom('2026-03-02', '2026-03-04'),
      awardedCents: fc.integer({ min: 1, max: 200_000 }),
    }),
  }),
) as fc.Arbitrary<ClaimantReport>;

it('conserves the sums, drops no report and says "paid" exactly when nothing is open, whatever is reported', () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 25 }), (reports) => {
      let claim = OWED;
      for (const one of reports) {
        const before = claim.ledger.map(({ id }) => id);
        claim = reduceCase(claim, one).claim;
        const { owedCents, receivedCents, balanceCents, overCents } = ledgerSums(claim);
        expect(receivedCents + balanceCents - overCents).toBe(owedCents);
        expect(claim.ledger.map(({ id }) => id).slice(0, before.length)).toEqual(before);
        expect(claim.closed === 'paid').toBe(balanceCents === 0);
      }
    }),
  );
});

describe('the next step', () => {
  const place = { state: 'CA' };
  const facts = { standing: 'delivered', answerBy: '2026-03-14', place };
  // 9 pm on March 14 in California, where it is March 15 in UTC already.
  const evening = Date.UTC(2026, 2, 15, 4);
  const nextDay = Date.UTC(2026, 2, 15, 20);

  it('is to wait to the end of the day to pay by at the place, and to say what came from the day after', () => {
    expect(nextStepOf(OWED, { ...facts, at: evening })).toEqual({ step: 'wait', until: '2026-03-14' });
    expect(nextStepOf(OWED, { ...facts, at: nextDay })).toEqual({ step: 'ask', until: null });
    expect(nextStepOf(OWED, { ...facts, at: nextDay, answerBy: null }).step).toBe('wait');
  });

  it('is asked again after the day when only an earlier part was reported', () => {
    const early = run([{ ...part('a', 100), at: evening }]);
    expect(nextStepOf(early, { ...facts, at: nextDay }).step).toBe('ask');
    expect(nextStepOf(run([{ ...part('b', 100), at: nextDay }], early), { ...facts, at: nextDay }).step).toBe('unpaid');
    expect(nextStepOf(run([said('c', 'all')], early), { ...facts, at: nextDay }).step).toBe('closed');
  });

  it('is what the court asks for once the case is there, whatever was offered before', () => {
    const court = { caseNumber: '', hearingDay: '2026-03-20', servedDay: null, judgmentDay: null };
    const stepAt = (days: object, at = nextDay) =>
      nextStepOf({ ...OWED, court: { ...court, ...days } }, { ...facts, at });
    expect(stepAt({})).toEqual({ step: 'hearing', until: '2026-03-20' });
    expect(stepAt({ hearingDay: '2026-03-15' }).step).toBe('hearing');
    expect(stepAt({ hearingDay: '2026-03-14' })).toEqual({ step: 'filed', until: null });
    expect(stepAt({ hearingDay: null, caseNumber: '26-SC-1' }).step).toBe('filed');
    expect(stepAt({ hearingDay: null }).step).toBe('ask');
    expect(stepAt({ judgmentDay: '2026-03-14' })).toEqual({ step: 'judged', until: null });
    expect(nextStepOf({ ...OWED, court, closed: 'settled' }, { ...facts, at: nextDay }).step).toBe('closed');
  });

  it('says what became of a letter before that', () => {
    expect(nextStepOf(OWED, { ...facts, standing: 'returned', at: evening }).step).toBe('returned');
    expect(nextStepOf(OWED, { ...facts, standing: 'to_read', at: nextDay }).step).toBe('to_read');
  });
});
