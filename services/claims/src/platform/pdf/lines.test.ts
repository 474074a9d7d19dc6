import { breakLines, drawable, piecesOf, undrawable } from './lines.ts';

it('names the characters no typeface has, the same as the renderer finds', () => {
  for (const text of ['plain', 'Zoë Կարեն', 'a\n中文, 𐎀 \u{13000}', 'e\u0301\u200b\u{10380}', 'ک\u200cتاب']) {
    const missing = new Set<number>();
    piecesOf(text, missing);
    expect(undrawable(text)).toEqual([...missing].map((point) => String.fromCodePoint(point)));
  }
  expect(undrawable('a\n𐎀中\u{13000}')).toEqual(['𐎀', '\u{13000}']);
});

it('turns the words of a right-to-left name around within the line, and joins letters only where a script does', () => {
  const missing = new Set<number>();
  const [line] = breakLines(piecesOf('Dear דוד לוי, pay', missing), 11, 400);
  expect(line?.pieces.map(({ text }) => text)).toEqual(['Dear ', 'לוי', ' ', 'דוד', ', pay']);
  expect(drawable('Bo\u200dLee \u200cX')).toBe('BoLee X');
  expect(drawable('ک\u200cتاب')).toBe('ک\u200cتاب');
});

it('breaks a name longer than the line behind its hyphens before it cuts between letters', () => {
  const lines = breakLines(piecesOf('Ana Fitzgerald-O’Shaughnessy-Wolfeschlegelsteinhausen paid', new Set()), 10, 100);
  expect(lines.map(({ pieces }) => pieces.map(({ text }) => text).join('').trim())).toEqual(
    ['Ana Fitzgerald-', 'O’Shaughnessy-', expect.stringMatching(/^Wolfeschl/), expect.stringMatching(/^[a-z]+ paid$/)],
  );
}); // prettier-ignore
