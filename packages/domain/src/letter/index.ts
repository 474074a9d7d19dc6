/** The demand letter: composing, tracing, checking and comparing it. */
export * from './address.ts';
export * from './addressed.ts';
export * from './checks.ts';
export * from './align-parts.ts';
export { composeLetter } from './compose.ts';
export * from './diff.ts';
export * from './gaps.ts';
export * from './gate/index.ts';
export * from './letter.ts';
export type { EarlierLetter, LetterFate } from './earlier-letter.ts';
export * from './sentences.ts';
export { BLANK_MARK, composeSoFar } from './so-far.ts';
export * from './law-now.ts';
export * from './own-words.ts';
export * from './redate.ts';
export * from './story.ts';
export { subjectOf, whenSentence } from './subjects.ts';
