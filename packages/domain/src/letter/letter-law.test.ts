import fc from 'fast-check';
import { CATEGORIES } from '../categories/index.ts';
import type { ClaimFormData } from '../claim/form-data.ts';
import { isBusinessDay } from '../index.ts';
import { answerPeriodOf, demandRules, depositRules, STATES, stateByCode } from '../jurisdictions/index.ts';
import { formatCents } from '../money/cents.ts';
import { aClaim } from '../testing/claims.ts';
import { composeLetter, type LetterInput } from './index.ts';

const letterOf = (over: ClaimFormData = {}, input: Partial<LetterInput> = {}) =>
  composeLetter({ data: aClaim(over), state: stateByCode('AL'), dates: { letterDay: '2026-11-20' }, ...input });
const partText = (letter: ReturnType<typeof letterOf>, id: string) => letter.parts.find((part) => part.id === id)?.text;
const keysOf = (rules: ReturnType<typeof depositRules>) =>
  rules.flatMap(({ questions }) => questions.map(({ key }) => key));

describe('law', () => {
  const courtOf = (over: ClaimFormData, state = 'AL') =>
    partText(letterOf({ incidentState: state, ...over }, { state: stateByCode(state) }), 'court') ?? '';

  it('names the kind of court only when it hears the amount', () => {
    expect(courtOf({ amount: '5000' }, 'FL')).toContain('small claims in Florida: County court.');
    // Philadelphia has another court than the rest of its state.
    expect(courtOf({}, 'PA')).toContain('small claims in Pennsylvania.');
    expect(courtOf({ amount: '6000' })).toContain('the court that hears small claims in Alabama.');
    expect(courtOf({ amount: '6000.01' })).toContain('may take this matter to court');
    expect(courtOf({ amount: '9000', overLimitChoice: 'waive' })).toContain('the court that hears small claims');
    expect(courtOf({ amount: '9000', overLimitChoice: 'letter-only' })).toContain('may take this matter to court');
    // Rules of civil procedure 500.3 let nobody give a part up.
    expect(courtOf({ amount: '21000', overLimitChoice: 'waive' }, 'TX')).toContain('may take this matter to court');
    expect(courtOf({ amount: '8000' }, 'NY')).toContain('may take this matter to court');
  });

  it('names no smaller sum than it asks, where the excess is given up', () => {
    const { text, ...letter } = letterOf({ amount: '9000', overLimitChoice: 'waive' }, { state: stateByCode('FL') });
    expect(partText({ text, ...letter }, 'court')).toMatch(
      /I may file a claim in the court that hears small claims in Florida \(County court\) and ask for what the law allows there\.$/,
    );
    expect(text.match(/\$[\d,.]*\d/g)?.every((sum) => sum === '$9,000.00')).toBe(true);
    expect(partText(letterOf(), 'court-ask')).toContain('I would then ask for this amount');
  });

  it('speaks of neither court nor interest when the time has passed by the day that was given', () => {
    const sold = { disputing: ['shared-expenses'] };
    const from = (over: ClaimFormData) => letterOf({ ...sold, ...over }, { state: stateByCode('NY') });
    const late = from({ limitDate: '2015-01-01' });
    expect(partText(late, 'court')).toContain('will decide what to do next');
    expect(late.parts.some(({ id }) => id === 'court-ask' || id === 'interest')).toBe(false);
    expect(partText(from({ limitDate: '2015-01-01', limitDateUnknown: true }), 'court')).toContain('small claims');
    expect(partText(from({ date: '2015-01-01' }), 'court')).toContain('small claims');
    // Nor by a limit that was not read there.
    expect(partText(letterOf({ ...sold, limitDate: '2015-01-01' }), 'court')).toContain('small claims');
  });

  it('names the rate that is right for who asks whom', () => {
    const rate = (over: ClaimFormData, code: string) =>
      partText(letterOf(over, { state: stateByCode(code) }), 'interest');
    const business = { userType: '2', businessName: 'Acme LLC' } as const;
    const against = { whoUser: '2', defendantBusinessName: 'Lee LLC' } as const;
    expect(rate({ ...business }, 'NY')).toContain('2% a year');
    expect(rate({}, 'NY')).toBeUndefined();
    expect(rate({ ...against }, 'NY')).toContain('9% a year');
    expect(rate({ ...business, ...against }, 'NY')).toContain('9% a year');
    expect(rate({ ...business }, 'AL')).toBeUndefined();
    expect(rate({}, 'AL')).toContain('6% a year');
  });

  it.each(['We agreed on 5% a year.', 'at 1.5 percent a month', 'five per cent interest', 'APR was named'])(
    "names no rate beside the claimant's own: %s",
    (words) => expect(partText(letterOf({ claimDescription: words }), 'interest')).toBeUndefined(),
  );

  it('names no law when the state is not known', () => {
    const letter = letterOf({}, { state: null });
    expect(letter.parts.some(({ from }) => from.citation)).toBe(false);
    expect(partText(letter, 'court')).toContain('may take this matter to court');
  });

  it('asks for a multiple of the deposit where the claimant says that every condition is met, and never before', () => {
    const deposit = { situation: 'tenant-landlord', disputing: ['security-deposit'], incidentState: 'TX' };
    const said = (lawAnswers: string[], id = 'multiple') =>
      partText(letterOf({ ...deposit, lawAnswers }, { state: stateByCode('TX') }), id);
    const keys = keysOf(depositRules(deposit, stateByCode('TX')));
    expect(keys).toHaveLength(3);
    const asks = (code: string) => JSON.stringify(depositRules(deposit, stateByCode(code)));
    for (const state of ['NJ', 'LA'].map(stateByCode)) {
      const doubled = letterOf({ ...deposit, lawAnswers: keysOf(depositRules(deposit, state)) }, { state });
      expect(partText(doubled, 'multiple')).toMatch(
        /up to twice the part wrongly kept \(.*, section (?:46:8-21\.1|9:3252)\)/,
      );
    }
    // Georgia leaves small landlords out of it: section 44-7-36.
    // Illinois, since 2024, leaves none out: Public Act 103-224. Florida, since 2025, knows notices by e-mail: section 83.505.
    expect([asks('GA'), asks('IL'), asks('FL')]).toEqual([
      expect.stringMatching(/more than ten homes/),
      expect.not.stringMatching(/five or more/),
      expect.stringMatching(/e-mail/),
    ]);
    for (const key of keys) expect(said(keys.filter((each) => each !== key))).toBeUndefined();
    expect(said(keys)).toMatch(/up to three times the part wrongly kept.*\(Texas Property Code, section 92\.109\)/);
    // A letter that asks for it before a court says so where it tells what a court would be asked.
    expect(said(keys, 'court-ask')).toContain(
      'ask for this amount, for what the law on deposits allows beyond it, and for court costs',
    );
    expect(said([], 'court-ask')).toContain('ask for this amount, and for court costs');
    // What was ticked of another place, or of words that read otherwise by now, says nothing here.
    expect(said(keys.map((key) => key.replace('TX', 'PA')))).toBeUndefined();
    expect(said(keys.map((key) => key.replace(/#.*/, '#00000000')))).toBeUndefined();
  });

  it('gives the days of the statute whose written demand the letter is, and says why', () => {
    const seller = { whoUser: '2', defendantBusinessName: 'Lee LLC' } as const;
    const bought = { ...seller, situation: 'product-defect', disputing: ['stopped-working'], incidentState: 'MA' };
    const MA = stateByCode('MA');
    const keys = keysOf(demandRules(bought, MA));
    const from = (over: ClaimFormData) => letterOf({ ...bought, ...over }, { state: MA });
    const [demand, plain] = [from({ lawAnswers: keys }), from({ lawAnswers: keys.slice(1) })];
    expect(answerPeriodOf({ ...bought, lawAnswers: keys }, MA)).toEqual({ days: 30, counts: 'calendar' });
    expect([plain.payBy.payBy, demand.payBy.payBy]).toEqual(['2026-12-14', '2026-12-30']);
    expect(partText(demand, 'demand-period')).toMatch(
      /written demand .*\(.*93A, section 9\)\. It gives you 30 days to/,
    );
    expect(demand.text).toContain('December 30, 2026');
    expect(partText(plain, 'demand-period')).toBeUndefined();
    // Between two persons, and for a business, the statute asks for none.
    expect(demandRules({ ...bought, whoUser: '1' }, MA)).toEqual([]);
    expect(demandRules({ ...bought, userType: '2', businessName: 'Acme LLC' }, MA)).toEqual([]);
  });

  it('leaves court out when the sender wishes, and says so calmly', () => {
    const letter = letterOf({ letterLeavesOut: ['court'] });
    const texts = letter.parts.map(({ id, text }) => (id === 'service' ? '' : text));
    expect(texts.join('\n').replace('A court may add interest', '')).not.toMatch(/court/i);
  });

  it('mentions interest only for agreements, with its source and date, and never adds it to the sum', () => {
    const interest = letterOf().parts.find(({ id }) => id === 'interest');
    const citation = { title: 'Code of Alabama, section 8-8-1', textOf: '2026-02' };
    expect(interest?.from).toMatchObject({ kind: 'rule', citation });
    expect(letterOf().amountCents).toBe(125050);
    expect(partText(letterOf({ situation: 'damaged-property', disputing: [] }), 'interest')).toBeUndefined();
    expect(partText(letterOf({}, { state: stateByCode('FL') }), 'interest')).toBeUndefined();
    expect(partText(letterOf({ letterLeavesOut: ['interest'] }), 'interest')).toBeUndefined();
  });

  it('names the section of the statute in parentheses', () => {
    const debt = { situation: 'debt-collection', disputing: ['unpaid-invoice'] };
    expect(partText(letterOf(debt, { state: stateByCode('AL') }), 'interest')).toBe(
      'A court may add interest. The rate set by law in Alabama is 6% a year (Code of Alabama, section 8-8-1), unless another rate applies.',
    );
    for (const state of STATES)
      for (const data of [debt, { situation: 'tenant-landlord', disputing: ['security-deposit'] }]) {
        const { parts } = letterOf(data, { state });
        for (const { text, from } of parts.filter(({ from: { kind } }) => kind === 'rule')) {
          const named = /\([^)]*\bsections? [^)]*\)/.exec(text)?.[0];
          if (named) expect(named).toBe(`(${from.citation?.title.replace(/ \((?:as|then) .*/, '')})`);
        }
      }
  });

  it('names the days for a deposit only when a deposit is asked for and the days are confirmed', () => {
    const said = (code: string, sub = 'security-deposit') =>
      partText(letterOf({ situation: 'tenant-landlord', disputing: [sub] }, { state: stateByCode(code) }), 'deposit');
    expect(said('HI')).toBe(
      'In Hawaii, a landlord has 14 days to return a security deposit (Hawaii Revised Statutes, section 521-44).',
    );
    // Kentucky 383.580 names no day to pay by: its 30 and 60 days are those after which a landlord may keep what nobody asks for.
    expect([said('AZ'), said('KY'), said('HI', 'roommate')]).toEqual([undefined, undefined, undefined]);
    const usual =
      'AR 60, CT 21, GA 30, IA 30, IL 45, MI 30, MS 45, ND 30, NJ 30, NM 30, NY 14, OH 30, RI 20, SC 30, SD 21, VA 45, VT 14, WA 30';
    for (const each of usual.split(', ')) expect(said(each.slice(0, 2))).toContain(`usually has ${each.slice(3)} days`);
    expect(said('TX')).toContain('30 days to return a security deposit (Texas Property Code, section 92.103)');
  });

  it('names the fee for a check that came back, where no demand of its own words comes first', () => {
    const check = (code: string) =>
      partText(letterOf({ disputing: ['bounced-check'] }, { state: stateByCode(code) }), 'check-fee');
    expect(check('TX')).toContain('a fee of up to $30.00 as well (Texas Business and Commerce Code, section 3.506).');
    expect([check('MI'), check('AL')]).toEqual([undefined, undefined]);
    expect(partText(letterOf({}, { state: stateByCode('TX') }), 'check-fee')).toBeUndefined();
  });

  it('follows the answer period of the state', () => {
    // Two weeks with two holidays: ten business days end later than fourteen days.
    const dates = { letterDay: '2026-12-10' };
    expect(letterOf({}, { state: stateByCode('NV'), dates }).payBy.payBy).toBe('2027-01-04');
    expect(letterOf({}, { dates }).payBy.payBy).toBe('2026-12-31');
  });

  it('gives a source to every rule of law it states, in every state and category', () => {
    for (const state of STATES)
      for (const { value, subcategories } of CATEGORIES) {
        const disputing = subcategories.slice(0, 1).map((sub) => sub.value);
        const letter = letterOf({ situation: value, disputing, incidentState: state.code }, { state });
        expect(isBusinessDay(letter.payBy.payBy)).toBe(true);
        for (const { id, text, from } of letter.parts)
          if ((from.kind === 'rule' && from.ref.includes('.')) || (text.includes(state.name) && id !== 'when'))
            expect(id === 'court' || from.citation).toBeTruthy();
      }
  });
});

describe('amounts', () => {
  it('always stand in the letter exactly as typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 25000, max: 2_500_000 }), (cents) => {
        const typed = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const letter = letterOf({ amount: typed });
        expect(letter.amountCents).toBe(cents);
        expect(letter.text.split(formatCents(cents)).length - 1).toBe(4);
      }),
      { numRuns: 60 },
    );
  });
});
