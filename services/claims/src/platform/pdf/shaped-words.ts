import type { Glyph } from 'fontkit';
import { LRUCache } from 'lru-cache';

/**
 * Words come back within a letter and from letter to letter; numbers, addresses and names come once and push each other out.
 * About 200 bytes a glyph.
 */
const GLYPHS_KEPT = 10_000;

/** What pdfkit reads of a glyph. fontkit's own holds metrics and boxes beside it, which each word would keep. */
type ShapedGlyph = Pick<Glyph, 'id' | 'codePoints' | 'advanceWidth'>;

interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

export interface ShapedWord {
  glyphs: readonly ShapedGlyph[];
  positions: readonly Readonly<Position>[];
  /** Thousandths of the type size. */
  width: number;
}

export interface ShapedWords {
  /** @returns the word as it was shaped before, or shapes it */
  get(text: string): ShapedWord;
  /** Glyphs that are kept. */
  size(): number;
}

/**
 * Words of one face, as they were shaped.
 * @param shape - makes what is not kept
 * @param most - glyphs that are kept; the words that were asked for least lately go first
 */
export function createShapedWords(shape: (text: string) => ShapedWord, most = GLYPHS_KEPT): ShapedWords {
  const words = new LRUCache<string, ShapedWord>({
    maxSize: most,
    // A word that draws nothing takes a place as well.
    sizeCalculation: ({ glyphs }) => Math.max(1, glyphs.length),
  });
  return {
    get(text) {
      const known = words.get(text);
      if (known) return known;
      const { glyphs, positions, width } = shape(text);
      const shaped: ShapedWord = {
        glyphs: glyphs.map(({ id, codePoints, advanceWidth }) => ({ id, codePoints, advanceWidth })),
        positions: positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
          xAdvance,
          yAdvance,
          xOffset,
          yOffset,
        })),
        width,
      };
      // Characters of its own: a piece that V8 has cut out of a text keeps the whole text.
      words.set(Array.from(text).join(''), shaped);
      return shaped;
    },
    size: () => words.calculatedSize,
  };
}
