/** The gate of the letter and what of a long account stands in it, without the law data: small enough for a late chunk of a screen. */
export * from './calm.ts';
export * from './gate.ts';
export { CORE_MAX_CHARACTERS, coreSentences, MAY_BE_ATTACHED_FROM } from '../story.ts';
export { sentencesOf } from '../sentences.ts';
export * from './kinds.ts';
export * from './account.ts';
export * from './names.ts';
export { normalForm } from './normal-form.ts';
export { storyGaps } from './story-gaps.ts';
export * from './printable.ts';
export * from './printable-answers.ts';
