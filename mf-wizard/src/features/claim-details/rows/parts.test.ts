import type { ClaimFormData } from '@redress/contracts';
import { readFact, speakersOf } from '@redress/domain/facts';
import fc from 'fast-check';
import { A_CLAIM } from '../../../testing/render-wizard.tsx';
import { keptCalculation, keptStory } from './parts.ts';

type Facts = NonNullable<ClaimFormData['facts']>;
type Items = NonNullable<ClaimFormData['sumItems']>;
const VERBS = [
  'lent you $500',
  'promised it',
  'paid $20 back',
  'moved out',
  'wrote to you. Nobody answered',
  '',
  'it broke',
];
const factsOf: fc.Arbitrary<Facts> = fc
  .array(
    fc.record({
      who: fc.constantFrom('me', 'them', 'both', 'other'),
      what: fc.constantFrom(...VERBS),
      dayIs: fc.constantFrom('exact', 'about', 'unknown'),
      day: fc.constantFrom('2024-02-29', '2019', '2023-11', ''),
      happened: fc.constantFrom(undefined, false),
    }),
    { maxLength: 6 },
  )
  .map((facts) => facts.map((fact, index) => ({ id: `f${index}`, ...fact })) as Facts);
const itemsOf: fc.Arbitrary<Items> = fc
  .array(
    fc.record({
      label: fc.constantFrom('Loan', 'Paid back', 'Lamp'),
      cents: fc.constantFrom(0, 5, 120_050),
      isCredit: fc.boolean(),
    }),
    { maxLength: 5 },
  )
  .map((items) => items.map((item, index) => ({ id: `i${index}`, ...item })));
const lines = fc.array(fc.constantFrom('It hurts.', 'I asked.', '  two  spaces', '', 'On May 1, I waited.'), {
  maxLength: 5,
});
/** As a person leaves a text: nothing but words at its end. */
const ownText = lines.map((all) => all.join('\n').trimEnd());

const factLines = (facts: Facts) =>
  facts.map((fact) => readFact(fact, 'letter', speakersOf(A_CLAIM))).filter((line) => line !== '');
const times = (text: string, line: string) => text.split('\n').filter((each) => each === line).length;

it('shows the text as it was typed, whatever rows stand in the claim beside it', () => {
  fc.assert(
    fc.property(ownText, factsOf, itemsOf, (own, facts, sumItems) => {
      const story = keptStory(A_CLAIM).stored({ claimDescription: own, facts });
      expect(keptStory(A_CLAIM).shown(story)).toEqual({ claimDescription: own, facts });
      const sum = keptCalculation(A_CLAIM).stored({ claimCalculation: own, sumItems });
      expect(keptCalculation(A_CLAIM).shown(sum)).toEqual({ claimCalculation: own, sumItems });
    }),
  );
});

it('loses nothing in a build that knows only texts, and says no row twice afterwards', () => {
  const change = fc.record({ at: fc.nat(8), drop: fc.nat(2), add: lines });
  fc.assert(
    fc.property(ownText, factsOf, change, (own, facts, { at, drop, add }) => {
      const { stored, shown } = keptStory(A_CLAIM);
      const before = stored({ claimDescription: own, facts }).claimDescription ?? '';
      const edited = before.split('\n');
      edited.splice(at, drop, ...add);
      const typed = edited.join('\n').trimEnd();
      // Forward again: the rows are those of before, and the text is what that build saved.
      const again = stored(shown({ claimDescription: typed, facts }));
      const text = again.claimDescription ?? '';
      expect(again.facts).toEqual(facts);
      for (const line of typed.split('\n').filter((each) => each.trim())) expect(text).toContain(line.trim());
      for (const line of factLines(facts)) expect(times(text, line)).toBe(times(factLines(facts).join('\n'), line));
      expect(stored(shown(again))).toEqual(again);
    }),
  );
});

it('has one text of both tabs where one put rows in another order while the other typed', () => {
  fc.assert(
    fc.property(ownText, ownText, factsOf, fc.func(fc.integer()), (own, typed, facts, order) => {
      const { stored, shown } = keptStory(A_CLAIM);
      const ordered = [...facts].sort((a, b) => order(a.id) - order(b.id));
      const ofOtherTab = stored({ claimDescription: own, facts: ordered });
      const ofThisTab = stored({ claimDescription: typed, facts });
      const merged = { ...ofOtherTab, claimDescription: ofThisTab.claimDescription };
      const text = stored(shown(merged)).claimDescription ?? '';
      for (const line of typed.split('\n').filter((each) => each.trim())) expect(text).toContain(line.trim());
      for (const line of factLines(facts)) expect(times(text, line)).toBe(times(factLines(facts).join('\n'), line));
    }),
  );
});

it('keeps every row where the text has no room for their lines', () => {
  const facts = Array.from({ length: 60 }, (_, index) => ({
    id: `f${index}`,
    who: 'me' as const,
    what: `wrote ${index} ${'x'.repeat(1_900)}`,
  }));
  const own = 'y'.repeat(5_000);
  const stored = keptStory(A_CLAIM).stored({ claimDescription: own, facts });
  expect(stored.claimDescription?.length).toBeLessThanOrEqual(20_000);
  expect(keptStory(A_CLAIM).shown(stored)).toEqual({ claimDescription: own, facts });
});
