/** Every category in every place, person and business on both sides: the letters the golden texts are made of. */
import { createHash } from 'node:crypto';
import { CATEGORIES, type Category } from '../../src/categories/index.ts';
import type { ClaimFormData } from '../../src/claim/form-data.ts';
import { formatDay } from '../../src/dates/calendar-day.ts';
import { STATES, type StateFacts } from '../../src/jurisdictions/index.ts';
import { composeLetter, type Letter } from '../../src/letter/index.ts';
import { aClaim } from '../../src/testing/claims.ts';

const LETTER_DAY = '2026-11-20';

export interface Sides {
  readonly name: string;
  readonly data: ClaimFormData;
}

const CLAIMANT = { userType: '2', businessName: 'Núñez Design, L.L.C.' } as const;
const DEFENDANT = { whoUser: '2', defendantBusinessName: 'Lee & Sons, Inc.' } as const;
const SIDES: readonly Sides[] = [
  { name: 'person against person', data: {} },
  { name: 'person against business', data: DEFENDANT },
  { name: 'business against person', data: { ...CLAIMANT, debtOwner: 'own' } },
  { name: 'business against business', data: { ...CLAIMANT, ...DEFENDANT, debtOwner: 'own' } },
];

export interface Case {
  readonly category: Category;
  readonly state: StateFacts;
  readonly sides: Sides;
  readonly data: ClaimFormData;
  readonly letter: Letter;
}

/**
 * @param over - the same for every letter: an amount, a choice, a day
 * @param categories - all by default
 */
export function* everyCase(over: ClaimFormData = {}, categories: readonly Category[] = CATEGORIES): Generator<Case> {
  for (const category of categories)
    for (const state of STATES)
      for (const sides of SIDES) {
        const data = aClaim({
          ...sides.data,
          situation: category.value,
          // One subcategory each, so that the deposit, the goods and the agreement are among them.
          disputing: category.subcategories.slice(0, 1).map(({ value }) => value),
          incidentState: state.code,
          country: state.code,
          defendantCountry: state.code,
          ...over,
        });
        yield {
          category,
          state,
          sides,
          data,
          letter: composeLetter({ data, state, dates: { letterDay: LETTER_DAY } }),
        };
      }
}

/** Parts in which one state's letter may differ from another's. */
const LAW_PARTS = ['deposit', 'multiple', 'interest', 'demand-period', 'court', 'court-ask', 'in-time'] as const;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

/** Files of the golden texts by name, with what stands in them. */
export function goldenFiles(cases: Iterable<Case> = everyCase()): Map<string, string> {
  const digests = new Map<string, string>();
  const categories = new Set<string>();
  const sentences = new Map<string, Set<string>>();
  const files = new Map<string, string>();
  for (const { category, state, sides, letter } of cases) {
    const row = `${category.value}\t${state.code}`;
    digests.set(row, `${digests.get(row) ?? row}\t${digestOf(letter.text)}`);
    categories.add(category.value);
    for (const id of LAW_PARTS) {
      const text = letter.parts.find((part) => part.id === id)?.text ?? 'nothing is said';
      const key = `${state.code}\t${id}\t${text.replaceAll(formatDay(letter.payBy.payBy), '{pay by}')}`;
      sentences.set(key, (sentences.get(key) ?? new Set()).add(`${category.value}/${sides.name}`));
    }
    const index = categories.size - 1;
    if (state === STATES[(index * 4) % STATES.length] && sides === SIDES[index % SIDES.length])
      files.set(`${category.value}.${state.code}.txt`, `${letter.text}\n`);
  }
  const head = ['category', 'state', ...SIDES.map(({ name }) => name)].join('\t');
  files.set('digests.tsv', `${[head, ...digests.values()].join('\n')}\n`);
  const all = CATEGORIES.length * SIDES.length;
  const lines = [...sentences].map(([key, where]) => `${key}\t${where.size === all ? 'all' : contexts(where)}`).sort();
  files.set('law-sentences.tsv', `state\tpart\ttext\twhere\n${lines.join('\n')}\n`);
  return files;
}

/** `debt-collection (person against person, …)`: a category that stands there with all sides has none behind it. */
function contexts(where: ReadonlySet<string>): string {
  const bySides = new Map<string, string[]>();
  for (const { value } of CATEGORIES) {
    const sides = SIDES.filter(({ name }) => where.has(`${value}/${name}`)).map(({ name }) => name);
    if (sides.length === 0) continue;
    const key = sides.length === SIDES.length ? 'any sides' : sides.join(', ');
    bySides.set(key, [...(bySides.get(key) ?? []), value]);
  }
  const named = (categories: readonly string[]) =>
    categories.length === CATEGORIES.length ? 'all categories' : categories.join(', ');
  return [...bySides].map(([sides, categories]) => `${named(categories)}: ${sides}`).join('; ');
}
