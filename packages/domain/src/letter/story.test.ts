import fc from 'fast-check';
import { sentencesOf } from './sentences.ts';
import { sentenceKey } from './gate/index.ts';
import { CORE_MAX_CHARACTERS, splitCalculation, splitStory, STORY_MAX_CHARACTERS } from './story.ts';

const CHATTER = 'I was quite surprised by all of this and talked about it at length. ';
const CORE = [
  'I hired Lee Homes L.L.C. to paint three rooms.',
  'We signed a contract on March 3, 2026 for $2,400.',
  'Mr. Lee painted one room and stopped.',
  'On April 9 I asked in writing for $1,600 back.',
  'He answered that the money was spent and never paid.',
];
const LONG = CORE.map((sentence) => `${sentence} ${CHATTER.repeat(6)}`).join('\n\n');

it('keeps the core of a long account, in its order and in its words', () => {
  const { inLetter, attached } = splitStory(LONG);
  expect(LONG.length).toBeGreaterThan(STORY_MAX_CHARACTERS);
  expect(sentencesOf(inLetter)).toEqual(CORE);
  expect(attached).toBe(LONG);
});

it('proposes the harm done, and never text of a program', () => {
  const bite = 'Your dog bit me in the leg.';
  const code = 'You agreed to pay {{amount}} in May. You paid $& on May 3. You <b>never</b> paid $500.';
  const { inLetter } = splitStory(`${CHATTER.repeat(30)}${bite} ${code}`);
  expect(inLetter).toContain(bite);
  expect(inLetter).not.toMatch(/[{}&<]/u);
});

it('leaves a short account as it is', () => {
  expect(splitStory(CORE.join(' '))).toEqual({ inLetter: CORE.join(' '), attached: null });
});

it('takes only whole sentences, at most 1,200 characters of them', () => {
  const word = fc.constantFrom('paid', '$50', 'May 3', 'the', 'Mr.', 'and', 'you', 'sofa. ', 'Then', '\n');
  fc.assert(
    fc.property(fc.array(word, { minLength: 500, maxLength: 900 }), (words) => {
      const text = words.join(' ');
      const { inLetter, attached } = splitStory(text);
      if (!attached) return;
      expect(inLetter.length).toBeLessThanOrEqual(1200);
    }),
  );
});

it('opens with a part of an account without sentences', () => {
  expect(splitStory('word '.repeat(800)).inLetter).toMatch(/^word .*…$/);
});

it('prints the sentences the claimant marked, in the order of the account, as far as they fit', () => {
  const marked = [CORE[4], CHATTER.trim(), CORE[0]].map((sentence) => sentenceKey(sentence ?? ''));
  const { inLetter, attached } = splitStory(LONG, marked);
  expect(inLetter.startsWith(CORE[0] ?? '')).toBe(true);
  expect(inLetter).toContain(CORE[4]?.slice(0, 20));
  expect(inLetter).not.toContain(CORE[1]);
  expect(inLetter.length).toBeLessThanOrEqual(CORE_MAX_CHARACTERS);
  expect(attached).toBe(LONG);
  expect(splitStory(LONG, ['no-such-key'])).toEqual(splitStory(LONG));
});

it('attaches a long calculation whole, with its core in the letter', () => {
  const long = `Invoice 7 was $2,400. ${CHATTER.repeat(12)}I was paid $600 on May 3. $1,800 is left.`;
  const { inLetter, attached } = splitCalculation(long);
  expect(inLetter).toBe('Invoice 7 was $2,400. I was paid $600 on May 3. $1,800 is left.');
  expect(attached).toBe(long);
  expect(splitCalculation(CORE[0] ?? '').attached).toBeNull();
});
