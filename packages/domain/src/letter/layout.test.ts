import { layoutLetter, printedParts, type PrintedPart } from './layout.ts';

const part = (kind: PrintedPart['kind'], text: string, joins: PrintedPart['joins'] = 'block'): PrintedPart => ({
  id: `${kind}-${text.length}`,
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
  expect(layoutLetter([part('table', 'Rent: $100.00\nPaid: -$20.00\nTotal owed: $80.00')])[0]).toMatchObject({
    kind: 'sums',
    rows: [
      { label: 'Rent', amount: '$100.00', isTotal: false },
      { label: 'Paid', amount: '-$20.00', isTotal: false },
      { label: 'Total owed', amount: '$80.00', isTotal: true },
    ],
  });
  expect(
    layoutLetter([
      part('text', 'Pay so:'),
      part('list', '- Check', 'line'),
      part('list', '- Venmo: @ada', 'line'),
    ]).slice(0, 2),
  ).toMatchObject([
    { kind: 'paragraph', lines: [[{ text: 'Pay so:' }]] },
    { kind: 'list', mark: 'bullet', items: [[{ text: 'Check' }], [{ text: 'Venmo: @ada' }]] },
  ]);
  expect(layoutLetter([part('subject', 'Subject: rent')])[0]).toMatchObject({
    kind: 'subject',
    lines: [[{ text: 'Subject: rent' }]],
  });
});

it('knows of every word of a paragraph which part it stands in', () => {
  const [paragraph] = layoutLetter([
    { id: 'opening', kind: 'text', text: 'You owe me $5.00.', joins: 'block' },
    { id: 'when', kind: 'text', text: 'It happened on May 2.\nIn Mobile.', joins: 'sentence' },
    { id: 'more', kind: 'text', text: 'Call me.', joins: 'line' },
  ]);
  expect(paragraph).toEqual({
    kind: 'paragraph',
    lines: [
      [
        { text: 'You owe me $5.00.', part: 'opening' },
        { text: ' ', part: '' },
        { text: 'It happened on May 2.', part: 'when' },
      ],
      [{ text: 'In Mobile.', part: 'when' }],
      [{ text: 'Call me.', part: 'more' }],
    ],
  });
});

it('guesses lists and sums only in words the sender wrote in', () => {
  expect(layoutLetter([part('free', 'You owe: $100.00')])[0]).toMatchObject({ kind: 'paragraph' });
  const blocks = layoutLetter([part('free', 'Rent: $100.00\nTotal: $100.00\n\n4. Four\n5. Five\n\n- a')]);
  expect(blocks.map(({ kind }) => kind)).toEqual(['sums', 'list', 'list', 'signature']);
  expect(blocks[1]).toMatchObject({ mark: 'number', start: 4 });
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

it('begins what is attached on a page of its own, and takes words written in for what they are', () => {
  const from = { kind: 'fixed', ref: 'x' } as const;
  const parts = [
    { id: 'request', kind: 'paragraph', text: 'Pay.', joins: 'block', from },
    { id: 'edited-2', kind: 'paragraph', text: '- a', joins: 'block', from: { kind: 'answer', ref: 'edited' } },
    { id: 'attachment-heading', kind: 'heading', text: 'Attachment', joins: 'block', from },
  ] as const;
  expect(layoutLetter(printedParts(parts)).map(({ kind }) => kind)).toEqual([
    'paragraph',
    'list',
    'page',
    'heading',
    'signature',
  ]);
});

it.each([
  ['Rent........ $5.00', 'Rent'],
  ['Doe Inc. ...... $5.00', 'Doe Inc'],
  ['Rent \t  $5.00', 'Rent'],
  ['Rent, 2 months:  $5.00', 'Rent, 2 months'],
])('reads the label of %j', (line, label) => {
  const [sums] = layoutLetter([part('table', `${line}\nTotal: $5.00`)]);
  expect(sums).toMatchObject({ kind: 'sums', rows: [{ label, amount: '$5.00' }, { isTotal: true }] });
});
