import { composeLetter } from '@redress/domain/letter';
import { printedParts } from '@redress/domain/letter-layout';
import { stateByCode } from '@redress/domain/jurisdictions';
import type { ClaimFormData } from '@redress/contracts';
import { renderPdf } from '../../platform/pdf/render.ts';
import { aClaim } from '../../testing/claims.ts';
import { letterFooter } from './letter-pdf.ts';

const SENTENCE = 'We agreed on March 3, 2026 that the roof would be finished for $4,800 and nothing was paid back. ';
const filled = (characters: number) => SENTENCE.repeat(Math.ceil(characters / SENTENCE.length)).slice(0, characters);
/** Everything a letter can say at its longest. */
const LONGEST: ClaimFormData = {
  situation: 'debt-collection',
  disputing: ['unpaid-invoice', 'bounced-check'],
  userType: '2',
  businessName: 'The Honourable Association of Independent Piano Movers of Texas, L.L.C.',
  whoUser: '2',
  defendantBusinessName: 'Northwestern Carpentry and Cabinet Making Company of Portland, Inc.',
  partPayments: 'monthly',
  partPaymentAmount: '150',
  showsOtherAddress: true,
  careOf: 'Maria Lopez-Hernandez',
  shownAddress: '900 Work Plaza',
  shownCity: 'Mobile',
  shownState: 'AL',
  shownZipcode: '36603',
  venmo: '@piano-movers',
  cashapp: '$pianomovers',
  zelle: 'accounts@example.com',
  paymentTypes: ['Check', "Cashier's Check", 'Cash', 'Money Order'],
  tone: 'friendly',
};

async function pagesOf(
  answers: ClaimFormData,
  { isBodyOnly = false }: { isBodyOnly?: boolean } = {},
): Promise<{ letter: number; all: number }> {
  const letter = composeLetter({ data: aClaim(answers), state: stateByCode('AL'), dates: { letterDay: '2026-11-23' } });
  const draw = async (parts: typeof letter.parts) =>
    (
      await renderPdf({
        kind: 'letter',
        info: {
          title: 'Demand letter',
          madeAt: '2026-11-23T15:00:00Z',
          footer: letterFooter(aClaim(answers)),
        },
        parts: printedParts(parts),
        signerName: 'Zoë Núñez',
        signature: null,
      })
    ).pages;
  const attached = letter.parts.findIndex(({ id }) => /^(?:attachment|slip)/.test(id));
  return {
    letter: await draw(attached < 0 ? letter.parts : letter.parts.slice(0, attached)),
    all: isBodyOnly ? 0 : await draw(letter.parts),
  };
}

it.each([
  ['just below the length that is attached', 1800, 600],
  ['long', 9000, 5000],
])('is two pages at most before what is attached, with an account %s', async (_what, story, calculation) => {
  const pages = await pagesOf({
    ...LONGEST,
    claimDescription: filled(story),
    claimCalculation: filled(calculation),
  });
  expect(pages.letter).toBeLessThanOrEqual(2);
  // What is attached begins on a page of its own.
  if (story > 1800) expect(pages.all).toBeGreaterThanOrEqual(pages.letter + 3);
});

it.each([[600], [1000], [1300]])('prints an account of %i characters whole in a usual letter', async (story) => {
  const answers = { claimDescription: filled(story), claimCalculation: filled(290) };
  expect(await pagesOf(answers)).toEqual({ letter: 2, all: 3 });
});

it('puts the form for an answer on one page of its own, with the longest names, links and addresses', async () => {
  const bare: ClaimFormData = { ...LONGEST, letterLeavesOut: ['slip'] };
  const { all } = await pagesOf(bare);
  expect(await pagesOf({ ...bare, letterLeavesOut: [] })).toMatchObject({ all: all + 1 });
});

it('leaves no empty page before the form of a letter that fills its pages to the last line', async () => {
  const sizes: number[] = [];
  for (let story = 500; story <= 1400; story += 90)
    for (const letterLeavesOut of [['slip'], []] satisfies ClaimFormData['letterLeavesOut'][])
      sizes.push((await pagesOf({ claimDescription: filled(story), letterLeavesOut })).all);
  expect(sizes.filter((_, index) => index % 2 === 1)).toEqual(
    sizes.filter((_, index) => index % 2 === 0).map((n) => n + 1),
  );
});

it('stays on two pages whatever the lengths of account and calculation', async () => {
  const tooLong: string[] = [];
  for (const [name, base] of [
    ['usual', {}],
    ['longest', LONGEST],
  ] as const)
    for (let story = 200; story <= 2000; story += 150)
      for (const calculation of [100, 350, 590]) {
        const answers = { ...base, claimDescription: filled(story), claimCalculation: filled(calculation) };
        const { letter } = await pagesOf(answers, { isBodyOnly: true });
        if (letter > 2) tooLong.push(`${name} ${story} ${calculation}`);
      }
  expect(tooLong).toEqual([]);
});

it('names the company at the foot, and not the person who signs for it', () => {
  expect(letterFooter(aClaim({ ...LONGEST }))).toBe(`${LONGEST.businessName} to ${LONGEST.defendantBusinessName}`);
});
