import { createShapedWords, type ShapedWord } from './shaped-words.ts';

/** Glyphs as fontkit makes them: with more than is drawn from. */
const shape = (text: string): ShapedWord => ({
  glyphs: Array.from(text, (character, id) => ({
    id,
    codePoints: [character.codePointAt(0) as number],
    advanceWidth: 500,
    path: { commands: ['moveTo'] },
  })),
  positions: Array.from(text, () => ({ xAdvance: 500, yAdvance: 0, xOffset: 0, yOffset: 0 })),
  width: 500 * text.length,
});

it('keeps so many glyphs and no more, whatever comes', () => {
  const words = createShapedWords(shape, 100);
  for (let number = 0; number < 1_000; number += 1) words.get(`${number}.somebody@example.com `);
  expect(words.size()).toBeLessThanOrEqual(100);
});

it('shapes a word once while it is in use', () => {
  const shaping = jest.fn(shape);
  const words = createShapedWords(shaping, 100);
  for (let number = 0; number < 50; number += 1) {
    words.get('letter ');
    words.get(`${number} `);
  }
  expect(shaping.mock.calls.filter(([text]) => text === 'letter ')).toHaveLength(1);
});

it('keeps of a glyph what is drawn from', () => {
  expect(Object.keys(createShapedWords(shape).get('a').glyphs[0] ?? {})).toEqual(['id', 'codePoints', 'advanceWidth']);
});
