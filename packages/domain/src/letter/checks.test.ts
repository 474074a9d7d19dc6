import fc from 'fast-check';
import warnings from '../../data/letter-warnings.json' with { type: 'json' };
import { checkLetter, WARNING_TEXTS, type WarningCode } from './checks.ts';
import { diffLetters } from './diff.ts';

const facts = { amountCents: 125000, payBy: '2026-12-14', claimantName: 'Ana Núñez', defendantName: "Bo O'Lee" };
const base = "Ana Núñez asks Bo O'Lee to pay $1,250.00 by December 14, 2026. ";
const codes = (text: string): WarningCode[] => checkLetter(base + text, facts).map(({ code }) => code);

it.each<[string, WarningCode]>([
  ['If you do not pay I will call the police.', 'threat.police'],
  ['Pay, or I may have to report you to law enforcement', 'threat.police'],
  ['I will press charges.', 'threat.prosecution'],
  ['You could go to jail for this.', 'threat.prosecution'],
  ['I will tell immigration about you.', 'threat.immigration'],
  ['I can call ICE.', 'threat.immigration'],
  ['I will inform your boss.', 'threat.employer'],
  ["I'll tell your wife.", 'threat.family'],
  ['We will contact the newspapers.', 'threat.press'],
  ['I will leave a bad review on Yelp.', 'threat.reviews'],
  ['This will ruin your credit score.', 'threat.credit'],
  ['You will regret this.', 'threat.violence'],
  ['My number is 123-45-6789.', 'number.ssn'],
  ['Pay to account no. 000123456789.', 'number.account'],
  ['Card 4242 4242 4242 4242.', 'number.card'],
  ['You are a liar.', 'tone.insult'],
  ['You are hereby asked to pay.', 'tone.lawyer'],
  ['My attorney told me so.', 'tone.lawyer'],
  ['FINAL NOTICE', 'tone.finalNotice'],
  ['The judge will rule for me.', 'claim.outcome'],
  ['You are being sued.', 'claim.courtPaper'],
])('warns about: %s', (text, code) => {
  expect(codes(text)).toContain(code);
});

it.each([
  'I filed a police report on March 3.',
  'The police came to the house that night.',
  'My husband and I told you about it.',
  'You left a review of my shop in May.',
  'The tracking number is 9400 1112 0620 6406 2607 87.',
  'My ZIP code is 36602-1234 and my phone is (251) 555-0100.',
  'Invoice 123-456 and order 1002003004.',
  'I paid by card. The last four digits are 4242.',
  'The car needs new parts.',
  'Write to me at zoe.4111111111111111.4@example.com.',
])('lets a plain fact pass: %s', (text) => {
  expect(codes(text)).toEqual([]);
});

it('reports what a letter no longer says', () => {
  expect(checkLetter('Please pay.', facts)).toEqual(
    ['missing.amount', 'missing.payBy', 'missing.claimant', 'missing.defendant'].map((code) => ({
      code,
      excerpt: '',
      at: -1,
    })),
  );
});

it.each(['$1,250', '$1250.00', '$1,250.00.', '1250 dollars'])('reads %s as the amount', (amount) => {
  expect(checkLetter(`${amount} ${base.replace('$1,250.00', '')}`, facts)).toEqual([]);
});

it.each(['$11,250.00', '$1,250.50', '$1,250,000', '$1.250'])('does not take %s for it', (amount) => {
  expect(checkLetter(`${amount} ${base.replace('$1,250.00', '')}`, facts).map(({ code }) => code)).toEqual([
    'missing.amount',
  ]);
});

it('points at the words found', () => {
  const text = `${base}You are a liar.`;
  const [warning] = checkLetter(text, facts);
  expect(text.slice(warning?.at).startsWith(warning?.excerpt ?? '-')).toBe(true);
});

it('has a sentence for every code and never fails on any text', () => {
  for (const text of Object.values(WARNING_TEXTS)) expect(text).toMatch(/\.$/);
  expect(Object.values(warnings.codes).filter((code) => !(code in WARNING_TEXTS))).toEqual([]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      for (const { code } of checkLetter(text, facts)) expect(WARNING_TEXTS[code]).toBeDefined();
    }),
  );
});

describe('comparing versions', () => {
  const kinds = (before: string, after: string) =>
    diffLetters(before, after).map(({ kind, text }) => `${kind[0]}:${text}`);

  it('shows what was removed and added', () => {
    expect(kinds('a\nb\nc', 'a\nx\nc')).toEqual(['s:a', 'r:b', 'a:x', 's:c']);
    expect(kinds('a', 'a')).toEqual(['s:a']);
    expect(kinds('a\nb', 'b')).toEqual(['r:a', 's:b']);
  });

  it('gives back both versions for any two', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 30 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffLetters(before, after);
        expect(
          diff
            .filter(({ kind }) => kind !== 'added')
            .map((line) => line.text)
            .join('\n'),
        ).toBe(before);
        expect(
          diff
            .filter(({ kind }) => kind !== 'removed')
            .map((line) => line.text)
            .join('\n'),
        ).toBe(after);
      }),
    );
  });

  it('stays quick for versions with nothing in common', () => {
    const lines = (mark: string) => Array.from({ length: 5000 }, (_, index) => `${mark}${index}`).join('\n');
    expect(diffLetters(lines('a'), lines('b'))).toHaveLength(10_000);
  });
});
