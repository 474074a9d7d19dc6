import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A journey, or a whole file, that `npm run verify` runs and the gate does not. */
interface VerifyOnly {
  /** Path below `e2e/`. */
  file: string;
  /** As it stands in the file, with its `${…}`; all of the file when absent. */
  title?: string;
  /** Of a title with one `${…}`: only these values of it. */
  of?: string[];
  /** The check of the gate that finds the same defect. */
  caughtBy: string;
}

/** The gate checks the list (packages/tools/lib/verify-only.mjs). */
const LIST = JSON.parse(readFileSync(path.join(import.meta.dirname, '../verify-only.json'), 'utf8')) as VerifyOnly[];

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = ({ file, title = '', of }: VerifyOnly) => {
  const value = of ? `(?:${of.map(escaped).join('|')})` : '.*';
  return new RegExp(
    `${escaped(file)} .*${title
      .split(/\$\{[^}]*\}/)
      .map(escaped)
      .join(value)}`,
  );
};

/** Journeys that the configuration of Playwright leaves out of the gate. */
export const outOfGate =
  process.env['E2E_GATE'] === '1'
    ? {
        testIgnore: LIST.filter(({ title }) => title === undefined).map(({ file }) => file),
        // The full title begins with the file.
        grepInvert: LIST.filter(({ title }) => title !== undefined).map(patternOf),
      }
    : {};
