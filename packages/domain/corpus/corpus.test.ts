import { readFileSync } from 'node:fs';
import { isForOperator, screenAccount } from '../src/letter/gate/account.ts';

const read = (name: string) =>
  readFileSync(new URL(`./letter/${name}.tsv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([letterClass = '', kind = '', , text = '']) => ({ class: letterClass, kind, text }));
type Line = ReturnType<typeof read>[number];
const linesOf = (...parts: string[]) => parts.flatMap((part) => [...read(`threats.${part}`), ...read(`facts.${part}`)]);

const of = (letterClass: string, lines: readonly Line[]) => lines.filter((line) => line.class === letterClass);
const isFoundAs =
  (...classes: string[]) =>
  ({ text }: Line) =>
    screenAccount(text).some((place) => classes.includes(place.class));

function figures(lines: readonly Line[]) {
  const [a, b, facts] = [of('A', lines), of('B', lines), of('-', lines)];
  // Plain demands are class C by R42.
  const told = facts.filter(({ kind }) => kind === 'fact');
  const blocked = lines.filter(isFoundAs('A'));
  return {
    recallA: of('A', blocked).length / a.length,
    precisionA: of('A', blocked).length / blocked.length,
    // Printed without a person's look at no way.
    seenA:
      a.filter(({ text }) => screenAccount(text).some((place) => place.class !== 'C' || isForOperator(place))).length /
      a.length,
    recallB: b.filter(isFoundAs('B')).length / b.length,
    factsNotBlocked: 1 - of('-', blocked).length / facts.length,
    factsPassed: 1 - told.filter(isFoundAs('A', 'B', 'C')).length / told.length,
  };
}

it('holds at least 850 threats and 1,000 facts, a third of them set aside, none twice', () => {
  const aside = linesOf('aside', 'aside-two', 'aside-four', 'aside-five');
  const all = [...linesOf('one', 'two', 'three', 'four', 'five'), ...aside];
  expect(all.filter((line) => line.class !== '-').length).toBeGreaterThanOrEqual(850);
  expect(of('-', all).length).toBeGreaterThanOrEqual(1000);
  expect(aside.length / all.length).toBeGreaterThan(0.32);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
});

// Strangers' sentences have the floors that were measured, to the last sentence.
it.each([
  ['aside', { recallA: 0.975, precisionA: 1, seenA: 1, recallB: 0.947, factsNotBlocked: 1, factsPassed: 0.842 }],
  ['three', { recallA: 0.928, precisionA: 1, seenA: 1, recallB: 0.782, factsNotBlocked: 1, factsPassed: 1 }],
  ['aside-two', { recallA: 0.464, precisionA: 1, seenA: 0.857, recallB: 0.5, factsNotBlocked: 1, factsPassed: 0.983 }],
  ['four', { recallA: 0.472, precisionA: 0.928, seenA: 1, recallB: 0.4, factsNotBlocked: 1, factsPassed: 1 }],
  [
    'aside-four',
    { recallA: 0.592, precisionA: 0.941, seenA: 0.925, recallB: 0.384, factsNotBlocked: 1, factsPassed: 0.981 },
  ],
  ['five', { recallA: 0.342, precisionA: 0.96, seenA: 1, recallB: 0.466, factsNotBlocked: 1, factsPassed: 0.978 }],
  [
    'aside-five',
    { recallA: 0.542, precisionA: 1, seenA: 0.942, recallB: 0.333, factsNotBlocked: 1, factsPassed: 0.911 },
  ],
] as const)('finds threats, and lets facts pass, in %s', (part, floors) => {
  const found = figures(linesOf(part));
  process.stdout.write(
    `letter gate, ${part}: ${JSON.stringify(found, (_, share: unknown) => (typeof share === 'number' ? Math.round(share * 1000) / 1000 : share))}\n`,
  );
  expect(Object.entries(floors).filter(([name, floor]) => found[name as keyof typeof floors] < floor)).toEqual([]);
});

it('gets every sentence right that the rules were written from', () => {
  const lines = linesOf('one', 'two');
  expect(lines.filter((line) => line.class !== '-' && !isFoundAs(line.class)(line))).toEqual([]);
  expect(of('-', lines).filter(isFoundAs('A'))).toEqual([]);
});
