/** Reads the unseen cases (README.md) and counts what the gate does with them. Never gives the text of a case set aside. */
import { readFileSync } from 'node:fs';

export interface Case {
  readonly class: string;
  readonly kind: string;
  readonly style: string;
  /** Neighbouring fields, or sentences typed one after the other. */
  readonly fields: readonly string[];
}

export const linesOf = (name: string): readonly (readonly string[])[] =>
  readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

/** `\n` and `\u{200B}` as they are written in `disguises` and `numbers`. */
export const decoded = (text: string): string =>
  text
    .replaceAll('\\n', '\n')
    .replace(/\\u\{([0-9A-Fa-f]+)\}/gu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

export const casesOf = (...names: string[]): readonly Case[] =>
  names.flatMap((name) =>
    linesOf(`${name}.tsv`).map(([letterClass = '', kind = '', language = '', style = '', text = '']) => ({
      class: letterClass,
      kind,
      style: `${language}/${style}`,
      fields: text.split('‖').map((field) => field.trim()),
    })),
  );

/** The strictest class found in a case. */
export type Verdict = 'A' | 'B' | 'C' | null;

export interface Tally {
  readonly of: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** Verdicts by any key of the cases. */
export function tally(
  cases: readonly Case[],
  verdictOf: (one: Case) => Verdict,
  key: (one: Case) => string = () => 'all',
): ReadonlyMap<string, Tally> {
  const counts = new Map<string, Tally>();
  for (const one of cases) {
    const { of, a, b, c } = counts.get(key(one)) ?? { of: 0, a: 0, b: 0, c: 0 };
    const verdict = verdictOf(one);
    counts.set(key(one), {
      of: of + 1,
      a: a + Number(verdict === 'A'),
      b: b + Number(verdict === 'B'),
      c: c + Number(verdict === 'C'),
    });
  }
  return counts;
}
