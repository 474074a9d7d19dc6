/**
 * One reading of a text for the gate, the printer and the search: what a person sees, whatever characters it was typed
 * in. Each character of the reading knows its place in the text as written.
 */
import { confusables } from './confusables.ts';

export interface NormalForm {
  /** Lower case, Latin, without marks; every space is U+0020 or a line break, every dash `-`. */
  readonly text: string;
  /** The same, with the accents of Spanish verbs: as long, character for character. */
  readonly accented: string;
  /** Where in the written text each character of the reading begins, and one more for the end of the text. */
  readonly places: readonly number[];
}

const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{M}]/u;
const SPACES = /[\p{Zs}\t\u2800]/u;
const BREAKS = /[\n\r\u2028\u2029]/u;
const DASHES = /[\p{Pd}\u2212\u2043\u00AF\u02D7\u30FC]/u;
const APOSTROPHES = /[\u2018\u2019\u02BC\u02BB\u02B9\u2032\uFF07\u0060\u00B4\uA78C]/u;
const ACCENTED = /[áéíóúñü]/u;
/** Letters in circles and squares that have no decomposition, and the letters of flags: runs of `a` to `z`. */
const RUNS = [0x1f150, 0x1f170, 0x1f1e6];

const bare = (character: string): string =>
  character
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/^\((.+)\)$/u, '$1');

/** The digit a character stands for: those of a script stand in a run of ten. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  for (let zero = code; zero > code - 10; zero -= 1)
    if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return String(code - zero);
  return '0';
}

const known = new Map<string, string>();

/** @returns what a character is read as; empty for one that is not seen */
function readingOf(character: string): string {
  const before = known.get(character);
  if (before !== undefined) return before;
  const read = readAnew(character);
  if (known.size > 4_000) known.clear();
  known.set(character, read);
  return read;
}

function readAnew(character: string): string {
  if (BREAKS.test(character)) return '\n';
  if (SPACES.test(character)) return ' ';
  if (IGNORED.test(character)) return '';
  if (DASHES.test(character)) return '-';
  if (APOSTROPHES.test(character)) return "'";
  const code = character.codePointAt(0) ?? 0;
  const run = RUNS.find((first) => code >= first && code < first + 26);
  if (run !== undefined) return String.fromCodePoint(97 + code - run);
  if (/\p{Nd}/u.test(character)) return digitOf(character);
  const alike = confusables();
  return [...(alike.get(character) ?? bare(character))].map((piece) => alike.get(piece) ?? piece).join('');
}

/** What stands between an override of the direction and its end is read the other way round. */
const TURNED = /\u202E([^\u202C\u202E\n]*)\u202C?/gu;
/** Ruby and what it stands over: `\uFFF9 base \uFFFA note \uFFFB`. */
const NOTE = /\uFFFA[^\uFFFB\n]{0,80}\uFFFB/gu;
const CODED = /&#(?:x([0-9a-f]{2,5})|(\d{2,6}));|%([2-7][0-9a-f])/giu;
/** Letters made of other signs. */
const DRAWN: readonly (readonly [string, string])[] = [
  ['(_)', 'u'],
  ['|_|', 'u'],
  ['()', 'o'],
];

const PLAIN_ASCII = /^[\n -"'-~]*$/;

/**
 * Every way a text is read: as it stands, and with the head turned where a line of it stands upside down. Places of a
 * turned line are right about the line alone.
 */
export function readingsOf(written: string): readonly NormalForm[] {
  const asItStands = formOf(written);
  if (!UPSIDE_DOWN.test(written)) return [asItStands];
  const lines = written.split('\n').map((line) => [line, turnedUp(line)] as const);
  if (lines.every(([, turned]) => turned === null)) return [asItStands];
  return [asItStands, formOf(lines.map(([line, turned]) => turned ?? line).join('\n'))];
}

/** The reading of one line or sentence. Linear in its length. */
export function normalForm(written: string): NormalForm {
  if (UPSIDE_DOWN.test(written)) {
    const turned = turnedUp(written);
    // Read with the head turned it has no places of its own: it is one line.
    if (turned !== null) return { ...formOf(turned), places: Array.from({ length: turned.length * 2 + 1 }, () => 0) };
  }
  return formOf(written);
}

function formOf(written: string): NormalForm {
  const out: string[] = [];
  const accents: string[] = [];
  const places: number[] = [];
  const put = (read: string, at: number, accented = read): void => {
    for (let index = 0; index < read.length; index += 1) {
      out.push(read[index] ?? '');
      accents.push(accented.length === read.length ? (accented[index] ?? '') : (read[index] ?? ''));
      places.push(at);
    }
  };
  if (PLAIN_ASCII.test(written) && !/\(_?\)|%[2-7]|\|_/u.test(written)) {
    const text = written.toLowerCase();
    return { text, accented: text, places: Array.from({ length: text.length + 1 }, (_, index) => index) };
  }
  // By their places, in whatever order they are read.
  const skipped = new Set<number>();
  for (const { at, end } of spansOf(written, NOTE)) for (let place = at; place < end; place += 1) skipped.add(place);
  const turned = spansOf(written, TURNED);
  const coded = new Map([...written.matchAll(CODED)].map((match) => [match.index, match] as const));
  const units = characters(written, turned);
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index];
    if (!unit || skipped.has(unit.at)) continue;
    const code = coded.get(unit.at);
    const drawn = DRAWN.find(([signs]) => signs[0] === unit.character && written.startsWith(signs, unit.at));
    if (code) {
      const point = Number.parseInt(code[1] ?? code[3] ?? code[2] ?? '', code[2] ? 10 : 16);
      put(point <= 0x10ffff ? readingOf(String.fromCodePoint(point)) : '', unit.at);
      index += code[0].length - 1;
    } else if (drawn) {
      put(drawn[1], unit.at);
      index += drawn[0].length - 1;
    } else {
      const composed = unit.character.normalize('NFC').toLowerCase();
      const next = units[index + 1]?.character;
      const whole = next === '\u0301' || next === '\u0303' ? `${composed}${next}`.normalize('NFC') : composed;
      put(readingOf(unit.character), unit.at, ACCENTED.test(whole) ? whole : undefined);
    }
  }
  places.push(written.length);
  return { text: out.join(''), accented: accents.join(''), places };
}

interface Unit {
  readonly character: string;
  readonly at: number;
}
interface Stretch {
  readonly at: number;
  readonly end: number;
}

export const spanOf = ({ 0: { length }, index }: RegExpExecArray): Stretch => ({ at: index, end: index + length });
const spansOf = (text: string, pattern: RegExp): readonly Stretch[] => [...text.matchAll(pattern)].map(spanOf);

/** Characters with their places, those that are turned around the other way round. */
function characters(written: string, turned: readonly Stretch[]): readonly Unit[] {
  const units: Unit[] = [];
  let at = 0;
  let next = 0;
  let opened = -1;
  for (const character of written) {
    while (turned[next] && at >= (turned[next]?.end ?? 0)) {
      if (opened >= 0) units.push(...units.splice(opened).reverse());
      opened = -1;
      next += 1;
    }
    if (turned[next] && at === turned[next]?.at) opened = units.length;
    units.push({ character, at });
    at += character.length;
  }
  if (opened >= 0) units.push(...units.splice(opened).reverse());
  return units;
}

/** Letters that are only found in a line turned upside down. */
const UPSIDE_DOWN = /[ɐǝɥʇʎʍʞɹᴉ]/u;
const FLIPPED: Readonly<Record<string, string>> = { n: 'u', u: 'n', p: 'd', d: 'p', b: 'q', q: 'b', ɔ: 'c', ʅ: 'l', ɯ: 'm', ƃ: 'g', ʇ: 't', ɟ: 'f', ɾ: 'j', '˙': '.' }; // prettier-ignore

/** A line turned upside down, as it is read with the head turned; `null` for any other. As many characters. */
const turnedUp = (line: string): string | null =>
  (line.match(new RegExp(UPSIDE_DOWN, 'gu')) ?? []).length < 3
    ? null
    : [...line]
        .reverse()
        .map((character) => FLIPPED[character] ?? character)
        .join('');
