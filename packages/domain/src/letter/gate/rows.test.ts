import { CATEGORIES } from '../../categories/index.ts';
import type { ClaimFormData } from '../../claim/form-data.ts';
import { readFact, rowOfStarter, speakersOf, starterFacts, wholeStory } from '../../facts/index.ts';
import { aClaim } from '../../testing/claims.ts';
import { printableAnswers } from './printable-answers.ts';

const printed = (over: ClaimFormData) =>
  printableAnswers(aClaim({ claimDescription: '', claimCalculation: '', ...over }));
const paid = { id: 'b', who: 'me', what: 'paid you $500', day: '2025-05-02', dayIs: 'exact' } as const;

it('takes a threat out of the row it stands in, and says which row', () => {
  const { data, leftOut } = printed({
    facts: [
      { id: 'a', who: 'me', what: 'asked you to pay. I will have you arrested' },
      { id: 'c', who: 'me', what: 'will call the police on you' },
      paid,
    ],
  });
  expect(leftOut.map(({ class: letterClass, field, row }) => [letterClass, field, row])).toEqual([
    ['A', 'facts', 'a'],
    ['A', 'facts', 'c'],
  ]);
  expect(data.facts?.map(({ id, what }) => [id, what])).toEqual([
    ['a', 'asked you to pay.'],
    ['b', 'paid you $500'],
  ]);
  expect(data.claimDescription).toBe('I asked you to pay.\nOn May 2, 2025, I paid you $500.');
});

it('keeps what the claimant decided to keep, and the answers themselves when nothing is taken out', () => {
  const data = aClaim({ facts: [paid], sumItems: [{ id: 'a', label: 'Loan', cents: 1 }] });
  expect(printableAnswers(data).data).toBe(data);
  expect(wholeStory(data)).toMatch(/On May 2, 2025, I paid you \$500\.$/);
});

it('reads a number that is told over two rows', () => {
  const { leftOut } = printed({
    facts: [
      { id: 'a', what: 'Your number was 123-45' },
      { id: 'b', what: '6789 was on it' },
    ],
  });
  expect(leftOut.map(({ row }) => row)).toEqual(['a', 'b']);
});

it('takes words out of an item, and leaves its amount: a sum adds up', () => {
  const { data } = printed({
    sumItems: [{ id: 'a', label: 'SSN 123-45-6789', cents: 5 }],
    objections: [
      { id: 'o', says: 'I will kill you.', answer: 'You paid.' },
      { id: 'p', says: 'It was a gift.', answer: 'You signed.' },
    ],
  });
  expect(data.sumItems).toEqual([{ id: 'a', label: 'Part of the sum', measured: '', cents: 5 }]);
  expect(data.objections?.map(({ id }) => id)).toEqual(['p']);
});

it('takes no item away for whose money it names, and one that speaks to the reader as before', () => {
  const kept = (label: string, measured = '') =>
    printed({ sumItems: [{ id: 'a', label, measured, cents: 5 }] }).leftOut.length === 0;
  const named = [
    'What I paid',
    'What I gave you',
    'What you paid back',
    'Your half of the trip',
    'Paid by your insurer',
    'Our fee',
  ];
  expect(named.filter((label) => !kept(label))).toEqual([]);
  expect(kept('Bike', 'your advert')).toBe(true);
  expect(printed({ facts: [{ id: 'a', who: 'them', what: 'did not pay the rent for May and June' }] }).leftOut).toEqual([]); // prettier-ignore
  expect(['Your kids', 'What you did', 'You live alone', 'What I know of your wife', 'Your part is next'].filter((label) => kept(label))).toEqual([]); // prettier-ignore
});

it('lets every row pass that the questions of a kind of claim begin with', () => {
  const out = CATEGORIES.flatMap(({ value, subcategories }) =>
    ['', ...subcategories.map((sub) => sub.value)].flatMap((sub) => {
      const data = aClaim({ situation: value, disputing: sub ? [sub] : [], claimDescription: '' });
      return starterFacts(data).flatMap((starter) =>
        [true, false].flatMap((happened) => {
          const facts = [{ ...rowOfStarter(starter, 'a', happened), day: '2025-05-02' }];
          return printableAnswers({ ...data, facts }).leftOut.map(() =>
            readFact(facts[0]!, 'letter', speakersOf(data)),
          );
        }),
      );
    }),
  );
  expect([...new Set(out)]).toEqual([]);
});
