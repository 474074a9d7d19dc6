/** Words of our own sentences that have a plainer one: a person has a case, gets a letter, and sends it by mail. */
const PLAINER = [
  { word: /\bclaim(s|ed|ing)?\b/i, say: 'case' },
  { word: /\bsessions?\b/i, say: 'case, or answers' },
  { word: /\bdemands?\b/i, say: 'letter' },
  { word: /\bpost(s|ed|ing)?\b(?! offices?\b)/i, say: 'mail' },
];
/** Names that have such a word: packages and pages of the specification, courts, and the letter by its whole name. */
const NAMES =
  /\bsmall[- ]claims\b|\bcompleted sessions\b|^showing .+ of \S+ sessions$|\bdemand letters?\b|https?:\S+/gi;
const SAMPLES: readonly unknown[][] = [
  [1, 1, 1],
  [2, 3, 4],
  ['A', 'B', 'C', 'D'],
  ['A', false],
  [['A']],
  [{ min: 2, what: 'A', retryAfterSeconds: 30 }],
];

function madeFrom(values: readonly unknown[], make: (...values: readonly unknown[]) => unknown): string[] {
  try {
    return sentencesOf(make(...values)).filter((text) => !/undefined|false|object Object/.test(text));
  } catch {
    return []; // values of another shape
  }
}

/** Every sentence of a catalogue; those made from values are made from samples, which ones is found by trying. */
export function sentencesOf(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (typeof node !== 'function')
    return typeof node === 'object' && node ? Object.values(node).flatMap(sentencesOf) : [];
  const make = node as (...values: readonly unknown[]) => unknown; // any text that is made of values
  return [...new Set(SAMPLES.flatMap((values) => madeFrom(values, make)))];
}

/**
 * Sentences with a word that has a plainer one, each with the word to say.
 * @param allowed - what a sentence may begin with: words of the specification or of courts
 */
export const unplain = (sentences: readonly string[], allowed: readonly string[]): string[] =>
  sentences.flatMap((sentence) => {
    const quoted = allowed.find((words) => sentence.startsWith(words)) ?? '';
    const own = sentence.slice(quoted.length).replace(NAMES, '');
    return PLAINER.filter(({ word }) => word.test(own)).map(({ say }) => `${say}: ${sentence}`);
  });
