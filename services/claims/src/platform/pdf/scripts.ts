import type { FaceName, ScriptFace } from './typefaces.ts';

/** First and last code point of the blocks a script face is asked for. */
const BLOCKS: readonly (readonly [number, number, ScriptFace])[] = [
  [0x0590, 0x05ff, 'hebrew'],
  [0x0600, 0x06ff, 'arabic'],
  [0x0750, 0x077f, 'arabic'],
  [0x08a0, 0x08ff, 'arabic'],
  [0x0900, 0x097f, 'devanagari'],
  [0x0e00, 0x0e7f, 'thai'],
  [0x1100, 0x11ff, 'hangul'],
  [0x2e80, 0x312f, 'han'],
  [0x3130, 0x318f, 'hangul'],
  [0x31a0, 0x9fff, 'han'],
  [0xa8e0, 0xa8ff, 'devanagari'],
  [0xac00, 0xd7ff, 'hangul'],
  [0xf900, 0xfaff, 'han'],
  [0xfb1d, 0xfb4f, 'hebrew'],
  [0xfb50, 0xfdff, 'arabic'],
  [0xfe70, 0xfefe, 'arabic'],
  [0xff00, 0xffef, 'han'],
  [0x20000, 0x323af, 'han'],
];

/** @returns the face of a character's script; `null` for those the text faces draw */
export function scriptFaceOf(codePoint: number): ScriptFace | null {
  if (codePoint < 0x0590) return null;
  return BLOCKS.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2] ?? null;
}

/** Whether the order of glyphs is another than that of the letters, even within a word. */
export const isDrawnOutOfOrder = (face: FaceName): boolean => face.startsWith('devanagari');

export const isRightToLeft = (face: FaceName): boolean => /^(?:arabic|hebrew)/.test(face);
