import { screenText } from '../src/letter/gate/gate.ts';

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
  };

  /**
   * Milliseconds of the processor, not of the clock: the machine does other work as well. The best of three.
   * @param times - how often the text is looked at: one short text takes less than the kernel's unit of 4 ms
   */
  const timeOf = (text: string, times = 1): number =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const before = process.cpuUsage();
        for (let time = 0; time < times; time += 1) screenText(text);
        return process.cpuUsage(before).user / 1000;
      }),
    );

  it.each(Object.entries(nearMisses))('takes linear time (%s)', (_name, piece) => {
    const ofLength = (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    timeOf(ofLength(20_000));
    // As long as ten texts of a tenth; a quadratic rule takes ten times as long.
    expect(timeOf(ofLength(200_000))).toBeLessThan(4 * timeOf(ofLength(20_000), 10) + 50);
  });
});
