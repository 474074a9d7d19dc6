/**
 * The words of a text, whatever was done to hide them: look-alike letters (`normal-form.ts`), digits and signs for
 * letters, letters spaced out, left out, doubled, swapped or starred, words glued together or torn apart. Each word keeps
 * its place in the text it came from.
 */
import { meantBy, meantWithoutVowels } from './meant.ts';
import { normalForm, type NormalForm } from './normal-form.ts';
import { vocabulary } from './vocabulary.ts';

export interface Word {
  /** Lower case, Latin, without accents. */
  readonly form: string;
  readonly at: number;
  readonly end: number;
}

const CONTRACTED = /^(.+?)'(ll|d|m|re|ve|s)$/;
/** Contractions typed without their apostrophe. */
const UNMARKED = /^(?!ire$)(i|you|they)(ll|ve|re|m)$/;
const UNMARKED_NOT = /^((?:do|wo|ca|did|does|is|are|was|were|would|could|should|has|have|had)n)t$/;
/** "Ill" at the beginning of a clause is "I'll", unless the word after it says that it means sick (`ILL_FELT`). */
const ILL_BEGINS = /(?:^|[.!?,;\n]|\b(?:and|or|but))\s*$/;
const ILL_FELT = /^ (?:and|or|from|because|with|for|at|after|in)\b/;
/** Longer ones are several words written as one. */
const GLUED_FROM = 10;

interface Letter {
  readonly form: string;
  readonly from: number;
  readonly end: number;
}

const LETTER_OF: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's', '!': 'i', '|': 'l' }; // prettier-ignore

/** Cuts letters that were spaced out or glued back into known words; what is not known stays one word. */
function knownWords(letters: string): { readonly words: readonly string[]; readonly unknown: number } {
  const { known, beginnings } = vocabulary();
  // best[i]: the fewest unknown letters in the first i letters, and where the last word began.
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let from = 0; from < letters.length; from += 1) {
    const cost = best[from]?.cost ?? 0;
    for (let end = from + 1; end <= letters.length; end += 1) {
      const word = letters.slice(from, end);
      const isKnown = known.has(word);
      const total = cost + (isKnown ? 0.1 : 2);
      if ((end === from + 1 || isKnown) && total < (best[end]?.cost ?? Infinity)) best[end] = { cost: total, from };
      if (!beginnings.has(word)) break;
    }
  }
  const cuts: string[] = [];
  for (let end = letters.length; end > 0; end = best[end]?.from ?? 0)
    cuts.push(letters.slice(best[end]?.from ?? 0, end));
  return { words: cuts.reverse(), unknown: cuts.filter((word) => !known.has(word)).join('').length };
}

/** Several words written as one say who speaks to whom. */
const SPEAKERS = new Set(['i', 'you', 'we', 'your', 'my']);
/** Digits and signs that stand alone are a letter where a verb of what is to come follows. */
const STANDS_FOR_I = /^[1l!|]$/;
const AFTER_I = new Set(['will', 'shall', 'can', 'may', 'am', 'have', 'know', "'ll", 'would', 'could']);

/** The number of the police is none in `$911.99`, `1,911.00` and `$911`, but for who would dial it. */
function isSum(read: string, from: number, end: number): boolean {
  const hasCents =
    /^(?:\.\d\d|,\d{3})(?!\d)/.test(read.slice(end, end + 5)) || /\d,$/.test(read.slice(Math.max(0, from - 2), from));
  return (
    hasCents ||
    (read[from] === '$' &&
      !/\b(?:call|dial|phone|ring|text)(?:s|ed|ing)?\s+$/.test(read.slice(Math.max(0, from - 12), from)))
  );
}

/** The words in order. Linear in the length of the text. */
export function wordsOf(text: string, { text: read, places }: NormalForm = normalForm(text)): readonly Word[] {
  const words: Word[] = [];
  const add = (form: string, from: number, to: number): void => {
    const last = places[to - 1] ?? 0;
    words.push({ form, at: places[from] ?? 0, end: last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1) });
  };
  let run: Letter[] = [];
  const addCut = (letters: string, cut: readonly string[], from: (index: number) => number): void => {
    let offset = 0;
    for (const word of cut) {
      add(meantBy(word), from(offset), from(offset + word.length - 1) + 1);
      offset += word.length;
    }
  };
  const flush = (): void => {
    if (run.length >= 3 && run.some(({ form }) => /[a-z]/.test(form))) {
      const pieces = run;
      const letters = pieces.map(({ form }) => LETTER_OF[form] ?? form).join('');
      addCut(letters, knownWords(letters).words, (index) => pieces[index]?.from ?? 0);
    } else for (const { form, from, end } of run) add(form, from, end);
    run = [];
  };
  for (const match of read.matchAll(/[\p{L}\p{N}@$!|#€*]+(?:'[\p{L}]+)?/gu)) {
    const from = match.index;
    const form = match[0];
    const end = from + form.length;
    const previous = run.at(-1);
    if (form.length === 1 && /[a-z0134578@$!|]/.test(form)) {
      if (previous && from - previous.end > 2) flush();
      run.push({ form, from, end });
      continue;
    }
    flush();
    const isTyped =
      form !== 'ill' ||
      (ILL_BEGINS.test(read.slice(Math.max(0, from - 5), from)) && !ILL_FELT.test(read.slice(end, end + 9)));
    const marked = isTyped ? form.replace(UNMARKED, "$1'$2").replace(UNMARKED_NOT, "$1't") : form;
    const negated = /^(.+)n't$/.exec(marked);
    const contracted = CONTRACTED.exec(marked);
    if (negated?.[1]) {
      add(negated[1] === 'wo' ? 'will' : negated[1] === 'ca' ? 'can' : negated[1], from, from + negated[1].length);
      add('not', from + negated[1].length, end);
    } else if (contracted?.[1] && contracted[2]) {
      add(meantBy(contracted[1]), from, from + contracted[1].length);
      add(`'${contracted[2]}`, from + contracted[1].length, end);
    } else {
      const meant = meantBy(form);
      const cut =
        meant.length >= GLUED_FROM && /^[a-z]+$/.test(meant) && !vocabulary().known.has(meant)
          ? knownWords(meant)
          : null;
      if (meant === '911' && isSum(read, from, end)) add('$911', from, end);
      else if (cut?.unknown === 0 && cut.words.length >= 4 && cut.words.some((word) => SPEAKERS.has(word)))
        addCut(meant, cut.words, (index) => from + index);
      else add(meant, from, end);
    }
  }
  flush();
  return withVowels(rejoined(words, text));
}

/** Sentences without vowels are read with them, and a stroke before a verb as the one who speaks. */
function withVowels(words: readonly Word[]): readonly Word[] {
  return meantWithoutVowels(words).map((word, index) =>
    STANDS_FOR_I.test(word.form) && AFTER_I.has(words[index + 1]?.form ?? '') ? { ...word, form: 'i' } : word,
  );
}

/** "po lice" and "de-ported" are one word each when their pieces are none and the whole is a word looked for. */
function rejoined(words: readonly Word[], text: string): readonly Word[] {
  const { known, stopped } = vocabulary();
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
          joined.length >= 4 &&
          last.end - word.at <= joined.length + 4 &&
          pieces.some(({ form }) => !known.has(form)) &&
          stopped.has(joined) &&
          !text.slice(word.at, last.end).includes('\n\n')
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
