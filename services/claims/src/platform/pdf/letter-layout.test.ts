import { layoutLetter } from './letter-layout.ts';

const kinds = (text: string, name = 'Ada Lee') => layoutLetter(text, { signerName: name }).map(({ kind }) => kind);

it('signs between the closing and the name', () => {
  expect(kinds('Please pay.\n\nSincerely,\nAda Lee')).toEqual(['paragraph', 'paragraph', 'signature', 'paragraph']);
});

it('signs above the name when the closing was taken out', () => {
  expect(kinds('Please pay.\n\nAda Lee')).toEqual(['paragraph', 'signature', 'paragraph']);
});

it('signs at the end when closing and name were taken out', () => {
  expect(kinds('Please pay.')).toEqual(['paragraph', 'signature']);
});

it('signs once, at the mark, when there is one', () => {
  expect(kinds('Sincerely,\n\n[signature]\n\nAda Lee')).toEqual(['paragraph', 'signature', 'paragraph']);
});

it('reads lists and sums only where there is more than a sentence ending in dollars', () => {
  expect(layoutLetter('You owe: $100.00', { signerName: 'A' })[0]).toEqual({
    kind: 'paragraph',
    text: 'You owe: $100.00',
  });
  expect(layoutLetter('Rent: $100.00\nPaid: -$20.00', { signerName: 'A' })[0]).toEqual({
    kind: 'sums',
    rows: [
      { label: 'Rent', amount: '$100.00' },
      { label: 'Paid', amount: '-$20.00' },
    ],
  });
  expect(layoutLetter('4. Four\n5. Five', { signerName: 'A' })[0]).toMatchObject({
    kind: 'list',
    mark: 'number',
    start: 4,
  });
});

it('loses no word of any letter', () => {
  const text = 'Hello $& there\n\n- a\n- b\n\nX    $1.00\nY    $2.00\n\nRe: thing\nrest\n\n1) z';
  const drawn = layoutLetter(text, { signerName: 'A' })
    .flatMap((block) =>
      block.kind === 'paragraph'
        ? typeof block.text === 'string'
          ? [block.text]
          : block.text.map((run) => run.text)
        : block.kind === 'list'
          ? block.items.map(String)
          : block.kind === 'sums'
            ? block.rows.flatMap(({ label, amount }) => [label, amount])
            : [],
    )
    .join(' ');
  for (const word of ['Hello $& there', 'a', 'b', 'X', '$1.00', 'Y', '$2.00', 'Re: thing', 'rest', 'z']) {
    expect(drawn).toContain(word);
  }
});

it('sets the composed headings as headings while they stand, and nothing else', () => {
  const blocks = layoutLetter('What happened\nIt broke.\n\nMy heading\nMore.', {
    signerName: 'A',
    headings: ['What happened', 'What is owed'],
  });
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'paragraph', 'signature']);
});
