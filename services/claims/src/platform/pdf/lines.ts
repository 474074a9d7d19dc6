import { DRAWS_NOTHING } from '@redress/domain';
import { isRightToLeft, scriptFaceOf } from './scripts.ts';
import { type FaceName, face } from './typefaces.ts';

/** Text in one style. A document's words are always plain runs: nothing in them is markup. */
export interface Run {
  text: string;
  style?: 'bold' | 'italic';
}
export type Text = string | readonly Run[];

export interface Piece {
  face: FaceName;
  text: string;
}
export interface Line {
  pieces: Piece[];
  /** Points. */
  width: number;
}

/** Drawn in the place of a character no typeface has. */
const STAND_IN = '\uFFFD';

// Joiners shape letters within these scripts; anywhere else they are invisible too.
const LOOSE_JOINER =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}])[\u200c\u200d]+|[\u200c\u200d]+(?![\u200c\u200d\p{Script=Arabic}\p{Script=Devanagari}])/gu;
const isJoiner = (point: number) => point === 0x200c || point === 0x200d;
const PLAIN = /^[\n -~]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Text as it is drawn: composed letters (NFC), tabs as spaces, nothing invisible. */
export const drawable = (text: string): string => {
  const spaced = text.includes('\t') ? text.replaceAll('\t', '    ') : text;
  const lines = spaced.includes('\r') ? spaced.replace(/\r\n?/g, '\n') : spaced;
  return PLAIN.test(lines) ? lines : lines.normalize('NFC').replace(DRAWS_NOTHING, '').replace(LOOSE_JOINER, '');
};

const FACES: Record<'plain' | 'bold' | 'italic', readonly [FaceName, FaceName]> = {
  plain: ['regular', 'fallback'],
  bold: ['bold', 'fallback-bold'],
  italic: ['italic', 'fallback'],
};

/** The faces that may draw a cluster, best first: that of its script, then the two text faces. */
function facesFor(points: readonly number[], style: keyof typeof FACES): readonly FaceName[] {
  const script = scriptFaceOf(points[0] ?? 0);
  if (!script) return FACES[style];
  return [style === 'bold' ? `${script}-bold` : script, ...FACES[style]];
}

/**
 * Cuts a text into pieces of one face each.
 * @param missing - collects the code points no face can draw
 */
export function piecesOf(text: Text, missing: Set<number>): Piece[] {
  const pieces: Piece[] = [];
  const push = (name: FaceName, part: string) => {
    const last = pieces.at(-1);
    if (last?.face === name) last.text += part;
    else pieces.push({ face: name, text: part });
  };
  for (const run of typeof text === 'string' ? [{ text }] : text) {
    const style = ('style' in run && run.style) || 'plain';
    const [first, second] = FACES[style];
    const clean = drawable(run.text);
    if (PLAIN.test(clean)) {
      if (clean) push(first, clean);
      continue;
    }
    for (const { segment } of graphemes.segment(clean)) {
      const points = Array.from(segment, (character) => character.codePointAt(0) as number);
      const faces = facesFor(points, style);
      const covers = (name: FaceName, point: number) => point === 10 || isJoiner(point) || face(name).covers(point);
      const found = faces.find((name) => points.every((point) => covers(name, point)));
      if (found) push(found, segment);
      else {
        for (const point of points) if (!faces.some((name) => covers(name, point))) missing.add(point);
        push(second, STAND_IN);
      }
    }
  }
  return pieces;
}

/** The characters of a text that would stand as {@link STAND_IN} on paper. */
export function undrawable(text: string): string[] {
  const clean = drawable(text);
  if (PLAIN.test(clean)) return [];
  // By distinct characters: cutting a long text into graphemes takes 100 ms of the request loop.
  return [...new Set(clean)].filter((character) => {
    const point = character.codePointAt(0) as number;
    return point !== 10 && !isJoiner(point) && !facesFor([point], 'plain').some((name) => face(name).covers(point));
  });
}

const widthOf = (pieces: readonly Piece[], size: number): number =>
  (pieces.reduce((sum, piece) => sum + face(piece.face).width(piece.text), 0) * size) / 1000;

/**
 * Breaks text into lines no wider than `maxWidth` points, at spaces and where it says so itself; a word longer than a
 * line is broken behind its hyphens, or cut between its letters.
 */
export function breakLines(pieces: readonly Piece[], size: number, maxWidth: number): Line[] {
  const lines: Line[] = [];
  let line: Piece[] = [];
  let width = 0;
  const endLine = () => {
    lines.push({ pieces: visualOrder(joined(line)), width });
    line = [];
    width = 0;
  };
  for (const token of tokensOf(pieces)) {
    if (token === 'break') {
      endLine();
      continue;
    }
    const isLong = widthOf(token.word, size) > maxWidth;
    for (const step of isLong ? behindHyphens(token.word) : [token.word]) {
      const needed = widthOf(step, size);
      if (line.length && width + needed > maxWidth) endLine();
      if (needed > maxWidth) {
        for (const part of cutWord(step, size, maxWidth)) {
          if (line.length) endLine();
          line = part;
          width = widthOf(part, size);
        }
      } else {
        line.push(...step);
        width += needed;
      }
    }
    if (token.space) {
      line.push({ face: token.space.face, text: token.space.text });
      width += widthOf([token.space], size);
    }
  }
  if (line.length || lines.length === 0) endLine();
  return lines;
}

const LONG_WORD = 30;

type Token = 'break' | { word: Piece[]; space: Piece | undefined };

function tokensOf(pieces: readonly Piece[]): Token[] {
  const tokens: Token[] = [];
  let word: Piece[] = [];
  for (const piece of pieces) {
    for (const part of piece.text.split(/(\n| +)/)) {
      if (part === '') continue;
      if (part === '\n') {
        if (word.length) tokens.push({ word, space: undefined });
        word = [];
        tokens.push('break');
      } else if (part.startsWith(' ')) {
        tokens.push({ word, space: { face: piece.face, text: part } });
        word = [];
      } else if (part.length > LONG_WORD && part.includes('/')) {
        // A web address is broken after one of its punctuation marks.
        for (const step of part.split(/(?<=[/?&=-])(?=[^/?&=-])/)) {
          word.push({ face: piece.face, text: step });
          tokens.push({ word, space: undefined });
          word = [];
        }
      } else word.push({ face: piece.face, text: part });
    }
  }
  if (word.length) tokens.push({ word, space: undefined });
  return tokens;
}

/** A word of one face in steps that end with a hyphen. */
const behindHyphens = (word: Piece[]): Piece[][] =>
  word.length > 1 ? [word] : word.flatMap((piece) => piece.text.split(/(?<=-)/).map((text) => [{ ...piece, text }]));

function cutWord(word: readonly Piece[], size: number, maxWidth: number): Piece[][] {
  const parts: Piece[][] = [];
  let part: Piece[] = [];
  let width = 0;
  for (const piece of word) {
    for (const { segment } of graphemes.segment(piece.text)) {
      const letter = { face: piece.face, text: segment };
      const needed = widthOf([letter], size);
      if (part.length && width + needed > maxWidth) {
        parts.push(joined(part));
        part = [];
        width = 0;
      }
      part.push(letter);
      width += needed;
    }
  }
  if (part.length) parts.push(joined(part));
  return parts;
}

/**
 * Words of a script that runs from right to left stand in that order within the line, which runs from left to right:
 * a run of them is turned around; inside a word the shaping has done so already.
 */
function visualOrder(pieces: readonly Piece[]): Piece[] {
  if (!pieces.some((piece) => isRightToLeft(piece.face))) return [...pieces];
  const result: Piece[] = [];
  let run: Piece[] = [];
  let between: Piece[] = [];
  const endRun = () => {
    result.push(...run.reverse(), ...between);
    run = [];
    between = [];
  };
  for (const piece of pieces) {
    if (isRightToLeft(piece.face)) {
      run.push(...between, piece);
      between = [];
    } else if (run.length > 0 && piece.text.trim() === '') between.push(piece);
    else {
      endRun();
      result.push(piece);
    }
  }
  endRun();
  return result;
}

/** Neighbours of one face as one piece: fewer operators in the file, whole words in its text layer. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last?.face === piece.face) last.text += piece.text;
    else result.push({ ...piece });
  }
  return result;
}
