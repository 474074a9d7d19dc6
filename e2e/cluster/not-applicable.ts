import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A test of the suite, or a whole file, that a shared cluster cannot be asked. */
export interface NotApplicable {
  /** Path below `e2e/`. */
  file: string;
  /** Title; all of the file when absent. */
  title?: string;
  why: string;
}

/** Tests that `npm run cluster -- drill e2e` leaves out and prints. The gate checks the list (packages/tools/lib/cluster-suite.mjs). */
export const NOT_APPLICABLE = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'not-applicable.json'), 'utf8'),
) as NotApplicable[];
