/**
 * Reads a text as words, whatever was done to hide them: look-alike letters, invisible characters, digits for letters,
 * letters spaced out. Each word keeps its place in the text it came from.
 */
import { vocabulary } from './vocabulary.ts';

export interface Word {
  /** Lower case, Latin, without accents. */
  readonly form: string;
  readonly at: number;
  readonly end: number;
}

/** Letters of other scripts that look like a Latin one. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', ё: 'e', һ: 'h', і: 'i', ї: 'i', ј: 'j', к: 'k', ӏ: 'l', м: 'm', н: 'h', о: 'o', р: 'p',
  ѕ: 's', т: 't', у: 'y', х: 'x', ԛ: 'q', ԝ: 'w', ѵ: 'v', г: 'r', п: 'n', α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k',
  ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ı: 'i', ɑ: 'a', ɡ: 'g', ⅼ: 'l', ß: 'ss', ł: 'l', ø: 'o', đ: 'd',
}; // prettier-ignore
const DIGIT_LETTERS: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i', '|': 'l' }; // prettier-ignore

const INVISIBLE = /[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFE00-\uFE0F\uFEFF]/u;

/** @returns what a character is read as; empty for an invisible one or an accent */
function plain(character: string): string {
  if (character <= '\u007F') return character.toLowerCase();
  if (INVISIBLE.test(character)) return '';
  if (character === '\u2019' || character === '\u02BC' || character === '\u2018') return "'";
  let read = '';
  for (const piece of character.normalize('NFKD').toLowerCase()) {
    if (!/\p{M}/u.test(piece)) read += LOOK_ALIKES[piece] ?? piece;
  }
  return read;
}

interface Plain {
  readonly text: string;
  /** Place in the original of each character of `text`, and one more for its end. */
  readonly places: readonly number[];
}

function plainText(text: string): Plain {
  const out: string[] = [];
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    for (const read of plain(character)) {
      out.push(read);
      places.push(at);
    }
    at += character.length;
  }
  places.push(at);
  return { text: out.join(''), places };
}

/** A digit may stand for two letters; what makes a known word is meant. */
function unmask(form: string): string {
  if (!/[0-9@$!|]/.test(form) || !/[a-z]/.test(form)) return form;
  const base = form.replace(/[0345780@$!|]/g, (mark) => DIGIT_LETTERS[mark] ?? mark);
  for (const read of [base.replaceAll('1', 'l'), base.replaceAll('1', 'i'), base])
    if (vocabulary().known.has(read)) return read;
  const stem = base.replace(/i+$/, '');
  return vocabulary().known.has(stem) ? stem : form;
}

function spelling(form: string): string {
  const { known, variants } = vocabulary();
  return known.has(form) ? form : (variants.get(form) ?? form);
}

/** Cuts letters that were spaced out back into known words; what is not known stays one word. */
function knownWords(letters: string): readonly string[] {
  const { known, beginnings } = vocabulary();
  // best[i]: the fewest unknown letters in the first i letters, and where the last word began.
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let from = 0; from < letters.length; from += 1) {
    const cost = best[from]?.cost ?? 0;
    for (let end = from + 1; end <= letters.length; end += 1) {
      const word = letters.slice(from, end);
      const isBeginning = beginnings.has(word);
      const total = cost + (known.has(word) ? 0.1 : 2);
      if ((end === from + 1 || known.has(word)) && total < (best[end]?.cost ?? Infinity))
        best[end] = { cost: total, from };
      if (!isBeginning) break;
    }
  }
  const cuts: string[] = [];
  for (let end = letters.length; end > 0; end = best[end]?.from ?? 0)
    cuts.push(letters.slice(best[end]?.from ?? 0, end));
  return cuts.reverse();
}

const CONTRACTED = /^(.+?)'(ll|d|m|re|ve|s)$/;

/** The words in order. Linear in the length of the text. */
export function wordsOf(text: string): readonly Word[] {
  const { text: read, places } = plainText(text);
  const words: Word[] = [];
  const add = (form: string, from: number, to: number): void => {
    const last = places[to - 1] ?? 0;
    words.push({ form, at: places[from] ?? 0, end: last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1) });
  };
  let run: { form: string; from: number; end: number }[] = [];
  const flush = (): void => {
    if (run.length >= 3 && run.some(({ form }) => /[a-z]/.test(form))) {
      const letters = run.map(({ form }) => unmaskLetter(form)).join('');
      let offset = 0;
      for (const word of knownWords(letters)) {
        const first = run[offset];
        const last = run[offset + word.length - 1];
        if (first && last) add(spelling(word), first.from, last.end);
        offset += word.length;
      }
    } else for (const { form, from, end } of run) add(form, from, end);
    run = [];
  };
  for (const match of read.matchAll(/[\p{L}\p{N}@$!|]+(?:'[\p{L}]+)?/gu)) {
    const from = match.index;
    const form = match[0];
    const end = from + form.length;
    const previous = run.at(-1);
    const isLetter = form.length === 1 && /[a-z0134578@$!|]/.test(form);
    if (isLetter) {
      if (previous && from - previous.end > 2) flush();
      run.push({ form, from, end });
      continue;
    }
    flush();
    const negated = /^(.+)n't$/.exec(form);
    const contracted = CONTRACTED.exec(form);
    if (negated?.[1]) {
      add(negated[1] === 'wo' ? 'will' : negated[1] === 'ca' ? 'can' : negated[1], from, from + negated[1].length);
      add('not', from + negated[1].length, end);
    } else if (contracted?.[1] && contracted[2]) {
      add(spelling(unmask(contracted[1])), from, from + contracted[1].length);
      add(`'${contracted[2]}`, from + contracted[1].length, end);
    } else add(spelling(unmask(form.replace(/^[!|]+|[!|]+$/g, '') || form)), from, end);
  }
  flush();
  return rejoined(words, text);
}

const unmaskLetter = (form: string): string => (form === '1' ? 'i' : (DIGIT_LETTERS[form] ?? form));

/** "po lice" and "de-ported" are one word each when their pieces are none and the whole is a word looked for. */
function rejoined(words: readonly Word[], text: string): readonly Word[] {
  const out: Word[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (!word) continue;
    const whole = [3, 2]
      .map((count) => words.slice(index, index + count))
      .find((pieces) => {
        const last = pieces.at(-1);
        const joined = pieces.map(({ form }) => form).join('');
        return (
          pieces.length > 1 &&
          last &&
          joined.length >= 5 &&
          last.end - word.at <= joined.length + 4 &&
          pieces.some(({ form }) => !vocabulary().known.has(form)) &&
          LOOKED_FOR.has(joined) &&
          !text.slice(word.at, last.end).includes('\n')
        );
      });
    const last = whole?.at(-1);
    if (whole && last) {
      out.push({ ...word, form: whole.map(({ form }) => form).join(''), end: last.end });
      index += whole.length - 1;
    } else out.push(word);
  }
  return out;
}

/** Only what is looked for is put together again: other words may well stand side by side. */
const LOOKED_FOR = new Set(['police', 'sheriff', 'arrest', 'arrested', 'prison', 'immigration', 'deport', 'deported', 'prosecute', 'prosecuted', 'policia', 'inmigracion', 'charges', 'undocumented']); // prettier-ignore
