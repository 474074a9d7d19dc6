import type { ClaimFormData } from '../claim/form-data.ts';
import { stateByCode } from '../jurisdictions/index.ts';
import { writePapers } from '../papers/index.ts';
import { aClaim } from '../testing/claims.ts';
import { composeLetter, letterGaps } from './index.ts';

const letterOf = (over: ClaimFormData = {}) =>
  composeLetter({ data: aClaim(over), state: stateByCode('AL'), dates: { letterDay: '2026-11-20' } });
const partOf = (over: ClaimFormData, id: string) => letterOf(over).parts.find((part) => part.id === id)?.text;
const paperText = (over: ClaimFormData, id: string) =>
  JSON.stringify(
    writePapers('full-trial', {
      data: aClaim(over),
      state: stateByCode('AL'),
      madeOn: '2026-11-20',
    }).find((paper) => paper.id === id)?.blocks,
  );
const OTHER: ClaimFormData = {
  showsOtherAddress: true,
  careOf: 'Maria Lopez',
  shownAddress: '900 Work Plaza',
  shownCity: 'Mobile',
  shownState: 'AL',
  shownZipcode: '36603',
};

it.each([
  [{}, /say how much you can pay, and when/],
  [{ partPayments: 'asked' }, /say how much you can pay, and when/],
  [
    { partPayments: 'monthly', partPaymentAmount: '125.5' },
    /I would accept \$125\.50 a month\. Write to me by December/,
  ],
  [{ partPayments: 'monthly', partPaymentAmount: 'soon' }, /say how much you can pay, and when/],
  [{ partPayments: 'none' }, /I ask for the whole sum at once/],
] as const)('offers part payments as chosen: %j', (choice, sentence) => {
  expect(partOf(choice, 'settle-parts')).toMatch(sentence);
});

it('says in every letter what settles the matter and what does not, whatever is chosen', () => {
  for (const partPayments of ['', 'asked', 'monthly', 'none'] as const)
    for (const letterLeavesOut of [[], ['phone', 'email', 'call', 'mediation', 'court', 'interest']] as const)
      for (const userType of ['1', '2'] as const) {
        const { text } = letterOf({ partPayments, letterLeavesOut, userType, businessName: 'Diaz LLC' });
        expect(text).toMatch(/in full by [A-Z][a-z]+ \d{1,2}, \d{4} settles this matter/);
        expect(text).toMatch(/A part payment does not settle the rest unless (?:I|we) agree to that in writing/);
        expect(text).toMatch(/(?:I|we) keep all rights/);
      }
});

it.each([
  ['phone', /\(251\) 555-0100/],
  ['email', /ana@example\.com/],
  ['call', /You can also call me/],
  ['mediation', /mediation/],
  ['court', /\bcourt(?! paper)/],
  ['interest', /rate set by law/],
] as const)('leaves out %s when the claimant says so, and only then', (what, pattern) => {
  expect(letterOf().text).toMatch(pattern);
  expect(letterOf({ letterLeavesOut: [what] }).text).not.toMatch(pattern);
});

describe('another address', () => {
  it('is the only one the other side reads, in the letter and in the papers', () => {
    const { text } = letterOf(OTHER);
    expect(partOf(OTHER, 'sender')).toBe('Ana Núñez\nc/o Maria Lopez\n900 Work Plaza\nMobile, AL 36603');
    expect(text).not.toContain('5 Oak Ave');
    const papers = writePapers('full-trial', { data: aClaim(OTHER), state: stateByCode('AL'), madeOn: '2026-11-20' });
    expect(JSON.stringify(papers)).toContain('900 Work Plaza');
    expect(JSON.stringify(papers)).not.toContain('5 Oak Ave');
  });

  it('is whole, or there is no letter', () => {
    expect(letterGaps(aClaim({ ...OTHER, shownZipcode: ' ' }))).toEqual(['shownZipcode']);
    expect(letterGaps(aClaim({ showsOtherAddress: true }))).toEqual([
      'shownAddress',
      'shownCity',
      'shownState',
      'shownZipcode',
    ]);
  });
});

it('says "about" in letter and papers for a day that is not sure, and takes a time limit for passed only when it surely has', () => {
  const partOf = (over: ClaimFormData, id: string): string =>
    composeLetter({ data: aClaim(over), state: stateByCode('NY'), dates: { letterDay: '2026-11-20' } }).parts.find(
      (part) => part.id === id,
    )?.text ?? '';
  const sure = { situation: 'personal-injury', disputing: [], date: '2010-03-03' };
  expect(partOf(sure, 'court')).not.toMatch(/court/);
  const about = { ...sure, dateIsAbout: true };
  expect(partOf(about, 'when')).toContain('on or about March 3, 2010');
  expect(partOf({ dateIsAbout: true }, 'when')).toContain('began on or about March 3, 2026');
  expect(partOf(about, 'court')).not.toMatch(/court/);
  // Three years in New York: by the day itself the time has passed, a year on it has not.
  const recent = { ...about, date: '2023-06-01' };
  expect(partOf({ ...recent, dateIsAbout: false }, 'court')).not.toMatch(/court/);
  expect(partOf(recent, 'court')).toMatch(/court/);
  for (const id of ['statement-of-claim', 'timeline', 'hearing-script']) {
    expect(paperText(about, id)).toContain('about March 3, 2010');
    expect(paperText(about, id)).not.toMatch(/(?<!about )March 3, 2010/);
  }
});

describe('interest in the papers', () => {
  it.each([
    [{ interestChoice: 'ask' }, /"Interest","As the court allows"/],
    [{}, /"Interest","☐ As the court allows\\n☐ Not asked for"/],
  ] as const)('%j', (choice, row) => expect(paperText(choice, 'statement-of-claim')).toMatch(row));

  it('is not named when the claimant wants none', () => {
    expect(paperText({ interestChoice: 'none' }, 'statement-of-claim')).not.toMatch(/[Ii]nterest/);
    expect(paperText({ interestChoice: 'none' }, 'damages-worksheet')).toContain('You chose not to ask for interest.');
    expect(letterOf({ interestChoice: 'none' }).text).not.toMatch(/rate set by law/);
  });

  it('is never given up for the claimant', () => {
    for (const interestChoice of ['', 'ask', 'none'] as const)
      expect(paperText({ interestChoice }, 'statement-of-claim')).not.toMatch(/None asked/);
  });
});
