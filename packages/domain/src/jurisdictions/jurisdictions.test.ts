import fc from 'fast-check';
import sources from '../../data/us-states-sources.json' with { type: 'json' };
import { CATEGORIES, subcategoriesOf, type LimitKind } from '../categories/index.ts';
import { addDays, daysBetween } from '../dates/calendar-day.ts';
import { isBusinessDay } from '../dates/holidays.ts';
import { aClaim } from '../testing/claims.ts';
import { isConfirmed } from './fact.ts';
import type { LimitRule, RuleStart } from './law-rows.ts';
import { checkLimit, lastSafeDay, sizedClaimOf, timedClaimOf, timeLimit, type TimedClaim } from './limits.ts';
import { matchState } from './match-state.ts';
import { statableDepositPeriod, statableInterest, taxRateOn } from './money-rules.ts';
import { STATE_OPTIONS } from './state-options.ts';
import { stateByCode, STATES, type StateFacts } from './states.ts';

const state = (code: string): StateFacts => {
  const found = stateByCode(code);
  if (!found) throw new Error(`no state ${code}`);
  return found;
};

describe('data', () => {
  it('has 50 states and the District of Columbia, each figure with a source and a confidence', () => {
    expect(STATES.map(({ code }) => code).sort()).toEqual(Object.keys(sources.states).sort());
    for (const facts of STATES) {
      const { statutes_of_limitations: _kinds, ...records } = sources.states[facts.code as 'AL'];
      expect(Object.keys(records)).toHaveLength(5);
      for (const { source, confidence } of Object.values(records)) {
        expect(source).not.toBe('');
        expect(['official', 'corroborated', 'single', 'weak']).toContain(confidence);
      }
      expect(facts.limit.value).toBeGreaterThan(0);
      expect(facts.tax.value).toBeGreaterThanOrEqual(0);
      expect(facts.tax.value).toBeLessThan(0.1);
    }
  });

  it('has a browser slice that says the same as the full data', () => {
    expect(STATE_OPTIONS.map(({ code, name }) => [code, name]).sort()).toEqual(
      STATES.map(({ code, name }) => [code, name]).sort(),
    );
  });

  it('holds what is taken from notes to the notes', () => {
    expect(state('NV').answerPeriod).toMatchObject({ value: { days: 10, counts: 'business' } });
    expect(sources.states.NV.demand_letter_required_before_filing.note).toContain('10 business days');
    expect(state('MT').answerPeriod?.value).toEqual({ days: 14, counts: 'calendar' });
    expect(sources.states.MT.demand_letter_required_before_filing.note).toContain('14 days');
    expect(state('TX').answerPeriod).toBeNull();
  });

  it('says unknown as null, never as no', () => {
    const said = ['TX', 'AL', 'OR', 'GA'].map((code) => state(code).demandRequirement.value);
    expect(said).toEqual(['depends', null, 'required', 'not-required']);
  });
});

describe('matching a state', () => {
  it('finds every state by code and by name, in any case', () => {
    for (const { code, name } of STATE_OPTIONS)
      for (const text of [code.toLowerCase(), ` ${name.toUpperCase()} `, `${name}, USA`, `Springfield, ${code} 12345`])
        expect(matchState(text)?.code).toBe(code);
  });

  it('reads what people write of a state', () => {
    const typed = ['State of Kansas', 'West Virginia (US)', 'Washington, D.C.', 'Washington DC', 'Calif', 'Massachu'];
    expect(typed.map((text) => matchState(text)?.code)).toEqual(['KS', 'WV', 'DC', 'DC', 'CA', 'MA']);
  });

  it.each(['', null, undefined, 'Ontario', 'New', 'North', 'Carolina', 'Bavaria', 'drop in or call me', 'Tx!!', 'xx'])(
    'leaves %p unmatched, never Texas',
    (text) => expect(matchState(text)).toBeNull(),
  );

  it('answers null or one of the list for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = matchState(text);
        expect(found === null || STATE_OPTIONS.includes(found)).toBe(true);
      }),
    );
  });
});

describe('small-claims limit', () => {
  it('allows the limit itself and calculates the excess', () => {
    const of = (amountCents: number) => checkLimit(state('TX'), { amountCents, isBusiness: false });
    expect([of(20_000_00), of(20_000_01)]).toMatchObject([{ status: 'within' }, { status: 'above', excessCents: 1 }]);
  });

  it('has a lower limit for a business where the state has one', () => {
    const of = (isBusiness: boolean) => checkLimit(state('CA'), { amountCents: 8_000_00, isBusiness });
    expect([of(false), of(true)]).toMatchObject([{ status: 'within' }, { status: 'above', limitCents: 625000 }]);
  });

  it('says that it depends where courts of the state or the sources differ', () => {
    const of = (code: string, amountCents: number) =>
      checkLimit(state(code), { amountCents, isBusiness: false }).status;
    expect([of('NY', 2_000_00), of('NY', 8_000_00)]).toEqual(['within', 'depends']);
    expect([of('AZ', 3_000_00), of('AZ', 4_000_00)]).toEqual(['within', 'depends']);
  });

  // Hawaii 633-27(a)(2), Massachusetts c. 218 s. 21, Connecticut 51-15, Rhode Island 10-16-1: a part must not be given up for nothing.
  it.each([
    'HI security-deposit',
    'MA vehicle-collision',
    'CT security-deposit poor-construction',
    'RI personal-injury damaged-property',
  ])('says that it depends for a kind of claim the limit does not bind: %s', (row) => {
    const [code = '', ...free] = row.split(' ');
    const of = (about: string) => checkLimit(state(code), { amountCents: 9_000_00, isBusiness: false, about: [about] });
    expect([...free, 'auto-repair'].map((about) => of(about).status)).toEqual([...free.map(() => 'depends'), 'above']);
  });

  it('takes no kind that was ticked of another category for one its limit does not bind', () => {
    const of = (situation: string) =>
      checkLimit(state('HI'), sizedClaimOf(aClaim({ situation, disputing: ['security-deposit'], amount: '9000' })));
    expect([of('tenant-landlord').status, of('auto-repair').status]).toEqual(['depends', 'above']);
  });

  it('uses the lower limit for injuries only for injuries, and that for credit only for loans', () => {
    const claim = { amountCents: 7_000_00, isBusiness: false };
    expect(checkLimit(state('WI'), { ...claim, kinds: ['written-contract'] }).status).toBe('within');
    expect(checkLimit(state('WI'), { ...claim, kinds: ['injury'] }).status).toBe('depends');
    // Vermont, title 12, section 5531(e): of credit given to a consumer no more than $5,000.
    expect(checkLimit(state('VT'), { ...claim, kinds: ['written-contract'] }).status).toBe('within');
    expect(checkLimit(state('VT'), { ...claim, kinds: ['loan', 'oral-contract'] }).status).toBe('depends');
  });

  // Rhode Island 10-16-1: contracts, taxes, retail sales, services and negotiable instruments alone. Michigan 600.8424: no
  // intentional torts. Arkansas, Administrative Order 18: contracts, things and damage to things.
  it.each([
    ['RI', 'personal-injury', 'slip-and-fall assault', ''],
    ['RI', 'damaged-property', 'neighbor', ''],
    ['MI', 'personal-injury', 'assault', 'slip-and-fall'],
    ['MI', 'stolen-property', 'package-theft', 'kept-after-loan'],
    ['AR', 'personal-injury', 'dog-bite assault', ''],
  ])('says that it depends in %s for what is no small claim there: %s, %s', (code, situation, out, heard) => {
    const of = (sub: string, amount: string) =>
      checkLimit(state(code), sizedClaimOf(aClaim({ situation, disputing: [sub], amount }))).status;
    for (const sub of out.split(' ')) expect([of(sub, '1000'), of(sub, '9000')]).toEqual(['depends', 'depends']);
    if (heard) expect([of(heard, '1000'), of(heard, '9000')]).toEqual(['within', 'above']);
  });
});

/** A place that has these rules and no others. */
const placeWith = (...rules: (Partial<LimitRule> & { kind: LimitKind })[]): StateFacts => {
  const none = Object.fromEntries(Object.keys(state('TX').limitRules).map((kind) => [kind, [] as LimitRule[]]));
  for (const rule of rules)
    none[rule.kind]?.push({
      id: `XX.limit.${rule.kind}`,
      period: { count: 4, unit: 'years' },
      ...{ from: 'accrual', appliesFrom: null, appliesBefore: null, perhaps: [], note: null },
      citation: { title: 'Code, section 1', url: 'https://example.gov/', readOn: '2026-11-27', textOf: null },
      ...rule,
    });
  // Only the kinds a test asks for have rules.
  return { ...state('TX'), limitRules: none as unknown as StateFacts['limitRules'] };
};

it('names the last safe day to file from a confirmed end alone: the business day before it', () => {
  let named = 0;
  for (const facts of STATES) {
    for (const { value } of CATEGORIES) {
      for (const { value: kind } of subcategoriesOf(value)) {
        const data = aClaim({ situation: value, disputing: [kind], date: '2024-03-08' });
        const { endsOn } = timeLimit(facts, timedClaimOf(data, '2026-11-21'));
        const safe = lastSafeDay(data, facts, '2026-11-21');
        expect(safe === null).toBe(endsOn === null);
        if (!safe || !endsOn) continue;
        named += 1;
        expect(isBusinessDay(safe.day) && safe.day < endsOn && daysBetween(safe.day, endsOn) <= 5).toBe(true);
        expect(safe.rule.citation.title).not.toBe('');
      }
    }
  }
  expect(named).toBeGreaterThan(100);
  expect(lastSafeDay(aClaim(), null, '2026-11-21')).toBeNull();
});

describe('time limit', () => {
  const today = '2026-11-21';
  const limit = (place: StateFacts, countsFrom: string | null, over: Partial<TimedClaim> = {}) =>
    timeLimit(place, { kinds: ['goods'], start: 'delivery', countsFrom, today, ...over });
  const goods = placeWith({ kind: 'goods', from: 'delivery' });

  it('distinguishes ok, ending soon and passed', () => {
    expect(limit(goods, '2025-01-10')).toMatchObject({ status: 'ok', endsOn: '2029-01-10' });
    expect(limit(goods, '2023-01-20')).toMatchObject({ status: 'endsSoon', endsOn: '2027-01-20' });
    expect(limit(goods, '2023-01-21').status).toBe('ok');
    expect(limit(goods, '2022-11-21')).toMatchObject({ status: 'endsSoon', endsOn: today, hasSurelyPassed: false });
    expect(limit(goods, '2022-11-20')).toMatchObject({ status: 'passed', hasSurelyPassed: true });
  });

  it.each([
    ['years', 2, '2024-02-29', '2026-02-28'],
    ['years', 4, '2024-02-29', '2028-02-29'],
    ['months', 18, '2024-08-31', '2026-02-28'],
    ['days', 90, '2024-12-01', '2025-03-01'],
  ] as const)('ends on a real day: %s %i from %s', (unit, count, from, ends) => {
    expect(limit(placeWith({ kind: 'goods', period: { count, unit } }), from).endsOn).toBe(ends);
  });

  it('uses the rule in force for facts of the day, and none where none speaks of them', () => {
    const changed = placeWith(
      { kind: 'injury', appliesBefore: '2024-07-01', period: { count: 1, unit: 'years' } },
      { kind: 'injury', appliesFrom: '2024-07-02', period: { count: 2, unit: 'years' } },
    );
    const injury = { kinds: ['injury'], start: 'happened' } as const;
    expect(limit(changed, '2024-06-30', injury).endsOn).toBe('2025-06-30');
    expect(limit(changed, '2024-07-02', injury).endsOn).toBe('2026-07-02');
    // On the day of the change the text does not say which holds.
    expect(limit(changed, '2024-07-01', injury)).toMatchObject({ status: 'unknown', endsOn: null });
    expect(limit(changed, null, injury).limits).toEqual([{ kind: 'injury', rule: null, endsOn: null }]);
  });

  it('shows the earlier of two ends with both rules, and calls the time surely passed only by both', () => {
    const both = placeWith({ kind: 'goods' }, { kind: 'injury', period: { count: 2, unit: 'years' } });
    const ended = limit(both, '2024-01-01', { kinds: ['goods', 'injury'] });
    expect(ended).toMatchObject({ status: 'passed', endsOn: '2026-01-01', hasSurelyPassed: false });
    expect(ended.limits.map(({ kind, endsOn }) => `${kind} ${endsOn}`)).toEqual([
      'goods 2028-01-01',
      'injury 2026-01-01',
    ]);
  });

  const counted = (code: string, situation: string, sub: string, limitDate: string) => {
    const claim = timedClaimOf(aClaim({ situation, disputing: [sub], date: limitDate, limitDate }), today);
    const { limits, hasSurelyPassed } = timeLimit(state(code), claim);
    return [hasSurelyPassed, ...new Set(limits.map(({ rule }) => rule?.period.count))];
  };

  // Colorado 13-80-103.5 for debts and rent, Georgia 9-3-24 and Illinois 13-206 for loans in writing, New York 213
  // for those that are no credit of a consumer, Ohio 2305.07(C) for a household, Kentucky 304.39-230 for motor
  // vehicles; then for land and buildings Ohio 2305.09, Kentucky 413.120, Alaska 09.10.050, Vermont 511, Delaware
  // 8106.
  it.each([
    ['CO', 'debt-collection', 'unpaid-rent', 3, 6],
    ['GA', 'debt-collection', 'personal-loan', 4, 6],
    ['IL', 'debt-collection', 'personal-loan', 5, 10],
    ['NY', 'debt-collection', 'personal-loan', 3, 6],
    ['OH', 'debt-collection', 'shared-expenses', 4, 6],
    ['KY', 'personal-injury', 'traffic-collision', 1, 2],
    ['OH', 'damaged-property', 'water-or-fire', 2, 4],
    ['KY', 'damaged-property', 'water-or-fire', 2, 5],
    ['AK', 'damaged-property', 'water-or-fire', 2, 6],
    ['VT', 'damaged-property', 'water-or-fire', 3, 6],
    ['DE', 'damaged-property', 'water-or-fire', 2, 3],
  ])(
    'holds nothing in %s of %s, %s, to be too late before the longer time',
    (code, situation, sub, shorter, longer) => {
      const between = addDays(today, -366 * shorter);
      expect(counted(code, situation, sub, between)).toEqual([false, shorter, longer]);
      if (situation === 'damaged-property')
        expect(counted(code, situation, 'vehicle-collision', between)).toEqual([true, shorter]);
    },
  );

  it('names no end where one of the kinds has no confirmed row, no kind is known, or no day was given', () => {
    expect(limit(goods, '2025-01-01', { kinds: ['goods', 'services'] })).toMatchObject({ endsOn: null });
    expect(limit(goods, '2010-01-01', { kinds: ['goods', 'services'] }).hasSurelyPassed).toBe(false);
    expect(limit(goods, '2025-01-01', { kinds: null })).toMatchObject({ status: 'unknown', limits: [], endsOn: null });
    expect(limit(goods, null)).toMatchObject({ status: 'unknown', endsOn: null });
  });

  it.each([
    ['delivery', 'due', false],
    ['discovery', 'happened', false],
    ['lastPayment', 'due', false],
    ['accrual', 'happened', true],
    ['due', 'moveOut', false],
  ] as const)('counts a rule from %s from the day it was %s: %s', (from: RuleStart, start, counts) => {
    expect(limit(placeWith({ kind: 'goods', from }), '2025-01-01', { start }).endsOn !== null).toBe(counts);
  });

  it('lets the older table serve its own four kinds alone, where a text carries them', () => {
    for (const { limitRules } of STATES)
      for (const [kind, rules] of Object.entries(limitRules))
        for (const { id } of rules)
          if (!/^[A-Z]{2}\.limit\./.test(id))
            expect(`${kind} ${id}`).toMatch(/^(.*)-(.*) .*limitation\.\1_\2|^injury .*limitation\.personal_injury/);
    expect(state('WA').limitRules).toMatchObject({ injury: [], 'written-contract': [{}] });
    expect(state('AL').limitRules['written-contract']).toEqual([]);
    expect(state('KY').limitRules['written-contract']).toMatchObject([{ appliesFrom: '2014-07-16' }]);
  });

  it('never calls a limit ok that ends within sixty days', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STATES), fc.integer({ min: 0, max: 6000 }), (facts, ago) => {
        const kinds = ['written-contract', 'injury'] as const;
        const { status, endsOn, limits } = limit(facts, addDays(today, -ago), { kinds, start: 'happened' });
        if (!endsOn) return;
        const left = daysBetween(today, endsOn);
        expect(status).toBe(left < 0 ? 'passed' : left <= 60 ? 'endsSoon' : 'ok');
        expect(limits.every((each) => each.endsOn !== null && each.endsOn >= endsOn)).toBe(true);
      }),
    );
  });
});

describe('rates', () => {
  it('states interest only where it is fixed, confirmed and plain', () => {
    for (const facts of STATES) {
      const fact = statableInterest(facts);
      if (fact) expect([facts.interestKind, isConfirmed(fact)]).toEqual(['fixed', true]);
    }
    expect(statableInterest(state('AL'))?.value).toBe(0.06);
    expect(['AK', 'CO', 'CT', 'DC', 'DE', 'FL', 'NM', 'NV'].filter((code) => statableInterest(state(code)))).toEqual(
      [],
    );
  });

  it('states the days for a deposit only where they are confirmed', () => {
    expect(statableDepositPeriod(state('HI'))).toMatchObject({ days: 14, counts: 'calendar', isUsual: false });
    expect(statableDepositPeriod(state('AZ'))).toBeNull();
    expect(statableDepositPeriod(state('CT'))?.isUsual).toBe(true);
    expect(statableDepositPeriod(state('TX'))?.days).toBe(30);
  });

  it('taxes by the rate of the day', () => {
    expect(taxRateOn(state('DC'), '2026-09-30').value).toBe(0.06);
    expect(taxRateOn(state('DC'), '2026-10-01').value).toBe(0.07);
    expect(taxRateOn(state('MN')).value).toBe(0.06875);
  });
});
