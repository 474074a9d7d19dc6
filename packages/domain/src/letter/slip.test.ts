import type { ClaimFormData } from '../claim/form-data.ts';
import { stateByCode } from '../jurisdictions/index.ts';
import { aClaim } from '../testing/claims.ts';
import { composeLetter } from './index.ts';
import { layoutLetter, printedParts } from './layout.ts';
import { isSlip } from './slip.ts';

const slipOf = (over: ClaimFormData = {}) =>
  composeLetter({ data: aClaim(over), state: stateByCode('AL'), dates: { letterDay: '2026-11-20' } }).parts.filter(
    isSlip,
  );
const textOf = (over?: ClaimFormData) =>
  slipOf(over)
    .map(({ text }) => text)
    .join('\n');

it('is the end of every letter unless the claimant leaves it out, and threatens nothing', () => {
  expect(textOf()).toMatch(/You do not have to use this form/);
  expect(textOf()).not.toMatch(/\b(?:court|must|unless|otherwise|deadline|law)\b/i);
  expect(slipOf({ letterLeavesOut: ['slip'] })).toEqual([]);
});

it('offers to return goods that are kept, and names whom the letter means', () => {
  const over: ClaimFormData = {
    situation: 'stolen-property',
    disputing: ['roommate-or-ex-partner'],
    defendantFirstname: 'Żółć'.repeat(15),
    defendantHasOneName: true,
  };
  expect(textOf(over)).toContain('☐ I return the property.');
  expect(textOf(over)).toContain(`☐ I am not ${'Żółć'.repeat(15)}: you have`);
  expect(textOf()).not.toContain('property');
});

it('is sent to the address the claimant chose to show', () => {
  const shown = {
    showsOtherAddress: true,
    shownAddress: '900 Work Plaza',
    shownCity: 'Mobile',
    shownState: 'AL',
    shownZipcode: '36603',
  };
  const text = textOf({ ...shown, letterLeavesOut: ['email'] });
  expect(text).toMatch(/Send it to:\n.*\n900 Work Plaza\nMobile, AL 36603$/);
  expect(text).not.toContain('@');
});

it.each([
  [{ venmo: ' @ana-n ' }, ['- Venmo: https://venmo.com/u/ana-n']],
  [{ cashapp: '$AnaN1' }, ['- Cash App: https://cash.app/$AnaN1']],
  [{ venmo: 'ask me', cashapp: 'a/../b', zelle: 'ana@example.com' }, []],
])('links to the claimant’s own page for payment where the handle is one: %j', (over, links) => {
  expect(
    slipOf(over)
      .filter(({ kind }) => kind === 'list')
      .map(({ text }) => text),
  ).toEqual(links);
});

it('is set as boxes and lines to write on, on a page of its own', () => {
  const blocks = layoutLetter(printedParts(slipOf()));
  expect(blocks.map(({ kind }) => kind).slice(0, 9)).toEqual(['page', 'heading', 'paragraph', 'paragraph', 'list', 'blanks', 'list', 'blanks', 'paragraph']); // prettier-ignore
  expect(blocks[7]).toMatchObject({ rows: [{ label: 'Name' }, { label: 'Signature' }, { label: 'Day' }] });
});
