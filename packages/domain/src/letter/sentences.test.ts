import fc from 'fast-check';
import { sentencesOf, sentenceSpans } from './sentences.ts';

it.each<[string, string[]]>([
  ['I paid Mr. Lee $500. He left.', ['I paid Mr. Lee $500.', 'He left.']],
  ['We met at 12 St. John St. in May. It rained.', ['We met at 12 St. John St. in May.', 'It rained.']],
  ['Lee Homes L.L.C. kept it. I asked twice.', ['Lee Homes L.L.C. kept it.', 'I asked twice.']],
  ['I sued Lee Homes L.L.C. The judge agreed.', ['I sued Lee Homes L.L.C.', 'The judge agreed.']],
  ['It cost $1,250.50. I paid.', ['It cost $1,250.50.', 'I paid.']],
  ['He came at 5 p.m. He left at 6 p.m.', ['He came at 5 p.m.', 'He left at 6 p.m.']],
  ['See J. R. Smith Inc. at No. 5. Thanks!', ['See J. R. Smith Inc. at No. 5.', 'Thanks!']],
  ['Who did it? You did! "Yes." So it was.', ['Who did it?', 'You did!', '"Yes."', 'So it was.']],
  [
    'lent him 1200. he wont pay!! i asked, he said “no.” he laughed',
    ['lent him 1200.', 'he wont pay!!', 'i asked, he said “no.” he laughed'],
  ],
  [
    'He sold tools etc. he kept No. it at St. he left... i left',
    ['He sold tools etc. he kept No. it at St. he left...', 'i left'],
  ],
  ['I waited... and waited. Then I left.', ['I waited... and waited.', 'Then I left.']],
  ['one\ntwo', ['one', 'two']],
  ['Write to www.example.com. Thanks.', ['Write to www.example.com.', 'Thanks.']],
  ['La Sra. Núñez pagó. Usted no.', ['La Sra. Núñez pagó.', 'Usted no.']],
])('ends a sentence only where it surely ends: %s', (text, expected) => {
  expect(sentencesOf(text)).toEqual(expected);
});

it('loses no word of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const bare = (part: string) => part.replace(/\s/gu, '');
      expect(
        bare(
          sentenceSpans(text)
            .map(({ at, end }) => text.slice(at, end))
            .join(''),
        ),
      ).toBe(bare(text));
    }),
  );
});
