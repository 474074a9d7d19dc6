/** Rows of a claim: one entry of facts and sums, for letter, papers and script. */
export * from './contradictions.ts';
export { dayText, inOrderOfDays, isDayOf } from './days.ts';
export * from './facts-from-text.ts';
export * from './read-fact.ts';
export * from './speakers.ts';
export * from './starters.ts';
export * from './sums.ts';
export * from './texts.ts';
