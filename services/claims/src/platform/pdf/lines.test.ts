import { piecesOf, undrawable } from './lines.ts';

it('names the characters no typeface has, the same as the renderer finds', () => {
  for (const text of ['plain', 'Zoë Կարեն', 'a\n中文, 中 \u{13000}', 'e\u0301\u200b\u4e2d']) {
    const missing = new Set<number>();
    piecesOf(text, missing);
    expect(undrawable(text)).toEqual([...missing].map((point) => String.fromCodePoint(point)));
  }
  expect(undrawable('a\n中文')).toEqual(['中', '文']);
});
