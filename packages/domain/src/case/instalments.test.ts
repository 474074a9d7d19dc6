import fc from 'fast-check';
import { addDays } from '../dates/calendar-day.ts';
import type { ClaimantReport } from './case-file-state.ts';
import { instalmentPlan, lastAnswer, MOST_PAYMENTS, openPayments, planOf } from './instalments.ts';
import { PLAN_PERIODS, type PlanTerms } from './plan-terms.ts';
import { nextStepOf } from './next-step.ts';
import { NEW_CASE, reduceCase, withReports } from './reduce-case.ts';
import { caseDeadlines } from './reminders.ts';

const terms = (over: Partial<PlanTerms> = {}): PlanTerms => ({
  nowCents: 0,
  nowDay: null,
  eachCents: 30_000,
  every: 'month',
  from: '2027-01-31',
  ...over,
});
const daysOf = (over: Partial<PlanTerms>, sum = 125_050) => instalmentPlan(sum, terms(over)).map(({ day }) => day);

it('adds up to the cent with its days in order, or is no plan', () => {
  const day = fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2026-01-01', days));
  const cents = fc.integer({ min: -5, max: 500_000 });
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 2_500_000 }), fc.record({ nowCents: cents, nowDay: fc.option(day), eachCents: cents, every: fc.constantFrom(...PLAN_PERIODS), from: day }), (sum, of) => {
      const plan = instalmentPlan(sum, of);
      if (plan.length === 0) return;
      expect(plan.reduce((all, one) => all + one.cents, 0)).toBe(sum);
      expect(plan.every((one) => one.cents > 0 && Number.isInteger(one.cents))).toBe(true);
      expect(plan.every((one, at) => at === 0 || one.day > (plan[at - 1]?.day ?? ''))).toBe(true);
      expect(plan.length).toBeLessThanOrEqual(MOST_PAYMENTS);
    }),
    { numRuns: 500 },
  );
}); // prettier-ignore

it('keeps the day of the month where there is one, and else takes the last', () => {
  expect(daysOf({})).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  expect(daysOf({ from: '2028-02-29' }).slice(0, 2)).toEqual(['2028-02-29', '2028-03-29']);
  expect(daysOf({ from: '2028-02-29', eachCents: 10_000 }).at(12)).toBe('2029-02-28');
  expect(daysOf({ from: '2026-12-28', every: 'week' }).slice(0, 2)).toEqual(['2026-12-28', '2027-01-04']);
});

it.each([
  ['the whole sum at once', { nowCents: 125_050, nowDay: '2027-01-01' }],
  ['one part that is the sum', { eachCents: 125_050 }],
  ['days out of order', { nowCents: 100, nowDay: '2027-01-31' }],
  ['a first sum without a day', { nowCents: 100 }],
  ['more payments than a page holds', { eachCents: 5_000 }],
  ['nothing a time', { eachCents: 0 }],
])('takes %s for no plan', (_, over) => {
  expect(daysOf(over)).toEqual([]);
});

const said = (id: string, kind: 'offer' | 'dispute' | 'not_them' | 'signed', over = {}) =>
  ({ type: 'answer.reported', at: 5, id, kind, terms: kind === 'offer' ? terms() : null, day: kind === 'signed' ? '2027-01-02' : null, words: '', ...over }) as ClaimantReport; // prettier-ignore
const came = (id: string, cents: number, at = 6): ClaimantReport => ({ type: 'money.reported', at, id, kind: 'part', cents, day: '2027-02-01', replaces: null }); // prettier-ignore
const none = (id: string, at: number) => ({ ...came(id, 0, at), kind: 'none', day: null }) as ClaimantReport;
const owed = { ...NEW_CASE, state: 'delivered', claimedCents: 125_050 } as const;
const of = (...reports: ClaimantReport[]) => withReports(owed, reports);
const at = (day: string) => Date.parse(`${day}T20:00:00Z`);
const facts = { standing: 'delivered', answerBy: '2026-12-20', place: { state: 'CA' } };
const stepOn = (day: string, ...reports: ClaimantReport[]) => nextStepOf(of(...reports), { ...facts, at: at(day) });

it('is a plan once it is signed: what came counts for the earliest payment, and the rest has its days', () => {
  expect(planOf(of(said('o', 'offer')))).toBeNull();
  const claim = of(came('a', 5_050), said('o', 'offer'), said('s', 'signed'), came('b', 30_500));
  expect(planOf(claim)).toMatchObject({ sumCents: 120_000, signedOn: '2027-01-02' });
  expect(openPayments(claim).map(({ day, openCents }) => [day, openCents])).toEqual([
    ['2027-02-28', 29_500],
    ['2027-03-31', 30_000],
    ['2027-04-30', 30_000],
  ]);
  const deadlines = caseDeadlines(claim, { ...facts, fileBy: null });
  expect(deadlines).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'].map((day) => ({ kind: 'plan', day })));
  expect(openPayments(of(came('a', 5_050), said('o', 'offer'), said('s', 'signed'), came('c', 200_000)))).toEqual([]);
});

it('asks for each payment on the day after it, leaves ten days for one that was missed, and says when the plan is broken', () => {
  const signed = [said('o', 'offer'), said('s', 'signed')];
  expect(stepOn('2027-01-31', ...signed)).toEqual({ step: 'plan', until: '2027-01-31' });
  expect(stepOn('2027-02-01', ...signed)).toEqual({ step: 'ask', until: null });
  const missed = [...signed, none('n', at('2027-02-01'))];
  expect(stepOn('2027-02-10', ...missed)).toEqual({ step: 'plan_late', until: '2027-02-10' });
  expect(stepOn('2027-02-11', ...missed)).toEqual({ step: 'plan_broken', until: null });
  expect(stepOn('2027-02-11', ...missed, came('b', 30_000))).toEqual({ step: 'plan', until: '2027-02-28' });
});

it.each(['offer', 'dispute', 'not_them'] as const)(
  'moves the next step by the answer %s, until it is taken back',
  (kind) => {
    expect(stepOn('2026-12-10', said('o', kind)).step).toBe(kind);
    const back: ClaimantReport = { type: 'report.withdrawn', at: 7, replaces: 'o' };
    expect(stepOn('2026-12-10', said('o', kind), back)).toEqual({ step: 'wait', until: '2026-12-20' });
    expect(lastAnswer(of(said('o', kind), back))).toBeNull();
  },
);

it.each([
  ['an offer that is no plan', [said('o', 'offer', { terms: terms({ eachCents: 0 }) })]],
  ['signatures under no offer', [said('s', 'signed')]],
  ['an offer beside a signed plan', [said('o', 'offer'), said('s', 'signed'), said('p', 'offer')]],
  [
    'taking back an offer that was signed',
    [said('o', 'offer'), said('s', 'signed'), { type: 'report.withdrawn', at: 7, replaces: 'o' }],
  ],
  ['an id that is there', [came('o', 1), said('o', 'dispute')]],
  ['an answer in a closed case', [{ type: 'case.closed', at: 1, reason: 'court' }, said('o', 'dispute')]],
] as [string, ClaimantReport[]][])('refuses %s', (_, reports) => {
  const before = of(...reports.slice(0, -1));
  expect(reports.slice(-1).map((last) => reduceCase(before, last))).toMatchObject([{ ok: false, claim: before }]);
});
