/** Reads the rows without the code that composes: what is said of the law stands in a confirmed row, and nothing else is said. */
import { readFileSync } from 'node:fs';
import categories from '../data/claim-categories.json' with { type: 'json' };
import citations from '../data/law-citations.json' with { type: 'json' };
import built from '../data/law.json' with { type: 'json' };
import older from '../data/us-states.json' with { type: 'json' };
import { builtLaw, readLaw } from '../scripts/law.ts';
import { lawFaults } from '../scripts/law-check.ts';
import type { ClaimFormData } from '../src/claim/form-data.ts';
import { stateByCode, STATES } from '../src/jurisdictions/index.ts';
import { composeLetter } from '../src/letter/index.ts';
import { writePapers, type FactRow } from '../src/papers/index.ts';
import { aClaim } from '../src/testing/claims.ts';

interface Row {
  id: string;
  cell: string;
  kind: string;
  title: string;
  value: { years?: number; months?: number; days?: number };
}
// The oracle's own view of the file: TypeScript reads a union of every row from it.
const ROWS = built as unknown as Record<string, Row[]>;
const TWELVE = ['CA', 'TX', 'FL', 'NY', 'PA', 'IL', 'OH', 'GA', 'NC', 'MI', 'NJ', 'MA'];
const KINDS: Record<string, string> = {
  'goods that were sold': 'goods',
  'building work': 'building-work',
  services: 'services',
  'spoken agreements': 'oral-contract',
  'written agreements': 'written-contract',
  loans: 'loan',
  'rental deposits': 'deposit',
  wages: 'wages',
  injuries: 'injury',
  'damage to property': 'property-damage',
  deception: 'fraud',
};
const DAYS = { letterDay: '2026-11-27' };
const claimIn = (code: string, over: ClaimFormData) =>
  aClaim({ incidentState: code, country: code, date: '2026-02-01', limitDate: '2026-02-01', ...over });

/** Whether a period in a paper is that of a row of this kind, or of a cited namesake of the older table. */
function isBorneOut(code: string, what: string, period: string): boolean {
  const rows = (ROWS[code] ?? []).filter(({ cell, kind }) => cell === 'limits' && kind === KINDS[what]);
  if (rows.length > 0)
    return rows.some(({ value: { years, months, days } }) =>
      Object.entries({ year: years, month: months, day: days }).some(
        ([unit, n]) => n !== undefined && period === `${n} ${unit}${n === 1 ? '' : 's'}`,
      ),
    );
  interface Cited {
    limitation?: { kinds?: string[]; longer?: Record<string, { years: number }> };
  }
  const cited = (citations.states as Record<string, Cited>)[code]?.limitation;
  const generic = KINDS[what]?.replace(/^injury/, 'personal_injury').replace('-', '_') ?? '';
  if (!cited || (cited.kinds && !cited.kinds.includes(generic))) return false;
  const table: Record<string, unknown> =
    older.states.find((state) => state.code === code)?.statutes_of_limitations ?? {};
  const years = table[generic];
  if (period === `${String(cited.longer?.[generic]?.years)} years`) return true;
  return period === `${String(years)} year${years === 1 ? '' : 's'}`;
}

it('holds no row that its sentence, its form or its second reader does not bear out, and carries them all', () => {
  const states = readLaw();
  expect(lawFaults(states)).toEqual([]);
  expect(readFileSync(new URL('../data/law.json', import.meta.url), 'utf8')).toBe(builtLaw(states));
  const cells = states
    .filter(({ state }) => TWELVE.includes(state))
    .map(({ rows }) => new Set(rows.map(({ cell }) => cell)).size);
  expect(cells.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(60);
});

it('finds a number that is not in its sentence, a wrong form and another second reading', () => {
  const [state] = readLaw();
  const row = state?.rows.find(({ cell }) => cell === 'limits');
  if (!state || !row) throw new Error('There is no row of a limit.');
  const faultsOf = (over: object) =>
    lawFaults([{ state: state.state, rows: [{ ...row, ...over }], unread: [] }]).join();
  expect(faultsOf({ value: { ...row.value, years: 9 } })).toMatch(/years 9 does not stand in the quote.*another value/);
  expect(faultsOf({ official: true, readAt: 'https://example.com/a' })).toMatch(/not the state/);
  expect(faultsOf({ officialUrl: 'http://example.gov/' })).toMatch(/not https/);
  expect(faultsOf({ second: null })).toMatch(/not read twice/);
  expect(faultsOf({ note: 'Read in an opinion of 1968.' })).toMatch(/how it was read/);
});

const factsOf = (papers: ReturnType<typeof writePapers>): FactRow[] =>
  papers.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'facts' ? block.rows : [])));

it('names no time and no end but by a confirmed row of that kind, in every place and kind of claim', () => {
  const wrong: string[] = [];
  for (const state of STATES)
    for (const { value, subcategories } of categories.categories)
      for (const sub of [null, ...subcategories.map((each) => each.value)]) {
        const data = claimIn(state.code, { situation: value, disputing: sub ? [sub] : [] });
        const rows = factsOf(writePapers('small-claims', { data, state, madeOn: DAYS.letterDay }));
        if (!rows.some(({ label }) => label.startsWith('Time limit'))) wrong.push(`${state.code}: no row of a limit`);
        for (const { label, value: says, note } of rows.filter((row) => row.label.startsWith('Time limit'))) {
          const what = label.split(' for ')[1] ?? '';
          const period = /^(\d+ [a-z]+), /.exec(says)?.[1];
          const where = `${state.code} ${value}/${sub ?? ''}: ${label}: ${says}`;
          if (period ? !isBorneOut(state.code, what, period) : /\d/.test(says)) wrong.push(where);
          if (period && !note.includes('Source: ')) wrong.push(`${where} without its source`);
          if (/ends on/.test(says) && !period) wrong.push(`${where} an end without a rule`);
        }
      }
  expect(wrong).toEqual([]);
});

it('gives goods in New York four years from delivery, and Illinois none of ten', () => {
  const said = (code: string) => {
    const data = claimIn(code, { situation: 'product-defect', disputing: ['stopped-working'] });
    return JSON.stringify(writePapers('small-claims', { data, state: stateByCode(code), madeOn: DAYS.letterDay }));
  };
  expect(said('NY')).toMatch(/4 years, from the day of delivery.*By this rule it ends on February 1, 2030\./);
  expect(said('IL')).not.toMatch(/10 years|ends on/);
});

it('says of each kind of limit what can change its own day, and not what changes that of another', () => {
  const data = claimIn('FL', { situation: 'poor-construction', disputing: ['unfinished-work', 'deposit-kept'] });
  const papers = writePapers('small-claims', { data, state: stateByCode('FL'), madeOn: DAYS.letterDay });
  const notes = factsOf(papers).filter(({ label }) => label.startsWith('Time limit'));
  const noteOf = (kind: string) => notes.find(({ label }) => label.endsWith(kind))?.note;
  expect(noteOf('building work')).toMatch(/: that the harm was found later; that the claimant was under 18\. Source/);
  expect(noteOf('written agreements')).not.toContain('harm was found');
});

it('names a section in six of ten letters about a deposit, a loan or goods in the twelve places', () => {
  const kinds: ClaimFormData[] = [
    { situation: 'tenant-landlord', disputing: ['security-deposit'] },
    { situation: 'debt-collection', disputing: ['personal-loan'], limitDateOf: 'due' },
    { situation: 'product-defect', disputing: ['stopped-working'] },
  ];
  const letters = TWELVE.flatMap((code) =>
    kinds.map((kind) => {
      const { parts } = composeLetter({ data: claimIn(code, kind), state: stateByCode(code), dates: DAYS });
      const named = /\((?:[^()]|\([^)]*\))*\b(?:section|chapter|rule)s? \S/;
      return { code, kind: kind.situation, isNamed: parts.some(({ from, text }) => from.citation && named.test(text)) };
    }),
  );
  const without = letters.filter(({ isNamed }) => !isNamed).map(({ code, kind }) => `${code} ${kind}`);
  expect([(letters.length - without.length) / letters.length >= 0.6, without]).toEqual([true, without]);
});
