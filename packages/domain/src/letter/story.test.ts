import fc from 'fast-check';
import { sentencesOf } from './sentences.ts';
import { splitStory, STORY_MAX_CHARACTERS } from './story.ts';

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
