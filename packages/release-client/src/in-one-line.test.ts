import { inOneLine } from './in-one-line.ts';

it.each(['\n', '\r\n', '\r', '\u2028', '\u0085', ' \n\n  '])(
  'leaves no line end in any text of an answer: %j',
  (end) => {
    const at = new Date(0);
    expect(
      inOneLine({ reason: `slow${end}all is well`, rows: [{ who: `ann${end}` }], number: 4, off: null, at }),
    ).toEqual({ reason: 'slow all is well', rows: [{ who: 'ann' }], number: 4, off: null, at });
  },
);

it('leaves a text of one line as it is', () => {
  expect(inOneLine('two  spaces')).toBe('two  spaces');
});
