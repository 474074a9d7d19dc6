import fc from 'fast-check';
import { LETTER_LEAVES_OUT, type ClaimFormData } from '../claim/form-data.ts';
import { stateByCode } from '../jurisdictions/index.ts';
import { aClaim } from '../testing/claims.ts';
import { BLANK_MARK, composeLetter, composeSoFar, letterGaps, type LetterPart } from './index.ts';

const input = (data: ClaimFormData) => ({ data, state: stateByCode('AL'), dates: { letterDay: '2026-11-20' } });
const soFar = (data: ClaimFormData) => composeSoFar(input(data));
const textOf = (parts: readonly LetterPart[], id: string) => parts.find((part) => part.id === id)?.text ?? '';
const STEP_1: ClaimFormData = {
  situation: 'debt-collection',
  disputing: ['unpaid-invoice'],
  amount: '1250.50',
  date: '2026-03-03',
  incidentCity: 'Mobile',
  incidentState: 'AL',
};

/** Whether a part says what the part of the whole letter says, with blanks where it says nothing. */
const agrees = (part: string, whole: string): boolean => {
  const pieces = part.split(new RegExp(`(${BLANK_MARK}+)`));
  const pattern = pieces.map((piece) =>
    piece.startsWith(BLANK_MARK) ? '[^]*' : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return new RegExp(`^${pattern.join('')}$`).test(whole);
};

it.each([
  ['a person against a person', {}],
  [
    'a business against a business',
    { userType: '2', businessName: 'Diaz LLC', whoUser: '2', defendantBusinessName: 'Lee Inc.' },
  ],
  ['with everything left out', { letterLeavesOut: LETTER_LEAVES_OUT }],
  ['with an account that is attached', { claimDescription: 'They promised to pay $5 and did not. '.repeat(400) }],
  [
    'with a sentence that may not be printed',
    { claimDescription: 'I made it. Pay or I will call the police. They owe it.' },
  ],
] as const)('is the letter itself once every answer is given: %s', (_name, over) => {
  const data = aClaim(over);
  expect(soFar(data)).toEqual(composeLetter(input(data)).parts);
});

it('begins with what is known after the first step, and says neither "I" nor "we" before it is known who writes', () => {
  const parts = soFar(STEP_1);
  expect(textOf(parts, 'subject')).toBe('Subject: Request for payment of $1,250.50: an unpaid invoice');
  expect(textOf(parts, 'salutation')).toMatch(/^Dear _+ _+,$/);
  expect(textOf(parts, 'opening')).toMatch(/^_+$/);
  expect(textOf(parts, 'facts')).toMatch(/^_+$/);
  expect(parts.map(({ text }) => text).join('\n')).not.toMatch(/\b(?:I|[Ww]e|us|ourselves|my(?:self)?)\b/);
});

it('names no law before both sides are known', () => {
  expect(soFar(STEP_1).filter(({ from }) => from.citation)).toEqual([]);
  expect(textOf(soFar(aClaim()), 'court')).toContain('Alabama');
});

it('writes no amount that was not given', () => {
  const parts = soFar({ ...STEP_1, amount: 'soon' });
  expect(textOf(parts, 'sum')).toMatch(/^Total owed: _+$/);
  expect(parts.map(({ text }) => text).join('\n')).not.toContain('$');
});

it('says of any answers nothing that the whole letter does not say', () => {
  const whole = aClaim({ businessName: 'Diaz LLC', defendantBusinessName: 'Lee Inc.' });
  const needed = letterGaps({});
  const letter = composeLetter(input(whole)).parts;
  // These say less, or another thing that is true, while an answer that decides them is open.
  const open = new Set(['when', 'court', 'court-ask', 'ways-none', 'interest']);
  fc.assert(
    fc.property(fc.subarray([...needed]), (left) => {
      const data = Object.fromEntries(Object.entries(whole).filter(([field]) => !left.some((gone) => gone === field)));
      for (const part of soFar(data)) {
        if (open.has(part.id)) continue;
        expect({ id: part.id, agrees: agrees(part.text, textOf(letter, part.id)), text: part.text }).toMatchObject({
          agrees: true,
        });
      }
    }),
  );
});
