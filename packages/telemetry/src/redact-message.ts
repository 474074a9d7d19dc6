import { scrubText } from './redaction.ts';

/** Up to so many words a value is a name, a place or an amount, of which each word says something. */
const FEW_WORDS = 3;
const SHORTEST = 3;
const MAX_VALUES = 2_000;
const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of what a person typed: single ones that tell something, and pairs of neighbours of longer texts. */
function wordsOf(typed: readonly string[]): { singles: Set<string>; pairs: Set<string> } {
  const singles = new Set<string>();
  const pairs = new Set<string>();
  for (const value of typed.slice(0, MAX_VALUES)) {
    const all = words(value);
    for (const [index, word] of all.entries()) {
      const tells = all.length <= FEW_WORDS || (index > 0 && /[\p{Lu}\p{N}]/u.test(word));
      if (word.length >= SHORTEST && tells) singles.add(word.toLowerCase());
      const next = all[index + 1];
      if (all.length > FEW_WORDS && next !== undefined) pairs.add(`${word} ${next}`.toLowerCase());
    }
  }
  return { singles, pairs };
}

function withoutTyped(text: string, typed: readonly string[]): string {
  if (typed.length === 0) return text;
  const { singles, pairs } = wordsOf(typed);
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  // Words stand at the odd places.
  const word = (at: number) => parts[at]?.toLowerCase() ?? '';
  const isTyped = (at: number) =>
    singles.has(word(at)) || pairs.has(`${word(at - 2)} ${word(at)}`) || pairs.has(`${word(at)} ${word(at + 2)}`);
  return parts.map((part, at) => (at % 2 === 1 && isTyped(at) ? '[typed]' : part)).join('');
}

/** A name of code: a property, a module, a slot. */
const CODE_NAME = /^[\w$.#[\]-]{0,40}$/;
const QUOTED = /"[^"]*"|`[^`]*`|(?<![\p{L}\p{N}])'[^']*'/gu;

/**
 * The message of an error without what it may say of a person: addresses, long numbers and tokens, quoted text that is no
 * name of code, and words that were typed. What it does not see: words of a person in a message that stand neither in
 * quotes nor among `typed`.
 * @param typed - values of fields and answers
 * @returns at most 300 characters
 */
export const redactMessage = (message: string, typed: readonly string[]): string =>
  scrubText(
    withoutTyped(message, typed).replace(QUOTED, (quoted) => (CODE_NAME.test(quoted.slice(1, -1)) ? quoted : '[text]')),
  );
