import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { createShapedWords } from './shaped-words.ts';

/**
 * The faces a document is set in. Source Serif 4 draws Latin with Vietnamese, Greek and Cyrillic; DejaVu Serif stands
 * in, character by character, for what it lacks (Armenian, Georgian, phonetic letters, signs).
 */
export type FaceName = 'regular' | 'bold' | 'italic' | 'fallback' | 'fallback-bold' | ScriptFace | `${ScriptFace}-bold`;

/** Faces of scripts the others do not have; each is read from disk when a document first needs it. */
export type ScriptFace = 'arabic' | 'devanagari' | 'han' | 'hangul' | 'hebrew' | 'thai';

const FILES: Record<FaceName, string> = {
  regular: '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  bold: '@expo-google-fonts/source-serif-4/700Bold/SourceSerif4_700Bold.ttf',
  italic: '@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf',
  fallback: 'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf',
  'fallback-bold': 'dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf',
  arabic: '@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf',
  'arabic-bold': '@expo-google-fonts/noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf',
  devanagari: '@expo-google-fonts/noto-serif-devanagari/400Regular/NotoSerifDevanagari_400Regular.ttf',
  'devanagari-bold': '@expo-google-fonts/noto-serif-devanagari/700Bold/NotoSerifDevanagari_700Bold.ttf',
  // Chinese in both writings, and the kana and characters of Japanese names.
  han: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'han-bold': '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
  hangul: '@expo-google-fonts/nanum-myeongjo/400Regular/NanumMyeongjo_400Regular.ttf',
  'hangul-bold': '@expo-google-fonts/nanum-myeongjo/700Bold/NanumMyeongjo_700Bold.ttf',
  hebrew: '@expo-google-fonts/noto-serif-hebrew/400Regular/NotoSerifHebrew_400Regular.ttf',
  'hebrew-bold': '@expo-google-fonts/noto-serif-hebrew/700Bold/NotoSerifHebrew_700Bold.ttf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  'thai-bold': '@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf',
};

const LARGE_FONT = 10_000;

export interface Face {
  name: FaceName;
  covers(codePoint: number): boolean;
  /** Width of a piece of one line, in thousandths of the type size. */
  width(text: string): number;
  /** What pdfkit takes as a font; parsed once and shared by every document of this thread. */
  forPdfkit: Font;
}

const require = createRequire(import.meta.url);
const loaded = new Map<FaceName, Face>();

/** @returns the face, parsed at its first use in this thread */
export function face(name: FaceName): Face {
  const known = loaded.get(name);
  if (known) return known;
  const made = loadFace(name);
  loaded.set(name, made);
  return made;
}

/** Parses every face now: the first use of one takes 40 ms, which no request should wait behind. */
export function loadFaces(): void {
  for (const name of Object.keys(FILES) as FaceName[]) face(name);
}

function loadFace(name: FaceName): Face {
  const font = create(readFileSync(require.resolve(FILES[name]))) as Font;
  // A set answers faster; of the large fonts few characters are ever asked.
  const drawable = font.numGlyphs < LARGE_FONT ? new Set(font.characterSet) : null;
  const scale = 1000 / font.unitsPerEm;
  const words = createShapedWords((text) => {
    // The font remembers each glyph with the characters it was first asked for, or none when a finished file asked:
    // kept across documents, that would take letters out of the next one's text layer.
    (font as unknown as { _glyphs: object })._glyphs = {};
    const { glyphs, positions } = font.layout(text);
    return { glyphs, positions, width: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * scale };
  });

  // pdfkit scales the positions it is given in place, so each call gets its own copies.
  const forPdfkit = Object.create(font, {
    layout: {
      value: (text: string) => {
        const { glyphs, positions } = words.get(text);
        const copies = positions.map((position) => ({ ...position }));
        return {
          glyphs,
          positions: copies,
          get advanceWidth() {
            return copies.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
          },
        };
      },
    },
  }) as Font;

  return {
    name,
    forPdfkit,
    covers: (codePoint) => drawable?.has(codePoint) ?? font.hasGlyphForCodePoint(codePoint),
    width: (text) => wordsOf(text).reduce((sum, word) => sum + words.get(word).width, 0),
  };
}

/** Words with the space after them: the same cuts pdfkit makes, so that a measured line is as wide as the drawn one. */
const wordsOf = (text: string): readonly string[] => text.match(/[^ ]* |[^ ]+/g) ?? [];
