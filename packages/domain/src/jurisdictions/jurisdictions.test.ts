import fc from 'fast-check';
import { LIMITATION_TYPES } from '../categories/index.ts';
import { addDays, daysBetween } from '../dates/calendar-day.ts';
import { stateOptionsSource } from '../../scripts/state-options-source.ts';
import { provinceByCode, PROVINCES } from './canada.ts';
import { isConfirmed } from './fact.ts';
import { checkLimit, timeLimit } from './limits.ts';
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
  it('has 50 states and the District of Columbia, each fact with a source and a confidence', () => {
    expect(STATES).toHaveLength(51);
    for (const facts of STATES) {
      const all = [
        facts.court,
        facts.limit,
        facts.businessLimit,
        facts.interest,
        facts.depositDays,
        facts.demandRequirement,
        facts.tax,
      ];
      for (const fact of [...all, ...LIMITATION_TYPES.map((type) => facts.limitation[type])]) {
        expect(fact.record.source).not.toBe('');
        expect(['official', 'corroborated', 'single', 'weak']).toContain(fact.record.confidence);
      }
      expect(facts.limit.value).toBeGreaterThan(0);
      expect(facts.tax.value).toBeGreaterThanOrEqual(0);
      expect(facts.tax.value).toBeLessThan(0.1);
    }
  });

  it('has a browser slice that says the same as the full data', async () => {
    for (const option of STATE_OPTIONS) {
      const facts = state(option.code);
      expect([option.name, option.limitCents, option.businessLimitCents]).toEqual([
        facts.name,
        facts.limit.value,
        facts.businessLimit.value,
      ]);
    }
    expect(STATE_OPTIONS).toHaveLength(STATES.length);
    for (const row of stateOptionsSource().matchAll(/\['([A-Z]{2})', '([^']+)'/g))
      expect(STATE_OPTIONS.find(({ code }) => code === row[1])?.name).toBe(row[2]);
  });

  it('holds what is taken from notes to the notes', () => {
    expect(state('NV').answerPeriod).toMatchObject({ value: { days: 10, counts: 'business' } });
    expect(state('NV').answerPeriod?.record.note).toContain('10 business days');
    expect(state('MT').answerPeriod?.value).toEqual({ days: 14, counts: 'calendar' });
    expect(state('MT').answerPeriod?.record.note).toContain('14 days');
    expect(state('LA').limitation.personal_injury.record.note).toContain('from 2024-07-01, one year before that');
    expect(state('FL').limitation.property_damage.record.note).toContain('plan for 2');
    expect(state('TX').answerPeriod).toBeNull();
  });

  it('says unknown as null, never as no', () => {
    expect(state('TX').demandRequirement.value).toBe('depends');
    expect(state('AL').demandRequirement.value).toBeNull();
    expect(state('OR').demandRequirement.value).toBe('required');
    expect(state('GA').demandRequirement.value).toBe('not-required');
  });

  it('knows the taxes of the provinces', () => {
    expect(PROVINCES).toHaveLength(13);
    expect(provinceByCode('qc')?.salesTax.value).toBe(0.14975);
    expect(provinceByCode('TX')).toBeNull();
  });
});

describe('matching a state', () => {
  it('finds every state by code and by name, in any case', () => {
    for (const { code, name } of STATE_OPTIONS) {
      expect(matchState(code)?.code).toBe(code);
      expect(matchState(code.toLowerCase())?.code).toBe(code);
      expect(matchState(` ${name.toUpperCase()} `)?.code).toBe(code);
      expect(matchState(`${name}, USA`)?.code).toBe(code);
      expect(matchState(`Springfield, ${code} 12345`)?.code).toBe(code);
    }
  });

  it.each([
    ['Arkansas, USA', 'AR'],
    ['State of Kansas', 'KS'],
    ['West Virginia (US)', 'WV'],
    ['Washington, D.C.', 'DC'],
    ['Washington DC', 'DC'],
    ['Calif', 'CA'],
    ['Massachu', 'MA'],
  ])('reads %s as %s', (text, code) => {
    expect(matchState(text)?.code).toBe(code);
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
    expect(checkLimit(state('TX'), { amountCents: 20_000_00, isBusiness: false }).status).toBe('within');
    expect(checkLimit(state('TX'), { amountCents: 20_000_01, isBusiness: false })).toMatchObject({
      status: 'above',
      excessCents: 1,
    });
  });

  it('has a lower limit for a business where the state has one', () => {
    expect(checkLimit(state('CA'), { amountCents: 8_000_00, isBusiness: false }).status).toBe('within');
    expect(checkLimit(state('CA'), { amountCents: 8_000_00, isBusiness: true })).toMatchObject({
      status: 'above',
      limitCents: 625000,
    });
  });

  it('says that it depends where courts of the state or the sources differ', () => {
    expect(checkLimit(state('NY'), { amountCents: 8_000_00, isBusiness: false }).status).toBe('depends');
    expect(checkLimit(state('NY'), { amountCents: 2_000_00, isBusiness: false }).status).toBe('within');
    expect(checkLimit(state('AZ'), { amountCents: 4_000_00, isBusiness: false }).status).toBe('depends');
    expect(checkLimit(state('AZ'), { amountCents: 3_000_00, isBusiness: false }).status).toBe('within');
  });

  it('uses the lower limit for injuries only for injuries', () => {
    const claim = { amountCents: 7_000_00, isBusiness: false };
    expect(checkLimit(state('WI'), { ...claim, types: ['written_contract'] }).status).toBe('within');
    expect(checkLimit(state('WI'), { ...claim, types: ['personal_injury'] }).status).toBe('depends');
  });
});

describe('time limit', () => {
  const today = '2026-11-21';
  const limit = (code: string, type: (typeof LIMITATION_TYPES)[number], happenedOn: string) =>
    timeLimit(state(code), { types: [type], countsFrom: happenedOn, today });

  it('distinguishes ok, ending soon and passed', () => {
    expect(limit('TX', 'written_contract', '2025-01-10')).toMatchObject({
      status: 'ok',
      endsOn: '2029-01-10',
      years: 4,
    });
    expect(limit('TX', 'written_contract', '2023-01-20')).toMatchObject({ status: 'endsSoon', daysLeft: 60 });
    expect(limit('TX', 'written_contract', '2023-01-21').status).toBe('ok');
    expect(limit('TX', 'written_contract', '2022-11-21')).toMatchObject({ status: 'endsSoon', daysLeft: 0 });
    expect(limit('TX', 'written_contract', '2022-11-20')).toMatchObject({ status: 'passed', daysLeft: -1 });
  });

  it('is safe on February 29', () => {
    expect(limit('TX', 'personal_injury', '2024-02-29').endsOn).toBe('2026-02-28');
  });

  it('uses the years in force when it happened', () => {
    expect(limit('LA', 'personal_injury', '2024-06-30')).toMatchObject({ endsOn: '2025-06-30', status: 'passed' });
    expect(limit('LA', 'personal_injury', '2024-07-01').endsOn).toBe('2026-07-01');
  });

  it('decides nothing without the day it counts from', () => {
    const open = timeLimit(state('TX'), { types: ['written_contract'], countsFrom: null, today });
    expect(open).toMatchObject({ status: 'unknown', years: 4, endsOn: null, daysLeft: null });
  });

  it('lets a rule that was changed speak of earlier facts alone, and cites no text for it', () => {
    expect(limit('FL', 'personal_injury', '2023-03-23')).toMatchObject({ years: 4, fact: { citation: null } });
    expect(limit('FL', 'personal_injury', '2023-03-24').years).toBe(2);
    expect(limit('FL', 'property_damage', '2022-10-17').earlierEndsOn).toBeNull();
    expect(limit('KY', 'written_contract', '2014-07-15').years).toBe(15);
    expect(limit('KY', 'written_contract', '2014-07-16').years).toBe(10);
    for (const facts of STATES)
      for (const type of LIMITATION_TYPES)
        if (facts.code !== 'FL') expect(limit(facts.code, type, '2025-05-05').earlierEndsOn).toBeNull();
  });

  it('gives each kind of limit its own note', () => {
    expect(state('KY').limitation.written_contract.note).toContain('15 years');
    expect(state('KY').limitation.personal_injury.note).toBeNull();
    expect(state('MN').limitation.written_contract.note).toBeNull();
  });

  it('gives an earlier end where carelessness causes one', () => {
    expect(limit('FL', 'property_damage', '2025-05-05')).toMatchObject({
      endsOn: '2029-05-05',
      earlierEndsOn: '2027-05-05',
    });
  });

  it('shows no date when the kind of claim is not known, and the first to end when there are several', () => {
    const claim = { countsFrom: '2025-01-01', today };
    expect(timeLimit(state('CA'), { ...claim, types: [] })).toMatchObject({ status: 'unknown', endsOn: null });
    expect(timeLimit(state('CA'), { ...claim, types: ['written_contract', 'oral_contract'] }).type).toBe(
      'oral_contract',
    );
  });

  it('never calls a limit ok that ends within sixty days', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STATES),
        fc.constantFrom(...LIMITATION_TYPES),
        fc.integer({ min: 0, max: 6000 }),
        (facts, type, ago) => {
          const result = timeLimit(facts, { types: [type], countsFrom: addDays(today, -ago), today });
          if (!result.endsOn) return;
          const left = daysBetween(today, result.endsOn);
          expect(result.status).toBe(left < 0 ? 'passed' : left <= 60 ? 'endsSoon' : 'ok');
          if (result.earlierEndsOn) expect(result.earlierEndsOn < result.endsOn).toBe(true);
        },
      ),
    );
  });
});

describe('rates', () => {
  it('states interest only where it is fixed, confirmed and plain', () => {
    for (const facts of STATES) {
      const fact = statableInterest(facts);
      if (!fact) continue;
      expect(facts.interestKind).toBe('fixed');
      expect(isConfirmed(fact)).toBe(true);
    }
    expect(statableInterest(state('AL'))?.value).toBe(0.06);
    for (const code of ['AK', 'CO', 'DC', 'DE', 'FL', 'NM', 'NV', 'TX'])
      expect(statableInterest(state(code))).toBeNull();
  });

  it('states the days for a deposit only where they are confirmed', () => {
    expect(statableDepositPeriod(state('HI'))).toMatchObject({ days: 14, counts: 'calendar', isUsual: false });
    expect(statableDepositPeriod(state('AZ'))).toBeNull();
    expect(statableDepositPeriod(state('CT'))?.isUsual).toBe(true);
    expect(statableDepositPeriod(state('TX'))).toBeNull();
  });

  it('taxes by the rate of the day', () => {
    expect(taxRateOn(state('DC'), '2026-09-30').value).toBe(0.06);
    expect(taxRateOn(state('DC'), '2026-10-01').value).toBe(0.07);
    expect(taxRateOn(state('MN')).value).toBe(0.06875);
  });
});
