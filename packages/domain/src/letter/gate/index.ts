/** The gate of the letter, without the law data: small enough for a late chunk of a screen. */
export * from './calm.ts';
export * from './gate.ts';
export * from './kinds.ts';
export * from './printable.ts';
export * from './printable-answers.ts';
