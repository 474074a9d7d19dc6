import { checkLetter } from '../src/letter/checks.ts';
import { calmSentence } from '../src/letter/gate/calm.ts';
import { screenAccount } from '../src/letter/gate/account.ts';
import { screenText } from '../src/letter/gate/gate.ts';
import { layoutLetter, type PrintedPart } from '../src/letter/layout.ts';

/**
 * Milliseconds of the processor, not of the clock: the machine does other work as well.
 * @param times - how often the work is done: one short text takes less than the kernel's unit of 4 ms
 */
function timeOf(work: () => unknown, times = 1): number {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) work();
  return process.cpuUsage(before).user / 1000;
}

/** As long as ten texts of a tenth, in one of three tries; a quadratic rule takes ten times as long in each. */
function expectLinear(work: (length: number) => unknown, length: number): void {
  const tenth = length / 10;
  // The first time compiles what the others run.
  timeOf(() => work(tenth));
  const tooLong = () => timeOf(() => work(length)) - 4 * timeOf(() => work(tenth), 10) - 50;
  let least = tooLong();
  for (let tries = 1; tries < 3 && least >= 0; tries += 1) least = Math.min(least, tooLong());
  expect(least).toBeLessThan(0);
}

const ofLength = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

describe('an attack of 20,000 characters', () => {
  const nearMisses = {
    modals: 'I will write and may call and could tell and might report and would send ',
    facts: 'If you do not send it I could ask about the police report and the officer of the bank may confirm it. ',
    topics: 'police ',
    letters: 'p o l i c ',
    digits: '123-45-678 ',
    stops: 'a.',
    lines: 'Mr.\n',
    invisible: '\u200B',
    lookAlikes: 'ро',
    marks: '?!',
    threats: 'I will call the police. ',
    clauses: 'and I know that you said they really truly will ',
    quotes: 'he said "they "said ',
    masked: 'p*l*c* k!ll$ w3 ',
    marks2: 'a\u0301\u0336e\u0301 ',
    emoji: '\u{1F525}a ',
    notes: '\uFFFAa\uFFFB',
    turned: '\u202Ea\u202C',
    upsideDown: 'ɐǝɥ ',
  };

  it.each(Object.entries(nearMisses))('takes linear time (%s)', (_name, piece) => {
    // Read for every class.
    expectLinear((length) => screenAccount(ofLength(piece, length)), 60_000);
  });
});

describe('a letter of the greatest length', () => {
  const [place] = screenText('He took the money and I will call the police.');
  const part = (kind: PrintedPart['kind'], text: string): PrintedPart => ({ id: kind, kind, text, joins: 'block' });
  const layOut = (line: string) => [
    layoutLetter([part('table', `${line}\nTotal: $5.00`)]),
    layoutLetter([part('free', line)]),
  ];
  const facts = { amountCents: 125000, payBy: '2026-12-14', claimantName: 'Ana Núñez', defendantName: "Bo O'Lee" };

  it.each<[string, (length: number) => unknown]>([
    [
      'checked',
      (length) => checkLetter(ofLength('I will write and may call and could tell and might report ', length), facts),
    ],
    [
      'calmed, of one sentence',
      // Took 35 s when the text before every conjunction was read.
      (length) =>
        screenText(`${ofLength('He took it, and so ', length)}I call the police.`).map((place) => calmSentence(place)),
    ],
    [
      'calmed, with a wide gap',
      (length) =>
        calmSentence({
          ...place!,
          sentence: `He took the money${' '.repeat(length)}again, and I will call the police.`,
        }),
    ],
    ['laid out, with dots', (length) => layOut(`a${'.'.repeat(length)}b`)],
    ['laid out, with spaces', (length) => layOut(`a${' '.repeat(length)}b`)],
    ['laid out, with tabs', (length) => layOut(`a${'\t'.repeat(length)}b`)],
    ['laid out, with dots in a label', (length) => layOut(`a${'.'.repeat(length)}b: $5.00`)],
  ])('is %s in linear time', (_name, work) => {
    expectLinear(work, 60_000);
  });
});
