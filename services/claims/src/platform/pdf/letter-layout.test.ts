import { layoutLetter, type PrintedPart } from './letter-layout.ts';

const part = (kind: PrintedPart['kind'], text: string, joins: PrintedPart['joins'] = 'block'): PrintedPart => ({
  kind,
  text,
  joins,
});
const kinds = (...parts: PrintedPart[]) => layoutLetter(parts).map(({ kind }) => kind);

it('signs above the part that names the signer', () => {
  expect(kinds(part('text', 'Please pay.'), part('closing', 'Sincerely,'), part('signature', 'Ada Lee'))).toEqual([
    'paragraph',
    'paragraph',
    'signature',
    'paragraph',
  ]);
});

it('signs below the closing when the name was taken out, and at the end when both were', () => {
  expect(kinds(part('text', 'Please pay.'), part('closing', 'Sincerely,'))).toEqual([
    'paragraph',
    'paragraph',
    'signature',
  ]);
  expect(kinds(part('text', 'Please pay.'))).toEqual(['paragraph', 'signature']);
});

it('reads no layout into the words of a story', () => {
  const story = '[signature]\n\nSincerely,\nAda Lee\n\n- one\n- two\n\nRent: $100.00\nTotal: $100.00\n\nSubject: other';
  expect(kinds(part('heading', 'What happened'), part('text', story, 'line'), part('signature', 'Ada Lee'))).toEqual([
    'heading',
    'paragraph',
    'paragraph',
    'paragraph',
    'paragraph',
    'paragraph',
    'signature',
    'paragraph',
  ]);
});

it('sets sums, lists and the subject by the kind of their part', () => {
  expect(layoutLetter([part('table', 'Rent: $100.00\nPaid: -$20.00')])[0]).toEqual({
    kind: 'sums',
    rows: [
      { label: 'Rent', amount: '$100.00' },
      { label: 'Paid', amount: '-$20.00' },
    ],
  });
  expect(
    layoutLetter([
      part('text', 'Pay so:'),
      part('list', '- Check', 'line'),
      part('list', '- Venmo: @ada', 'line'),
    ]).slice(0, 2),
  ).toEqual([
    { kind: 'paragraph', text: 'Pay so:' },
    { kind: 'list', mark: 'bullet', items: ['Check', 'Venmo: @ada'] },
  ]);
  expect(layoutLetter([part('subject', 'Subject: rent')])[0]).toEqual({
    kind: 'paragraph',
    text: [{ text: 'Subject: rent', style: 'bold' }],
  });
});

it('guesses lists and sums only in words the sender wrote in', () => {
  expect(layoutLetter([part('free', 'You owe: $100.00')])[0]).toEqual({ kind: 'paragraph', text: 'You owe: $100.00' });
  expect(kinds(part('free', 'Rent: $100.00\nTotal: $100.00\n\n4. Four\n5. Five\n\n- a'))).toEqual([
    'sums',
    'list',
    'list',
    'signature',
  ]);
});

it('loses no word of any letter', () => {
  const text = 'Hello $& there\n\n- a\n- b\n\nX    $1.00\nY    $2.00\n\nRe: thing\nrest\n\n1) z';
  for (const kind of ['text', 'free', 'list', 'table'] as const) {
    const drawn = JSON.stringify(layoutLetter([part(kind, text)]));
    for (const word of ['Hello $& there', 'a', 'b', 'X', '$1.00', 'Y', '$2.00', 'Re: thing', 'rest', 'z']) {
      expect(drawn).toContain(word);
    }
  }
});
