import { addressLines, composeLetter, letterGaps } from '../letter/index.ts';
import { aClaim } from '../testing/claims.ts';
import { claimantOf, defendantOf } from './form-data.ts';
import { isPrintableName, needsLatinForm } from './names.ts';

const letter = (over: Parameters<typeof aClaim>[0]) =>
  composeLetter({ data: aClaim(over), state: null, dates: { letterDay: '2026-11-20' } }).text;

it.each([
  "Conor O'Brien", 'Łukasz', 'Ελένη', 'Юрій', 'Կարեն', '王小明', '田中さくら', '김민수', 'محمد', 'דוד', 'प्रिया', 'สมชาย',
  'X̌ochi', 'Kekauʻōnohi', 'メアリー 〆木', 'محمـد', 'Smith & Co., L.L.C.',
])('prints %s', (name) => expect(isPrintableName(name)).toBe(true)); // prettier-ignore
it.each(['\uFFFD', 'Bo 😀', '𐎀𐎁', 'ᚠᚢ'])('refuses %s at entry, and before a letter is written', (name) => {
  expect(isPrintableName(name)).toBe(false);
  expect(letterGaps(aClaim({ defendantLastname: name }))).toEqual(['defendantLastname']);
});
it('asks for a Latin form only where the envelope needs one', () => {
  expect(needsLatinForm('Nguyễn Łukasz Kekauʻōnohi')).toBe(false);
  expect(needsLatinForm('王小明')).toBe(true);
});

it('prints one name once', () => {
  const one = { firstname: 'Suharto', lastname: 'typed before', hasOneName: true };
  expect(letterGaps(aClaim(one))).toEqual([]);
  expect(claimantOf(aClaim(one)).name).toBe('Suharto');
  expect(letter({ ...one, lastname: '' })).not.toContain('Suharto Suharto');
  expect(letterGaps(aClaim({ lastname: '' }))).toEqual(['lastname']);
});

it('writes to a business without a contact, to its registered agent where that is chosen', () => {
  const business = {
    whoUser: '2',
    defendantBusinessName: 'Lee LLC',
    defendantFirstname: '',
    defendantLastname: '',
  } as const;
  expect(letterGaps(aClaim(business))).toEqual([]);
  expect(letter(business)).not.toContain('Attention');
  expect(letter({ ...business, toRegisteredAgent: true })).toContain('Lee LLC\nAttention: Registered agent\n');
  expect(addressLines(defendantOf(aClaim(business)).place)).toHaveLength(2);
});
