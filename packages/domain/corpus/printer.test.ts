import fc from 'fast-check';
import type { ClaimFormData } from '../src/claim/form-data.ts';
import { unsafeShortTexts } from '../src/claim/short-texts.ts';
import { screenText } from '../src/letter/gate/gate.ts';
import { openInEdited, sentenceKey } from '../src/letter/gate/printable.ts';
import { stateByCode } from '../src/jurisdictions/index.ts';
import { composeLetter } from '../src/letter/index.ts';
import { sentencesOf } from '../src/letter/sentences.ts';
import { writePapers } from '../src/papers/index.ts';
import { aClaim } from '../src/testing/claims.ts';
import { casesOf, decoded, linesOf } from './unseen/cases.ts';

const STOPPED = [
  ...casesOf('threats').map(({ fields }) => fields.join('\n')),
  ...linesOf('disguises.tsv').map(([, text = '']) => decoded(text).replaceAll(/ ?‖ ?/gu, '\n')),
  ...linesOf('numbers.tsv').map(([, text = '']) => decoded(text).replaceAll(/ ?‖ ?/gu, '\n')),
].filter((text) => screenText(text).some((place) => place.class === 'A'));
const FACTS = casesOf('facts').map(({ fields }) => fields.join('\n'));

const piece = fc.oneof(fc.constantFrom(...FACTS), fc.constantFrom(...STOPPED));
const account = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(' '));
/** Everything kept that can be kept: class A is stopped all the same. */
const keeping = (...texts: readonly string[]) =>
  texts.flatMap(sentencesOf).map((sentence) => ({ key: sentenceKey(sentence), choice: 'keep' as const }));

const letterOf = (data: ClaimFormData) => composeLetter({ data, state: null, dates: { letterDay: '2026-11-20' } }).text;
const classA = (text: string) => screenText(text).filter((place) => place.class === 'A');
const stopped = (text: string) => classA(text).flatMap(({ sentence }) => sentencesOf(sentence));

it('prints nothing of class A in a letter or a paper, whatever is kept', () => {
  fc.assert(
    fc.property(account, account, (claimDescription, claimCalculation) => {
      const sentenceChoices = keeping(claimDescription, claimCalculation);
      const data = aClaim({ claimDescription, claimCalculation, sentenceChoices });
      expect(classA(letterOf(data))).toEqual([]);
      const printed = JSON.stringify(
        writePapers('full-trial', { data, state: stateByCode('AL'), madeOn: '2026-11-21' }),
      );
      for (const sentence of [...stopped(claimDescription), ...stopped(claimCalculation)])
        if (classA(sentence).length > 0) expect(printed).not.toContain(JSON.stringify(sentence).slice(1, -1));
    }),
    { numRuns: 15 },
  );
});

it('finds class A in an edited letter, and asks about what the letter does not say itself', () => {
  const composed = letterOf(aClaim());
  fc.assert(
    fc.property(fc.constantFrom(...STOPPED), fc.nat(100), (threat, at) => {
      const lines = composed.split('\n');
      const edited = lines.toSpliced(at % lines.length, 0, threat).join('\n');
      expect(openInEdited(edited, composed, { kept: new Set(keeping(edited).map(({ key }) => key)) })).not.toEqual([]);
    }),
    { numRuns: 20 },
  );
  expect(openInEdited(composed, composed)).toEqual([]);
  const own = `${composed}\nI have no patience left for this.`;
  expect(openInEdited(own, composed).map(({ kind }) => kind)).toEqual(['untold']);
});

it('finds class A in every line of names', () => {
  const fields = ['firstname', 'businessName', 'defendantBusinessName', 'careOf', 'venmo', 'address'] as const;
  fc.assert(
    fc.property(fc.constantFrom(...fields), fc.constantFrom(...linesOf('names-bad.tsv')), (field, [, , name = '']) => {
      const own = aClaim({ userType: '2', whoUser: '2', showsOtherAddress: true, [field]: name });
      expect(unsafeShortTexts(own)).toContain(field);
    }),
  );
  expect(unsafeShortTexts(aClaim({ firstname: "You're Going", lastname: 'To Die' }))).toHaveLength(1);
  expect(unsafeShortTexts(aClaim())).toEqual([]);
});

it('cuts what two answers say together', () => {
  const torn = {
    claimDescription: 'You kept my $500. I will call the',
    claimCalculation: 'police on you today. $500 in all.',
  };
  expect(letterOf(aClaim(torn))).not.toMatch(/police|will call/u);
});
