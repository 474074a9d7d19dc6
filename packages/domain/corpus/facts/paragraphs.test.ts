/** Paragraphs with the rows that are proposed, as a court reads them; sixty stories with the days a reader expects. */
import { readFileSync } from 'node:fs';
import { factsFromText, readFact } from '../../src/facts/index.ts';

const speakers = {
  claimant: { name: 'Ana Núñez', isBusiness: false },
  defendant: { name: "Bo O'Lee", isBusiness: false },
};

const casesOf = (name: string) =>
  readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8')
    .split('\n\n')
    .slice(1)
    .map((block) => block.trim().split('\n> '))
    .map(([text = '', ...rows]) => ({ text, rows: rows.map((row) => row.split(' | ')) }));

const proposed = (text: string): string[][] =>
  factsFromText(text, { today: '2026-03-10' }).map(({ row, isYearGuessed }) => [
    row.dayIs === 'unknown' ? '-' : `${row.dayIs === 'about' ? '~' : ''}${isYearGuessed ? '?' : ''}${row.day ?? ''}`,
    row.who ?? '-',
    row.what ?? '',
    readFact({ id: 'row', ...row }, 'court', speakers),
  ]);

it.each(casesOf('paragraphs').map(({ text, rows }) => [text, rows] as const))('%s', (text, rows) => {
  expect(proposed(text)).toEqual(rows);
});

it.each([
  ['stories', { right: 44, missed: 4, wrong: 0, who: 0 }],
  ['stories.aside', { right: 21, missed: 6, wrong: 1, who: 1 }],
] as const)('finds the days of %s that a reader finds', (name, figures) => {
  const found = { right: 0, missed: 0, wrong: 0, who: 0 };
  for (const { text, rows } of casesOf(name))
    for (const [days = '', who, words = ''] of rows) {
      const [day = '-', by] = proposed(text).find(([, , what]) => what?.includes(words)) ?? [];
      const isRight = days.split('/').includes(day.replace('?', ''));
      if (!isRight) found[day === '-' ? 'missed' : 'wrong'] += 1;
      else if (!days.startsWith('-')) found.right += 1;
      if (by && who !== '*' && by !== who) found.who += 1;
    }
  expect(found).toEqual(figures);
});
