import { lackResult } from './results.mjs';
import { StepFailed } from './steps.mjs';

/** What a run of the gate has to do without. Each lack is a failure, and the last rows of the table name them. */
export function createLacks() {
  const results = [];
  return {
    results: () => results,
    /**
     * @template T
     * @param {string} tool - `pdftotext`
     * @param {string} effect - what is not run, or fails, without it
     * @param {() => Promise<T>} ensure - finds or installs it
     * @returns {Promise<T | null>} what `ensure` gives, or `null` where it cannot
     */
    async unless(tool, effect, ensure) {
      try {
        return await ensure();
      } catch (error) {
        if (!(error instanceof StepFailed)) throw error;
        const { message, advice } = error;
        results.push(lackResult(tool, `${effect}. ${message}${advice ? `: ${advice}` : ''}`));
        return null;
      }
    },
  };
}
