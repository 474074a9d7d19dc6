import fc from 'fast-check';
import { stateByCode } from '../jurisdictions/index.ts';
import { speakersOf, storyFromRows } from '../facts/index.ts';
import { aClaim } from '../testing/claims.ts';
import { alignParts, composeLetter, joinParts, withOwnWords } from './index.ts';

const FACTS = [
  { id: 'a', who: 'me', what: 'lent you the money', day: '2025-05-01', dayIs: 'exact' },
  { id: 'b', who: 'them', what: 'promised to pay it back', day: '2025-06-01', dayIs: 'exact' },
  { id: 'c', who: 'me', what: 'asked you for it', day: '2025-07-01', dayIs: 'exact' },
] as const;
const letterOf = (over: Parameters<typeof aClaim>[0]) =>
  composeLetter({
    data: aClaim({ ...over, claimDescription: storyFromRows('', over?.facts, speakersOf(aClaim())) }),
    state: stateByCode('AL'),
    dates: { letterDay: '2025-11-20' },
  });
const written = letterOf({ facts: FACTS });
const next = letterOf({
  amount: '900',
  facts: [
    FACTS[0],
    FACTS[1],
    { ...FACTS[2], what: 'wrote to you' },
    { id: 'd', who: 'them', what: 'never answered', day: '2025-08-01', dayIs: 'exact' },
  ],
});
const merged = (typed: string) => {
  const parts = withOwnWords(written.parts, alignParts(written.parts, typed), next.parts);
  return parts && joinParts(parts);
};
const edit = (from: string, to: string) => {
  expect(written.text).toContain(from);
  return merged(written.text.replace(from, to));
};

it('is the letter of the new answers where nothing was written by hand', () => {
  expect(merged(written.text)).toBeNull();
});

it('keeps a line that was changed by hand, and lets those beside it follow their facts', () => {
  const text = edit('On June 1, 2025, you promised to pay it back.', 'In June you promised, in front of my sister.');
  expect(text).toContain(
    'On May 1, 2025, I lent you the money.\nIn June you promised, in front of my sister.\nOn July 1, 2025, I wrote to you.\nOn August 1, 2025, you never answered.',
  );
  expect(text).toContain('Total owed: $900.00');
});

it('keeps words that meet a changed fact', () => {
  const text = edit('On July 1, 2025, I asked you for it.', 'I asked you for it twice.');
  expect(text).toContain('I asked you for it twice.');
  expect(text).not.toContain('I wrote to you');
});

it('leaves out what was taken out, and keeps a paragraph that was put in where it stood', () => {
  const [greeting] = written.text.match(/Dear .*,/) ?? [];
  const text = edit(`${greeting}\n`, `${greeting}\n\nI hope you are well.\n`);
  expect(text).toContain(`${greeting}\n\nI hope you are well.\n\n`);
  const method = written.parts.find(({ id }) => id === 'method')?.text ?? '';
  expect(edit(`${method}\n\n`, '')).not.toContain(method);
});

it('loses no line that was written by hand', () => {
  const lines = written.text.split('\n');
  const known = new Set(lines);
  const change = fc.record({
    at: fc.nat(lines.length - 1),
    drop: fc.nat(4),
    add: fc.array(fc.stringMatching(/^[a-z]{3,9} [a-z]{3,9}$/), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const edited = [...lines];
      for (const { at, drop, add } of changes) edited.splice(at, drop, ...add);
      const text = merged(edited.join('\n'));
      for (const line of edited.filter((each) => each.trim() && !known.has(each))) expect(text).toContain(line);
    }),
    { numRuns: 200 },
  );
});
