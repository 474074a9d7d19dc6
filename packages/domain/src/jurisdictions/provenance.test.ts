import { CATEGORIES } from '../categories/index.ts';
import { composeLetter } from '../letter/index.ts';
import { writePapers } from '../papers/index.ts';
import { aClaim } from '../testing/claims.ts';
import { NO_CONFIRMED_SOURCE, publicSource, sourceSentence, STATES, type Fact, type StateFacts } from './index.ts';

const factsOf = (state: StateFacts): Fact<unknown>[] => [
  state.court,
  state.limit,
  state.businessLimit,
  state.interest,
  state.depositDays,
  state.demandRequirement,
  ...Object.values(state.limitRules)
    .flat()
    .map((rule): Fact<unknown> => ({ ...state.limit, ...rule, value: rule.period })),
];

/** Working notes, repositories, rivals, grades of confidence: none of it is for people. */
const NOT_FOR_PEOPLE =
  /github|repositor|unverified|undated|machine-drafted|survey|not recorded|secondary page|code index|draft\.md|law data|weak|corroborated|pettylawsuit|getitback|nolo\.com|findlaw|legalclarity|docketmath|civilcase|freedemandletter|worldpopulation|singlemother|self-law\.org\/code\/ca/i;

describe('what people may read about the law', () => {
  it('is a title, an https address and the day it was read, or says that there is none', () => {
    for (const state of STATES)
      for (const fact of factsOf(state)) {
        if (!fact.citation) {
          expect(sourceSentence(fact)).toBe(NO_CONFIRMED_SOURCE);
          expect(publicSource(fact)).toMatchObject({ source: '', as_of: '', confidence: 'unknown' });
          continue;
        }
        expect(fact.citation.title).toMatch(/^[A-Z].*[A-Za-z0-9)]$/);
        expect(new URL(fact.citation.url).protocol).toBe('https:');
        expect(sourceSentence(fact)).toMatch(
          /^Source: .* \(https:\/\/[^ ]+\)(, text of [A-Z0-9][^)]*)?, read on November 2[1279], 2026(, in a copy of this text( \(https:\/\/[^ ]+\))?)?\.$/,
        );
        expect(fact.note ?? '').not.toMatch(/[a-z] \d{4}-\d{2}|C\.R\.S\.|\bCCP\b/);
      }
  });

  it('holds nothing of our working notes, in every state, category and kind of party, letter and papers', () => {
    for (const state of STATES)
      for (const [index, { value, subcategories }] of CATEGORIES.entries()) {
        const party = index % 2 === 0 ? {} : ({ userType: '2', businessName: 'Acme LLC' } as const);
        const disputing = subcategories.slice(0, 2).map((sub) => sub.value);
        const data = aClaim({ ...party, situation: value, disputing, incidentState: state.code });
        const letter = composeLetter({ data, state, dates: { letterDay: '2026-11-20' } });
        const papers = writePapers('full-trial', { data, state, madeOn: '2026-11-20' });
        const words = `${letter.text}\n${JSON.stringify(papers)}\n${JSON.stringify(letter.parts.map(({ from }) => from))}`;
        expect(words).not.toMatch(NOT_FOR_PEOPLE);
      }
  });

  it('never gives the day a paper is made as the day of the law', () => {
    for (const state of STATES) {
      const data = aClaim({ incidentState: state.code });
      const papers = writePapers('full-trial', { data, state, madeOn: '2027-03-09' });
      for (const { blocks, footer } of papers) {
        expect(JSON.stringify(blocks)).not.toContain('March 9, 2027');
        expect(footer).toContain('made on March 9, 2027');
      }
    }
  });
});
