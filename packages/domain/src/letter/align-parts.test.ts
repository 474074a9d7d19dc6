import fc from 'fast-check';
import { stateByCode } from '../jurisdictions/index.ts';
import { aClaim } from '../testing/claims.ts';
import { alignParts, composeLetter, isWrittenIn, joinParts } from './index.ts';

const letter = composeLetter({
  data: aClaim({ claimDescription: 'I made a website for you.\nYou use it but did not pay.\nI asked twice.' }),
  state: stateByCode('AL'),
  dates: { letterDay: '2026-11-20' },
});
const words = (text: string) => text.split(/\s+/).filter(Boolean).join(' ');
const edit = (from: string, to: string) => {
  expect(letter.text).toContain(from);
  return alignParts(letter.parts, letter.text.replace(from, to));
};
const partWith = (parts: ReturnType<typeof edit>, text: string) => parts.find((part) => part.text.includes(text));

describe('parts of an edited letter', () => {
  it('are those of the letter while nothing changed', () => {
    expect(alignParts(letter.parts, letter.text)).toEqual(letter.parts);
    expect(alignParts(letter.parts, letter.text.replaceAll('\n', '\r\n'))).toEqual(letter.parts);
  });

  it('keeps kind and origin of a line that was changed', () => {
    expect(partWith(edit('What happened', 'What happened in March'), 'in March')).toMatchObject({ kind: 'heading' });
    expect(partWith(edit('I asked twice.', 'I asked three times in writing.'), 'three times')).toMatchObject({
      id: 'facts',
    });
    expect(partWith(edit('Sincerely,', 'With regards,'), 'With regards')).toMatchObject({
      id: 'closing',
      kind: 'closing',
    });
    const table = edit('Total owed: $1,250.50', 'Total owed today: $1,250.50');
    expect(partWith(table, 'Total owed today')).toMatchObject({ id: 'sum', kind: 'table' });
  });

  it('gives a sentence changed among others to its own part', () => {
    const parts = edit('This began on', 'The invoice you have is of');
    expect(partWith(parts, 'The invoice you have')).toMatchObject({ id: 'when', joins: 'sentence' });
    expect(partWith(parts, 'writing to ask you')).toMatchObject({ id: 'opening' });
  });

  it('takes lines added inside a part into it, and leaves those beside the parts without one', () => {
    expect(partWith(edit('\nI asked twice.', '\nThen I called.\nI asked twice.'), 'Then I called')).toMatchObject({
      id: 'facts',
    });
    const beside = edit('\n\nWhat is owed', '\n\nHere is one thing more.\n\nWhat is owed');
    expect(isWrittenIn(partWith(beside, 'one thing more') ?? letter.parts[0]!)).toBe(true);
  });

  it('never takes typed words for the place of the signature', () => {
    const parts = edit('You use it but did not pay.', '[signature]\nSincerely,\nAna Núñez');
    expect(parts.filter(({ kind }) => kind === 'signature' || kind === 'closing').map(({ id }) => id)).toEqual([
      'closing',
      'signature',
    ]);
  });

  it('loses and invents no word, whatever is typed', () => {
    const lines = letter.text.split('\n');
    const change = fc.record({
      at: fc.nat(lines.length - 1),
      drop: fc.nat(6),
      add: fc.array(fc.oneof(fc.constantFrom(...lines), fc.string({ maxLength: 40 })), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const edited = [...lines];
        for (const { at, drop, add } of changes) edited.splice(at, drop, ...add);
        const text = edited.join('\n').replace(/\r/g, ' ');
        expect(words(joinParts(alignParts(letter.parts, text)))).toBe(words(text));
      }),
      { numRuns: 300 },
    );
  });

  it('takes an edit of an edit', () => {
    const once = edit('Sincerely,', 'Kind regards,');
    const text = joinParts(once).replace('Please pay', 'Pay');
    expect(alignParts(once, text).find(({ id }) => id === 'closing')?.text).toBe('Kind regards,');
  });

  it('aligns a long letter within its time', () => {
    const story = Array.from({ length: 600 }, (_, index) => `On day ${index} I wrote to you again.`).join('\n');
    const long = composeLetter({
      data: aClaim({ claimDescription: story }),
      state: null,
      dates: { letterDay: '2026-11-20' },
    });
    const text = long.text.replaceAll('again', 'once more');
    expect(words(joinParts(alignParts(long.parts, text)))).toBe(words(text));
  });
});

it('takes a text for written in when there are no parts to align it to', () => {
  const text = 'Dear Bo,\n\nPlease pay.';
  const parts = alignParts([], text);
  expect(words(joinParts(parts))).toBe(words(text));
  expect(parts.every(isWrittenIn)).toBe(true);
});
