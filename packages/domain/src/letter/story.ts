/** A letter is one to two pages: a long account moves to an attachment, whole. */

/** Longer accounts are attached. */
export const STORY_MAX_CHARACTERS = 1800;
/** At most this much of a long account opens the letter. */
const OPENING_MAX_CHARACTERS = 700;

export interface Story {
  /** The account, or its first sentences, exactly as written. */
  readonly inLetter: string;
  /** The whole account, when it is long. */
  readonly attached: string | null;
}

/** Ends the opening at a paragraph, else at a sentence, else at a word: never inside one. */
function opening(text: string): string {
  const head = text.slice(0, OPENING_MAX_CHARACTERS);
  const paragraph = head.indexOf('\n');
  if (paragraph > 80) return head.slice(0, paragraph).trimEnd();
  const sentenceEnds = [...head.matchAll(/[.!?\u3002\uFF01\uFF1F](?=\s|$|[\u3040-\u9FFF])/gu)];
  const last = sentenceEnds.at(-1);
  if (last && last.index > 80) return head.slice(0, last.index + 1);
  const space = head.search(/\s\S*$/);
  // Without any space, end on a whole character rather than on half a surrogate pair.
  return space > 80 ? `${head.slice(0, space)}…` : `${[...head].slice(0, -1).join('')}…`;
}

export const splitStory = (text: string): Story =>
  text.length <= STORY_MAX_CHARACTERS
    ? { inLetter: text, attached: null }
    : { inLetter: opening(text), attached: text };
