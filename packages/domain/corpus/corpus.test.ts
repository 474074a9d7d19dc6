import { readFileSync } from 'node:fs';
import { screenText } from '../src/letter/gate/gate.ts';

interface Line {
  readonly class: string;
  readonly kind: string;
  readonly text: string;
}

const read = (name: string): Line[] =>
  readFileSync(new URL(`./letter/${name}.tsv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [letterClass = '', kind = '', , text = ''] = line.split('\t');
      return { class: letterClass, kind, text };
    });
const linesOf = (...parts: string[]) => parts.flatMap((part) => [...read(`threats.${part}`), ...read(`facts.${part}`)]);

const foundAs = (letterClass: 'A' | 'B', lines: readonly Line[]) =>
  lines.filter(({ text }) => screenText(text).some((place) => place.class === letterClass));
const of = (letterClass: string, lines: readonly Line[]) => lines.filter((line) => line.class === letterClass);

function figures(lines: readonly Line[]) {
  const [a, b, facts] = [of('A', lines), of('B', lines), of('-', lines)];
  const blocked = foundAs('A', lines);
  return {
    recallA: of('A', blocked).length / a.length,
    precisionA: of('A', blocked).length / blocked.length,
    factsBlocked: of('-', blocked).length / facts.length,
    recallB: of('B', foundAs('B', lines)).length / b.length,
    factsCut: of('-', foundAs('B', lines)).length / facts.length,
    counts: `${a.length} A, ${b.length} B, ${facts.length} facts`,
  };
}
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const ASIDE = linesOf('aside');

it('holds at least 400 threats and 400 facts, a third of them set aside, none twice', () => {
  const all = linesOf('one', 'two', 'three', 'aside', 'aside-two');
  expect(all.filter((line) => line.class !== '-').length).toBeGreaterThanOrEqual(400);
  expect(of('-', all).length).toBeGreaterThanOrEqual(400);
  expect(linesOf('aside', 'aside-two').length / all.length).toBeGreaterThan(0.32);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
});

it('finds class A on the third set aside, and lets facts pass', () => {
  const aside = figures(ASIDE);
  process.stdout.write(
    `letter gate, set aside (${aside.counts}): class A recall ${percent(aside.recallA)}, precision ${percent(aside.precisionA)}, ` +
      `facts blocked ${percent(aside.factsBlocked)}; class B recall ${percent(aside.recallB)}, facts cut ${percent(aside.factsCut)}\n`,
  );
  expect(aside.recallA).toBeGreaterThanOrEqual(0.97);
  expect(aside.precisionA).toBeGreaterThanOrEqual(0.92);
  expect(aside.factsBlocked).toBeLessThanOrEqual(0.01);
  expect(aside.recallB).toBeGreaterThanOrEqual(0.85);
});

it('gets every sentence right that the rules were written from', () => {
  const lines = linesOf('one', 'two');
  expect(lines.filter((line) => line.class === 'A' && !foundAs('A', [line]).length)).toEqual([]);
  expect(lines.filter((line) => line.class === 'B' && !foundAs('B', [line]).length)).toEqual([]);
  expect(foundAs('A', of('-', lines))).toEqual([]);
});
