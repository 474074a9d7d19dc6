import fc from 'fast-check';
import { CATEGORIES } from '../categories/index.ts';
import { limitCountsFrom } from '../categories/limit-start.ts';
import { aClaim } from '../testing/claims.ts';
import {
  contradictionsOf, inOrderOfDays, itemsMakeAmount, ownCalculation, ownStory, readingsOf, rowOfStarter, runningTotals, speakersOf,
  starterFacts, storyFromRows, sumFromItems, sumOf, type Speakers,
} from './index.ts'; // prettier-ignore
import { FACT_ACTORS, FACT_DAYS, type ClaimFact, type ClaimItem } from './rows.ts';

const person = { name: 'Ana Núñez', isBusiness: false };
const lee = { name: "Bo O'Lee", isBusiness: false };
const shop = { name: 'Oak Shop LLC', isBusiness: true };
const pair = { name: 'Ana and Luis Pérez', isBusiness: true, areTwo: true };
const people: Speakers = { claimant: person, defendant: lee };
const facts: fc.Arbitrary<readonly ClaimFact[]> = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    day: fc.constantFrom('', '2019', '2024-02-29', '2025-13-01', '2025-03', '2026-03-03'),
    dayIs: fc.constantFrom(...FACT_DAYS),
    who: fc.constantFrom(...FACT_ACTORS, ''),
    whoName: fc.constantFrom('', 'Kim'),
    what: fc.oneof(
      fc.string(),
      fc.constantFrom('lent you $500', 'You ran into my car.\nI was hurt', '“you” said so', 'I’d go'),
    ),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
);
const items: fc.Arbitrary<readonly ClaimItem[]> = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    label: fc.constantFrom('', 'Door', 'Rent: May', 'Paid\nback'),
    measured: fc.constantFrom('', 'Invoice 7'),
    cents: fc.constantFrom(null, 0, 1, 12_345, 99_999_999_999),
    isCredit: fc.boolean(),
    day: fc.constantFrom('', '2024-02-29'),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
);

it('makes a text of rows and finds the own part again, whatever was written and whoever the claimant became', () => {
  fc.assert(
    fc.property(fc.string(), facts, items, fc.boolean(), (typed, rows, parts, wasBusiness) => {
      const own = typed.replaceAll('\r', '');
      const data = aClaim({ facts: rows, sumItems: parts });
      const speakers = { ...speakersOf(data), claimant: { name: 'Ana Núñez', isBusiness: wasBusiness } };
      const made = { claimDescription: storyFromRows(own, rows, speakers), claimCalculation: sumFromItems(own, parts) };
      expect(ownStory({ ...data, ...made })).toBe(own);
      expect(ownCalculation({ ...data, ...made })).toBe(own);
    }),
    { examples: [[' ', [{ id: 'a', day: '', dayIs: 'exact', who: 'me', whoName: '', what: '!' }], [], false]] },
  );
});

it('keeps what a build without rows wrote between the lines of rows', () => {
  const rows: ClaimFact[] = [
    { id: 'a', who: 'me', what: 'lent you $500', day: '2025-03-03', dayIs: 'exact' },
    { id: 'b', who: 'them', what: 'paid nothing' },
  ];
  const claimDescription = 'Hello.\n\nOn March 3, 2025, I lent you $500.\nYou moved.\nYou paid nothing.\nBye.';
  expect(ownStory(aClaim({ claimDescription, facts: rows }))).toBe('Hello.\n\nYou moved.\nBye.');
  // Lines as they were made before whose verb it is, the stop behind a quotation and small letters behind a day were known.
  const before =
    'Hello.\n\nOn May 2, 2026, went to your shop.\nYou wrote "no"\nOn May 2, 2026, At the door you hit me.\nAll I got from you were a text.\nOur wife and we saw it.';
  const facts: ClaimFact[] = [
    { id: 'a', who: 'me', what: 'went to your shop', day: '2026-05-02', dayIs: 'exact' },
    { id: 'b', who: 'them', what: 'wrote "no"' },
    { id: 'c', what: 'At the door you hit me', day: '2026-05-02' },
    { id: 'd', what: 'All I got from you was a text' },
    { id: 'e', what: 'My wife and I saw it' },
  ];
  expect(ownStory(aClaim({ firstname: 'Ana and Luis', claimDescription: before, facts }))).toBe('Hello.');
});

it('adds up to the cent, in any order', () => {
  fc.assert(
    fc.property(items, (rows) => {
      const { chargedCents, creditCents, totalCents } = sumOf(rows);
      expect(chargedCents - creditCents).toBe(totalCents);
      expect(runningTotals(rows).at(-1) ?? 0).toBe(totalCents);
      expect(sumOf([...rows].reverse()).totalCents).toBe(totalCents);
    }),
  );
  const told = [
    { id: 'a', label: 'Loan', cents: 150_050 },
    { id: 'b', label: 'Paid', cents: 25_000, isCredit: true },
  ];
  expect(itemsMakeAmount(aClaim({ sumItems: told }))).toBe(true);
  expect(itemsMakeAmount(aClaim({ sumItems: [...told, { id: 'c', cents: 1 }] }))).toBe(false);
});

it('loses no row when it orders them, and leaves those without a day where they stand', () => {
  fc.assert(
    fc.property(facts, (rows) => {
      const ordered = inOrderOfDays(rows);
      expect([...ordered].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
        [...rows].sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
      expect(inOrderOfDays(ordered)).toEqual(ordered);
    }),
  );
  const days = ['2025-03-03', '', '2019', '2025-03'].map((day, index) => ({ id: String(index), day }));
  expect(inOrderOfDays(days).map(({ id }) => id)).toEqual(['2', '3', '0', '1']);
});

it.each<[string, ClaimFact, Speakers, string, string, string]>([
  ['a person', { id: '1', who: 'them', what: 'ran into the back of my car', day: '2025-03-03', dayIs: 'exact' }, people, 'On March 3, 2025, you ran into the back of my car.', "On March 3, 2025, Bo O'Lee ran into the back of Ana Núñez's car.", "On March 3, 2025, Bo O'Lee ran into the back of my car."],
  ['a business', { id: '1', who: 'me', what: 'I was told that you owe me $5', day: '2025-03', dayIs: 'exact' }, { claimant: shop, defendant: lee }, 'In about March 2025, we were told that you owe us $5.', "In about March 2025, Oak Shop LLC was told that Bo O'Lee owes the claimant $5.", "In about March 2025, we were told that Bo O'Lee owes us $5."],
  ['a business on the other side', { id: '1', who: 'them', what: 'You were late and were rude to me', dayIs: 'unknown', day: '2025' }, { claimant: person, defendant: shop }, 'You were late and were rude to me.', 'Oak Shop LLC was late and was rude to Ana Núñez.', 'Oak Shop LLC was late and was rude to me.'],
  ['both', { id: '1', who: 'both', what: 'We signed the lease', day: '2025-03-03', dayIs: 'about' }, people, 'On or about March 3, 2025, you and I signed the lease.', "On or about March 3, 2025, Ana Núñez and Bo O'Lee signed the lease.", "On or about March 3, 2025, Bo O'Lee and I signed the lease."],
  ['somebody else', { id: '1', who: 'other', whoName: 'The bank', what: 'returned your check' }, people, 'The bank returned your check.', "The bank returned Bo O'Lee's check.", "The bank returned Bo O'Lee's check."],
  ['what did not happen', { id: '1', who: 'them', what: 'did not send me a list', happened: false, day: '2025-03-03' }, people, 'You did not send me a list.', "Bo O'Lee did not send Ana Núñez a list.", "Bo O'Lee did not send me a list."],
  ['an order', { id: '1', who: 'me', what: 'asked you to let me use your truck' }, people, 'I asked you to let me use your truck.', "Ana Núñez asked Bo O'Lee to let the claimant use the defendant's truck.", "I asked Bo O'Lee to let me use the defendant's truck."],
  ['a subject of its own', { id: '1', who: 'them', what: "came once and there was no heat, and you said you'd fix it" }, people, "You came once and there was no heat, and you said you'd fix it.", "Bo O'Lee came once and there was no heat, and the defendant said the defendant would fix it.", "Bo O'Lee came once and there was no heat, and the defendant said the defendant would fix it."],
  ['names that hold pronouns', { id: '1', who: 'me', what: 'paid Your Home LLC for my order by US mail' }, { claimant: shop, defendant: { name: 'Your Home LLC', isBusiness: true } }, 'We paid Your Home LLC for our order by US mail.', "Oak Shop LLC paid Your Home LLC for the claimant's order by US mail.", 'We paid Your Home LLC for our order by US mail.'],
  ['what goes on', { id: '1', who: 'them', what: "charge me every month as we'd agreed" }, { claimant: shop, defendant: lee }, "You charge us every month as we'd agreed.", "Bo O'Lee charges Oak Shop LLC every month as the claimant had agreed.", "Bo O'Lee charges us every month as we had agreed."],
  ['what a business did itself', { id: '1', who: 'me', what: 'myself repaired it' }, { claimant: shop, defendant: lee }, 'We ourselves repaired it.', 'Oak Shop LLC itself repaired it.', 'We ourselves repaired it.'],
  ['two together', { id: '1', who: 'both', what: 'went there and I paid for us' }, people, 'You and I went there and I paid for us.', "Ana Núñez and Bo O'Lee went there and the claimant paid for them.", "Bo O'Lee and I went there and I paid for us."],
  ['a word that every object has', { id: '1', who: 'me', what: "paid the constructor my deposit, n'constructor" }, people, "I paid the constructor my deposit, n'constructor.", "Ana Núñez paid the constructor the claimant's deposit, n'constructor.", "I paid the constructor my deposit, n'constructor."],
  ['a couple', { id: '1', what: 'My wife and I were told to wait, and you knew that Joe and I were not in' }, people, 'My wife and I were told to wait, and you knew that Joe and I were not in.', "Ana Núñez's wife and the claimant were told to wait, and Bo O'Lee knew that Joe and the claimant were not in.", "My wife and I were told to wait, and Bo O'Lee knew that Joe and I were not in."],
  ['a couple and what was theirs', { id: '1', what: 'my husband and I have the keys, and all I got from you was a copy, and the papers I sent you were late' }, people, 'My husband and I have the keys, and all I got from you was a copy, and the papers I sent you were late.', "Ana Núñez's husband and the claimant have the keys, and all the claimant got from Bo O'Lee was a copy, and the papers the claimant sent the defendant were late.", "My husband and I have the keys, and all I got from Bo O'Lee was a copy, and the papers I sent the defendant were late."],
  ['two who claim', { id: '1', who: 'me', what: 'were told to wait and have our receipt' }, { claimant: pair, defendant: lee }, 'We were told to wait and have our receipt.', "Ana and Luis Pérez were told to wait and have the claimants' receipt.", 'We were told to wait and have our receipt.'],
  ['one of two who claim', { id: '1', what: 'You saw that my husband and I were there' }, { claimant: pair, defendant: lee }, 'You saw that my husband and I were there.', '“You saw that my husband and I were there.”', "Bo O'Lee saw that my husband and I were there."],
  ['two who owe', { id: '1', who: 'them', what: 'did not answer and have blocked me and do not pay' }, { claimant: person, defendant: { ...pair, isBusiness: false } }, 'You did not answer and have blocked me and do not pay.', 'Ana and Luis Pérez did not answer and have blocked Ana Núñez and do not pay.', 'Ana and Luis Pérez did not answer and have blocked me and do not pay.'],
  ['one who owes', { id: '1', who: 'them', what: 'did not answer and have blocked me and do not pay' }, people, 'You did not answer and have blocked me and do not pay.', "Bo O'Lee did not answer and has blocked Ana Núñez and does not pay.", "Bo O'Lee did not answer and has blocked me and does not pay."],
  ['nothing yet', { id: '1', who: 'me', what: ' . ' }, people, '', '', ''],
  ['words that cannot be turned', { id: '1', who: 'them', what: 'took our car and kept it yourself' }, people, 'You took our car and kept it yourself.', '“You took our car and kept it yourself.”', '“You took our car and kept it yourself.”'],
])('reads a row of %s to the addressee, to a court and aloud', (_who, fact, speakers, letter, court, spoken) => {
  expect(readingsOf(fact, speakers)).toMatchObject({ letter, court, spoken });
}); // prettier-ignore

it('names the words that the reader may take for somebody else', () => {
  const { unsure } = readingsOf({ id: '1', who: 'me', what: 'told them about our car' }, people);
  expect(unsure).toEqual([
    { word: 'them', why: 'who' },
    { word: 'our', why: 'quoted' },
  ]);
});

const everyKind = CATEGORIES.flatMap(({ value, subcategories }) => [
  { situation: value, disputing: [] as string[] },
  ...subcategories.map((sub) => ({ situation: value, disputing: [sub.value] })),
]);

it('asks for what each kind of claim needs, in words that each reader can be told', () => {
  for (const kind of everyKind)
    for (const claimant of [person, shop])
      for (const defendant of [lee, shop])
        for (const starter of starterFacts(kind))
          for (const row of [rowOfStarter(starter, 'a'), rowOfStarter(starter, 'a', false)]) {
            const { court, letter, unsure } = readingsOf(row, { claimant, defendant });
            expect(unsure).toEqual([]);
            if (row.what) expect([letter, court].every((text) => /^\p{Lu}.*\.$/u.test(text))).toBe(true);
            expect(court).not.toMatch(/(?<!\p{L})(?:you|your|I|me|my|we|us|our)(?!\p{L})/u);
          }
});

it('counts a limit from the row of its day, and from no guessed day', () => {
  const loan = (row: Partial<ClaimFact>) => limitCountsFrom(aClaim({ disputing: ['personal-loan'], limitDate: '2024-01-01', limitDateOf: 'due', facts: [{ id: 'a', asks: 'due', ...row }] })); // prettier-ignore
  expect(loan({ day: '2025-06-01', dayIs: 'exact' })).toBe('2025-06-01');
  expect(loan({ day: '2025-06-01', dayIs: 'about' })).toBeNull();
  expect(loan({ happened: false })).toBeNull();
  expect(loan({})).toBe('2024-01-01');
});

it('tells of rows that cannot all be right, and of nothing else', () => {
  const goods = (facts: ClaimFact[], over = {}) =>
    contradictionsOf(
      aClaim({ situation: 'product-defect', disputing: ['arrived-broken'], facts, ...over }),
      '2026-03-10',
    );
  const ordered = { id: 'o', asks: 'ordered', day: '2025-05-01', dayIs: 'exact' as const };
  expect(goods([ordered, { id: 'p', asks: 'paid', day: '2025-04-01', dayIs: 'exact' }])).toEqual([
    { kind: 'order', rows: ['o', 'p'] },
  ]);
  expect(goods([ordered, { id: 'p', asks: 'paid', day: '2025', dayIs: 'about' }])).toEqual([]);
  expect(goods([{ id: 'x', day: '2026-03-11', dayIs: 'exact' }, { id: 'y', day: '2025-02-29' }])).toEqual([{ kind: 'future', rows: ['x'] }, { kind: 'unreal', rows: ['y'] }]); // prettier-ignore
  const delivered = { id: 'd', asks: 'delivered', day: '2025-06', dayIs: 'about' as const };
  const told = (limitDate: string) => goods([delivered], { limitDate, limitDateOf: 'delivery' });
  expect([told('2025-06-30'), told('2025-07-01')]).toEqual([[], [{ kind: 'given', rows: ['d'] }]]);
  expect(
    goods([], {
      sumItems: [
        { id: 'l', cents: 1 },
        { id: 'c', cents: 2, isCredit: true },
      ],
    }),
  ).toEqual([{ kind: 'credits', rows: ['c'] }]);
});
