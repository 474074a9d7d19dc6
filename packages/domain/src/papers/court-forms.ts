/**
 * Forms of courts: where a court keeps each, which revision was read, and which words of a claim stand in which box. The
 * blanks are not here: `npm run ops -- forms fetch` brings them. Ticks, dates to be chosen and signatures are the person's.
 */
import { heading, note, paragraph } from './blocks.ts';
import type { Party } from '../claim/form-data.ts';
import { formatDay, shortDayOf, type CalendarDay } from '../dates/calendar-day.ts';
import { inQuotes } from '../facts/read-fact.ts';
import { itemLine } from '../facts/sums.ts';
import { ownCalculation } from '../facts/texts.ts';
import { matchState } from '../jurisdictions/match-state.ts';
import { formatPhone } from '../letter/address.ts';
import { formatCents } from '../money/cents.ts';
import { caseFileOf, storySentences, type CaseFile } from './case-file.ts';
import type { PaperBlock, PaperInput } from './paper.ts';

export interface FormField {
  /** The whole name of the box in the file. */
  readonly name: string;
  /** Where it is found on the page. */
  readonly item: string;
  readonly words: (file: CaseFile) => string;
}

export interface CourtForm {
  /** `SC-100`. */
  readonly id: string;
  readonly state: string;
  readonly title: string;
  /** Where the court keeps it. */
  readonly url: string;
  /** The revision that `fields` was read from, and its file; null while nobody has read one. */
  readonly read: { readonly revision: CalendarDay; readonly sha256: string } | null;
  /** Since when it is no longer kept at `url`. */
  readonly goneOn: CalendarDay | null;
  readonly fields: readonly FormField[];
}

const party = (
  of: (file: CaseFile) => Party,
  item: string,
  names: Readonly<Record<'name' | 'phone' | 'address' | 'city' | 'state' | 'zip', string>>,
): FormField[] => {
  const field = (name: string, what: string, words: (party: Party) => string): FormField => ({
    name,
    item: `${item}: ${what}`,
    words: (file) => words(of(file)),
  });
  return [
    field(names.name, 'name', ({ name }) => name),
    field(names.phone, 'telephone', ({ phone }) => formatPhone(phone)),
    field(names.address, 'street', ({ place }) => [place.address, place.apt].filter(Boolean).join(', ')),
    field(names.city, 'city', ({ place }) => place.city),
    field(names.state, 'state', ({ place }) => matchState(place.state)?.code ?? place.state),
    field(names.zip, 'ZIP code', ({ place }) => place.zipcode),
  ];
};

const sideOf = (side: 'Plaintiff' | 'Defendant', path: string) => ({
  name: `${path}.${side}Name1[0]`,
  phone: `${path}.${side}Phone1[0]`,
  address: `${path}.${side}Address1[0]`,
  city: `${path}.${side}City1[0]`,
  state: `${path}.${side}State1[0]`,
  zip: `${path}.${side}Zip1[0]`,
});

const PAGE_2 = 'SC-100[0].Page2[0]';
const PAGE_3 = 'SC-100[0].Page3[0].List3[0]';

export const COURT_FORMS: readonly CourtForm[] = [
  {
    id: 'SC-100',
    state: 'CA',
    title: 'Plaintiff’s Claim and ORDER to Go to Small Claims Court',
    url: 'https://www.courts.ca.gov/documents/sc100.pdf',
    read: null,
    goneOn: null,
    fields: [
      ...party(({ claimant }) => claimant, 'Item 1, plaintiff', sideOf('Plaintiff', `${PAGE_2}.List1[0].Item1[0]`)),
      {
        name: `${PAGE_2}.List1[0].Item1[0].EmailAdd1[0]`,
        item: 'Item 1, plaintiff: e-mail',
        words: ({ claimant }) => claimant.email,
      },
      ...party(({ defendant }) => defendant, 'Item 2, defendant', sideOf('Defendant', `${PAGE_2}.List2[0].item2[0]`)),
      {
        name: `${PAGE_2}.List3[0].PlaintiffClaimAmount1[0]`,
        item: 'Item 3: sum',
        words: ({ askedCents }) => formatCents(askedCents).replace('$', ''),
      },
      {
        name: `${PAGE_2}.List3[0].Lia[0].FillField2[0]`,
        item: 'Item 3a: why',
        words: ({ facts, data, subject }) => {
          const own = storySentences(data).join(' ');
          return [...facts.map(({ court }) => court), ...(own ? [inQuotes(own)] : [])].join(' ') || subject;
        },
      },
      {
        name: `${PAGE_3}.Lib[0].Date1[0]`,
        item: 'Item 3b: when',
        words: ({ happenedOn }) => (happenedOn ? shortDayOf(happenedOn) : ''),
      },
      {
        name: `${PAGE_3}.Lic[0].FillField1[0]`,
        item: 'Item 3c: how the sum was made',
        words: ({ items, data, toCourt }) =>
          [...items.map((item) => itemLine(item, toCourt)), ownCalculation(data).trim()].filter(Boolean).join('; '),
      },
    ],
  },
];

export const formWords = (form: CourtForm, input: PaperInput): ReadonlyMap<string, string> => {
  const file = caseFileOf(input);
  return new Map(form.fields.map(({ name, words }) => [name, words(file)]));
};

/** What a box says where its words stand on the added page; the longest that it holds. */
const REFERRALS = ['See the added page', 'See added page', 'Added page', 'Added'];
/** The letters of the fonts that forms bring along. */
const PLAIN = /^[\n\u0020-\u007e\u00a0-\u00ff‘’“”–—]*$/u;

/**
 * Words as a box of so many letters holds them. What does not fit, or has letters that the form's font lacks, goes whole to
 * the added page.
 */
export function fitWords(words: string, room: number): { readonly box: string; readonly added: string | null } {
  if (words.length <= room && PLAIN.test(words)) return { box: words, added: null };
  return { box: REFERRALS.find((text) => text.length <= room) ?? '', added: words };
}

export const addedPage = (
  form: CourtForm,
  words: readonly (readonly [item: string, words: string])[],
): PaperBlock[] => [
  { kind: 'title', text: `Added page to ${form.id}`, lead: form.title },
  {
    kind: 'table',
    columns: [{ header: 'Box', share: 0.3 }, { header: 'Words' }],
    rows: words,
  },
];

const oneDefendant = ({ alsoOwe }: CaseFile): string =>
  alsoOwe.length > 0
    ? ` The boxes hold one defendant. To sue ${alsoOwe.map(({ name }) => name).join(' or ')} too, ask the clerk for the page that adds a defendant.`
    : '';

/** The form that the court of this place keeps, as far as one is known. */
export const formOf = ({ state }: CaseFile): CourtForm | undefined =>
  COURT_FORMS.find((form) => form.state === state?.code && form.goneOn === null);

/** Which form the court of this place wants, where it is kept, and its words box by box; nothing where none is known. */
export function courtForm(file: CaseFile, forms: readonly CourtForm[] = COURT_FORMS): PaperBlock[] {
  const form = forms.find(({ state }) => state === file.state?.code);
  if (!form) return [];
  const revision = form.read
    ? `The words below are for the revision of ${formatDay(form.read.revision)}.`
    : 'We have read no revision of it: take the newest, and look where each box is.';
  const kept = form.goneOn
    ? `It has not been kept at ${form.url} since ${formatDay(form.goneOn)}. Ask the clerk which form takes its place.`
    : `The court keeps it at ${form.url}.`;
  return [
    heading(`The form of the court: ${form.id}`),
    paragraph(`${form.title}. ${kept} ${revision}`),
    note(`Ticks, the court and signatures are left to you.${oneDefendant(file)}`),
    {
      kind: 'table',
      columns: [{ header: 'Box', share: 0.3 }, { header: 'Words' }],
      rows: form.fields.map(({ item, words }) => [item, words(file)]).filter(([, words]) => words),
    },
  ];
}
