/** What can be bought. Specification, sections 3 and 9; R17. */
export type PackageId = 'demand-letter' | 'small-claims' | 'full-trial';

/** Which court papers a row of the price table brings. */
export type PaperSet = 'none' | 'claim' | 'trial';

export interface PackageOffer {
  readonly id: PackageId;
  readonly title: string;
  readonly desc: string;
  /** Whole US cents, before discount and tax. */
  readonly priceCents: number;
  readonly papers: PaperSet;
  /** Part of the price that is for the court papers: it is kept when they were opened (R44). */
  readonly papersCents: number;
  readonly frequency: 'One Time';
  readonly features: readonly string[];
  readonly popular: boolean;
}

/** The line of a package that stands for every line of another. */
export const allOf = (title: string): string => `Everything in ${title}`;

/** What the specification writes: the first rows of the price table, and shown where a document has no list of prices. */
export const DEFAULT_PACKAGES: readonly PackageOffer[] = [
  {
    id: 'demand-letter',
    title: 'Demand Letter',
    desc: 'A letter that asks for your money, sent by certified mail.',
    priceCents: 39_00,
    papers: 'none',
    papersCents: 0,
    frequency: 'One Time',
    features: [
      'A letter made from your answers',
      'You can read and change it before it goes out',
      'Certified Mail with a tracking number',
      'Proof of mailing you can keep',
    ],
    popular: false,
  },
  {
    id: 'small-claims',
    title: 'Small Claims',
    desc: 'The letter, and the papers to prepare a small-claims case.',
    priceCents: 99_00,
    papers: 'claim',
    papersCents: 60_00,
    frequency: 'One Time',
    features: [
      allOf('Demand Letter'),
      'Statement of claim, timeline and damages worksheet',
      'Evidence index and filing checklist for your state',
      'Instructions for serving, fee waiver and what comes after',
      'Court papers ready within 24 hours',
    ],
    popular: true,
  },
  {
    id: 'full-trial',
    title: 'Full Trial',
    desc: 'The letter, the court papers, and help to get ready for the hearing.',
    priceCents: 199_00,
    papers: 'trial',
    papersCents: 160_00,
    frequency: 'One Time',
    features: [
      allOf('Small Claims'),
      'A script for your hearing',
      'The questions you are likely to be asked',
      'A timed rehearsal',
    ],
    popular: false,
  },
];

export const findPackage = (id: string | null | undefined, packages: readonly PackageOffer[] = DEFAULT_PACKAGES) =>
  packages.find((candidate) => candidate.id === id) ?? null;

/** The plain letter package: its id, or any package whose title contains 'demand letter'. */
export const isDemandLetterPackage = (offer: { id?: string | null; title?: string | null }): boolean =>
  offer.id === 'demand-letter' || Boolean(offer.title?.toLowerCase().includes('demand letter'));

/** Which papers come with what was bought; an id that was never sold brings none, so that nobody waits for them. */
export const paperSetOf = (id: string | null | undefined): PaperSet => findPackage(id)?.papers ?? 'none';

/** Packages other than the plain letter come with court papers. */
export const hasCourtPapers = (id: string | null | undefined): boolean => paperSetOf(id) !== 'none';

/** Who chose to go on with the letter only has no use for court papers (R38). */
export const fitsOverLimitChoice = (
  offer: { id?: string | null; title?: string | null },
  choice: string | null | undefined,
): boolean => choice !== 'letter-only' || !hasCourtPapers(offer.id);

/** Letters after the first one: rows of the price table, each sold for the letter that was mailed before it (R50). */
export const SECOND_LETTER = 'second-letter';
/** The same text to the same address, by mail that nobody has to sign for. */
export const FIRST_CLASS_TWIN = 'first-class-twin';
/** The same text to another address. */
export const NEW_ADDRESS = 'new-address';
export const FURTHER_LETTERS = [SECOND_LETTER, FIRST_CLASS_TWIN, NEW_ADDRESS] as const;
export type FurtherLetter = (typeof FURTHER_LETTERS)[number];
export const isFurtherLetter = (id: string | null | undefined): id is FurtherLetter =>
  FURTHER_LETTERS.some((one) => one === id);

/** More recipients are sold with the plain letter package; a further letter goes to the other side alone. */
export const allowsExtraRecipients = (offer: { id?: string | null; title?: string | null }): boolean =>
  isDemandLetterPackage(offer) && !isFurtherLetter(offer.id);

/** One more certified letter: 6.99 dollars. */
export const EXTRA_RECIPIENT_CENTS = 6_99;

/**
 * The struck-through price: one and a half times the price in whole dollars, rounded, then raised to the next number
 * that is one less than a multiple of ten. 39 gives 59, 99 gives 149.
 * @param priceCents - whole cents
 * @returns whole cents
 */
export function originalPriceCents(priceCents: number): number {
  // In halves of a dollar, to round half up without floats: price * 1.5 = price * 3 / 2.
  const dollars = Math.floor((priceCents * 3 + 100) / 200);
  return (Math.ceil((dollars + 1) / 10) * 10 - 1) * 100;
}
