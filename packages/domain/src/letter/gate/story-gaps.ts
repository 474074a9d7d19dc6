/** Whether a reader can tell from a story what happened. */

/** What a thin story lacks. */
type StoryGap = 'words' | 'day' | 'sum';

/** A story of fewer words needs a day or a sum to say something. */
const FEW_WORDS = 12;
const DAY =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)[a-z]*\.? \d|\b\d{1,2}[/.-]\d{1,2}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2} de [a-z]+/iu;
const SUM = /[$€£] ?\d|\b\d[\d,.]* ?(?:dollars?|bucks|dólares|pesos|usd)\b/iu;

/**
 * @param text - as it stands in the letter: what the gate left of the story
 * @returns what a story lacks that became too thin, in words, day and sum; empty when a reader can tell
 */
export function storyGaps(text: string): readonly StoryGap[] {
  if (text.trim() === '') return ['words', 'day', 'sum'];
  const words = text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  const missing: StoryGap[] = [];
  if (!DAY.test(text)) missing.push('day');
  if (!SUM.test(text)) missing.push('sum');
  return words.length < FEW_WORDS && missing.length === 2 ? ['words', ...missing] : [];
}
