import type { ClaimFormData } from '@redress/contracts';
import type { RunState } from './stage-runner.ts';

/** Answers that are given after the letter was drafted and do not change it. */
const LATER_ANSWERS: readonly (keyof ClaimFormData)[] = [
  'selectedPackage', 'packageTitle', 'packagePrice', 'packageFeatures', 'cardholderName', 'recipients',
  'stateCode', 'selectedState', 'calculatedStateCode', 'calculatedStateName',
]; // prettier-ignore

/** What a file is generated from, as one text to compare. */
export const generatedFrom = (data: ClaimFormData): string =>
  JSON.stringify(
    Object.entries(data)
      .filter(([field]) => !LATER_ANSWERS.includes(field as keyof ClaimFormData))
      .sort(),
  );

let last: { answers: string; run: RunState } | null = null;

/** Keeps a run while the page lives: coming Back to the screen shows what was found, unless an answer has changed since. */
export const rememberRun = (answers: string, run: RunState): void => {
  last = { answers, run };
};
export const isGeneratedFrom = (answers: string): boolean => last?.answers === answers;
export const lastRun = (): RunState | null => last?.run ?? null;
export const forgetRun = (): void => {
  last = null;
};
