/** Forty paragraphs: the rows that are proposed, and how a court reads them. */
import { readFileSync } from 'node:fs';
import { factsFromText, readFact } from '../../src/facts/index.ts';

const speakers = {
  claimant: { name: 'Ana Núñez', isBusiness: false },
  defendant: { name: "Bo O'Lee", isBusiness: false },
};

const CASES = readFileSync(new URL('paragraphs.txt', import.meta.url), 'utf8')
  .split('\n\n')
  .slice(1)
  .map((block) => {
    const [text = '', ...rows] = block.trim().split('\n');
    return { text, rows: rows.map((row) => row.slice(2).split(' | ')) };
  });

const proposed = (text: string): string[][] =>
  factsFromText(text, { today: '2026-03-10' }).map(({ row, isYearGuessed }) => [
    row.dayIs === 'unknown' ? '-' : `${row.dayIs === 'about' ? '~' : ''}${isYearGuessed ? '?' : ''}${row.day ?? ''}`,
    row.who ?? '-',
    row.what ?? '',
    readFact({ id: 'row', ...row }, 'court', speakers),
  ]);

it('has forty paragraphs', () => expect(CASES).toHaveLength(40));

it.each(CASES.map(({ text, rows }) => [text, rows] as const))('%s', (text, rows) => {
  expect(proposed(text)).toEqual(rows);
});
