import fc from 'fast-check';
import type { ClaimFormData } from '../claim/form-data.ts';
import { formatDay, isBusinessDay } from '../index.ts';
import { stateByCode } from '../jurisdictions/index.ts';
import { aClaim } from '../testing/claims.ts';
import { screenText } from './gate/gate.ts';
import { checkLetter, composeLetter, payByIn, redateParts, type EarlierLetter, type LetterFate } from './index.ts';

const first: EarlierLetter = {
  sentOn: '2026-08-03',
  fate: 'delivered',
  fateOn: '2026-08-07',
  payments: [],
  balanceCents: 1_250_50,
};
const secondOf = (earlier: Partial<EarlierLetter>, over: ClaimFormData = {}) =>
  composeLetter({
    data: aClaim(over),
    state: stateByCode('AL'),
    dates: { letterDay: '2026-11-20' },
    earlier: { ...first, ...earlier },
  });
/** What is said between the salutation and the ways to pay. */
const saidIn = (letter: ReturnType<typeof secondOf>) =>
  letter.text.slice(letter.text.indexOf('Dear '), letter.text.indexOf('You can pay')).trim();
const ASKS = (sum: string) =>
  `I am asking you to pay the ${sum} that is still open by December 14, 2026. What I wrote in that letter still stands.`;
const NOTHING = 'I have not received a payment from you since then.';

it.each<[string, Partial<EarlierLetter>, string, string]>([
  ['delivered', {}, 'That letter was delivered on August 7, 2026.', `${NOTHING} ${ASKS('$1,250.50')}`],
  [
    'refused',
    { fate: 'refused' },
    'That letter was refused on August 7, 2026. If you ask me, I will send you a copy of it.',
    `${NOTHING} ${ASKS('$1,250.50')}`,
  ],
  [
    'not collected',
    { fate: 'unclaimed' },
    'That letter was not collected from the post office. If you ask me, I will send you a copy of it.',
    `${NOTHING} ${ASKS('$1,250.50')}`,
  ],
  [
    'returned',
    { fate: 'returned' },
    'That letter was returned to me on August 7, 2026. If you ask me, I will send you a copy of it.',
    `${NOTHING} ${ASKS('$1,250.50')}`,
  ],
  [
    'without news',
    { fate: 'unknown', fateOn: null },
    'I have no news of its delivery.',
    `${NOTHING} ${ASKS('$1,250.50')}`,
  ],
  [
    'partly paid',
    {
      payments: [
        { cents: 300_00, day: '2026-08-20' },
        { cents: 50_50, day: '2026-09-01' },
      ],
      balanceCents: 900_00,
    },
    'That letter was delivered on August 7, 2026.',
    `Since then you have paid $350.50: $300.00 on August 20, 2026, $50.50 on September 1, 2026. Thank you. ${ASKS('$900.00')}`,
  ],
])('says of a first letter that was %s what became of it, what was paid, and a new day', (_, earlier, fate, rest) => {
  const letter = secondOf(earlier);
  expect(saidIn(letter)).toBe(`Dear Bo O'Lee,\n\nI wrote to you on August 3, 2026. ${fate}\n\n${rest}`);
  expect(letter.payBy.payBy).toBe('2026-12-14');
});

it('is shorter than the first, names no law and no court, and keeps its plain tone', () => {
  const claim = aClaim({ tone: 'firm', letterLeavesOut: ['slip'] });
  const input = { data: claim, state: stateByCode('AL'), dates: { letterDay: '2026-11-20' } };
  const [letter, second] = [composeLetter(input), composeLetter({ ...input, earlier: first })];
  const bodyOf = ({ text }: typeof letter) => text.slice(text.indexOf('Dear ')).length;
  expect(bodyOf(second)).toBeLessThan(bodyOf(letter) * 0.7);
  expect(second.parts.filter(({ from }) => from.citation)).toEqual([]);
  expect(second.text.replace('This letter is not a court paper.', '')).not.toMatch(/court|require|file a claim/i);
  expect(second.text).toContain('Subject: Second request for payment of $1,250.50: an unpaid invoice');
});

it('says "we" for a business, and asks for the property where that is kept', () => {
  const { text } = secondOf({ fate: 'refused' }, { userType: '2', businessName: 'Núñez Design LLC', situation: 'stolen-property', disputing: ['kept-after-loan'], letterLeavesOut: ['slip'] }); // prettier-ignore
  expect(text).toContain('We wrote to you');
  expect(text).toContain('If you ask us, we will send you a copy of it.');
  expect(text).toContain('return the property or pay the $1,250.50 that is still open in its place');
  expect(text).not.toMatch(/\bI (?:am|wrote|will)\b/);
});

const fates: LetterFate[] = ['delivered', 'refused', 'unclaimed', 'returned', 'undeliverable', 'unknown'];
const day = fc
  .integer({ min: 0, max: 100 })
  .map((days) => new Date(Date.UTC(2026, 7, 4 + days)).toISOString().slice(0, 10));
const centsIn = (text: string) =>
  [...text.matchAll(/\$([\d,]+)\.(\d\d)/g)].map(([, dollars = '', cents = '']) =>
    Number(dollars.replaceAll(',', '') + cents),
  );

it('names no sum above what is owed, is never "final", and holds nothing that the gate finds', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...fates),
      fc.array(fc.record({ cents: fc.integer({ min: 1, max: 30_000 }), day }), { maxLength: 7 }),
      fc.constantFrom<NonNullable<ClaimFormData['partPayments']>>('asked', 'monthly', 'none'),
      fc.integer({ min: 1, max: 5_000 }),
      fc.option(day, { nil: null }),
      (fate, payments, partPayments, monthly, fateOn) => {
        const received = payments.reduce((sum, { cents }) => sum + cents, 0);
        const balanceCents = Math.max(1, 1_250_50 - received);
        const letter = secondOf(
          { fate, payments, balanceCents, fateOn },
          { tone: 'firm', partPayments, partPaymentAmount: monthly },
        );
        const ofPayments = new Set([received, ...payments.map(({ cents }) => cents)]);
        const [said = '', asked = ''] =
          letter.text.split('Thank you.').length > 1 ? letter.text.split('Thank you.') : ['', letter.text];
        expect(centsIn(asked).filter((cents) => cents > balanceCents)).toEqual([]);
        expect(centsIn(said).filter((cents) => cents > balanceCents && !ofPayments.has(cents))).toEqual([]);
        expect(letter.amountCents).toBe(balanceCents);
        expect(letter.text).not.toMatch(/final|last (?:chance|notice|warning)/i);
        expect(screenText(letter.text)).toEqual([]);
        const facts = {
          amountCents: balanceCents,
          payBy: letter.payBy.payBy,
          claimantName: 'Ana Núñez',
          defendantName: "Bo O'Lee",
        };
        expect(checkLetter(letter.text, facts)).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});

it('is refused when nothing is owed, and asks for no more than the first did', () => {
  expect(() => secondOf({ balanceCents: 0 })).toThrow(RangeError);
  expect(secondOf({ balanceCents: 9_999_99 }).amountCents).toBe(1_250_50);
});

it('is dated anew like any letter: only its day and its date to pay by move', () => {
  const earlier = { payments: [{ cents: 300_00, day: '2026-08-20' }], balanceCents: 950_50 };
  const { parts, payBy } = secondOf(earlier);
  const written = { letterDay: '2026-11-20', payBy: payBy.payBy };
  const moved = redateParts(parts, written, { letterDay: '2026-11-27', payBy: '2026-12-21' });
  expect(payByIn(moved, { letterDay: '2026-11-27', payBy: '2026-12-21' })).toBe('2026-12-21');
  expect(isBusinessDay('2026-12-21')).toBe(true);
  expect(moved.find(({ id }) => id === 'paid-since')?.text).toContain(formatDay('2026-08-20'));
  expect(moved.find(({ id }) => id === 'earlier')?.text).toContain('August 3, 2026');
});
