import type { ClaimFormData, LetterPlace } from '@redress/contracts';
import { letterGate as copy } from '@redress/copy/letter-gate';
import { wholeCalculation, wholeStory } from '@redress/domain/facts';
import {
  alignParts,
  checkLetter,
  composeLetter,
  type Letter,
  type LetterInput,
  type LetterPart,
  type LetterWarning,
} from '@redress/domain/letter';
import {
  calmSentence,
  isForOperator,
  openInEdited,
  openPlaces,
  printableAnswers,
  screenAccount,
  screenText,
  sentenceKey,
  type Place,
  type WordRulings,
} from '@redress/domain/letter-gate';
import { hearingCard, writePapers, type HearingCard, type Paper } from '@redress/domain/papers';
import { sentenceHash } from './sentence-hash.ts';

/** What may be printed of one claim's words, and which of them an operator is still asked about. Plain data. */
export interface ClaimRulings {
  /** Sentences of class B the claimant wants in the letter, by `sentenceKey`. */
  readonly kept: ReadonlySet<string>;
  /** Those decided against, by `sentenceKey`: one that a letter was composed of is none of its own words any more. */
  readonly cut: ReadonlySet<string>;
  /** Hashes of the sentences an operator found to tell a fact. */
  readonly facts: ReadonlySet<string>;
  /** Sentences being looked at, by their hashes. */
  readonly looks: ReadonlyMap<string, string>;
  /** Sentences an operator found to be threats: whoever keeps them, they are not printed. */
  readonly refused: readonly string[];
}

const wordRulings = ({ kept, cut, facts }: ClaimRulings): WordRulings => ({
  kept,
  cut,
  isCleared: (sentence) => facts.has(sentenceHash(sentence)),
});

const reasonOf = (kind: string): string => (copy.why as Readonly<Record<string, string>>)[kind] ?? '';

/** Places as the claimant reads them. */
const answeredPlaces = (places: readonly Place[], { looks }: ClaimRulings): LetterPlace[] =>
  places.map((place) => ({
    class: place.class,
    kind: place.kind,
    key: sentenceKey(place.sentence),
    sentence: place.sentence,
    why: reasonOf(place.kind),
    calm: calmSentence(place),
    look: looks.has(sentenceHash(place.sentence)),
    ...(place.field ? { field: place.field } : {}),
    ...(place.row ? { row: place.row } : {}),
  }));

/** What an operator looks at as it was kept, where it is no threat of its own. */
const asKept = (sentence: string): Place => ({ class: 'C', kind: 'reader', sentence, at: 0, end: sentence.length });

/** The sentences asked about, wherever they stand now. */
const askedPlaces = (rulings: ClaimRulings): LetterPlace[] => {
  const places = [...rulings.looks.values()].flatMap((sentence): readonly Place[] => {
    const found = screenText(sentence);
    return found.length > 0 ? found : [asKept(sentence)];
  });
  return answeredPlaces(places, rulings).map((place) => ({ ...place, look: true }));
};

/** Sentences of a text that their claimant keeps and an operator has not let through. */
const forOperator = (text: string, { kept, facts }: ClaimRulings, kind: 'story' | 'sums' = 'sums'): Place[] =>
  screenAccount(text, kind).filter(
    (place) =>
      kept.has(sentenceKey(place.sentence)) && isForOperator(place) && !facts.has(sentenceHash(place.sentence)),
  );

/** Papers are drawn when they are paid, and drawn again when the letter was posted: what waits for an operator waits there too. */
const lookedAt = (answers: LetterInput['data'], rulings: ClaimRulings): ClaimRulings => {
  const waiting = [
    ...forOperator(wholeStory(answers), rulings, 'story'),
    ...(answers.objections ?? []).flatMap(({ answer }) => forOperator(answer ?? '', rulings, 'story')),
    ...forOperator(wholeCalculation(answers), rulings),
  ];
  const keys = new Set(waiting.map(({ sentence }) => sentenceKey(sentence)));
  return { ...rulings, kept: new Set([...rulings.kept].filter((key) => !keys.has(key))) };
};

/** Places that keep a letter from the printer, but for those an operator still has to look at. */
const openInLetter = (text: string, composed: string, rulings: ClaimRulings): readonly Place[] => {
  const own = rulings.refused.reduce((letter, sentence) => letter.replaceAll(sentence, ''), composed);
  return openInEdited(text, own, wordRulings(rulings));
};

/** Answers in the claimant's own words are the only long ones. */
const charactersOf = (answers: LetterInput['data']): number =>
  (answers.claimDescription?.length ?? 0) +
  (answers.claimCalculation?.length ?? 0) +
  (answers.facts ?? []).reduce((sum, { what }) => sum + (what?.length ?? 0), 0);

const oncePerSentence = (places: readonly LetterPlace[]): LetterPlace[] => [
  ...new Map(places.map((place) => [place.sentence, place])).values(),
];

/** @param composed - the letter as our rules make it: its own sentences announce and ask */
interface ReadLetter {
  text: string;
  composed: string;
  rulings: ClaimRulings;
}

type PapersInput = Omit<Parameters<typeof writePapers>[1], 'rulings'>;

/** How many characters a piece of work reads, and the work. Inputs and results are plain data: they go to a thread. */
interface Work<Input, Result> {
  size: (input: Input) => number;
  run: (input: Input) => Result;
}
const work = <Input, Result>(
  size: Work<Input, Result>['size'],
  run: Work<Input, Result>['run'],
): Work<Input, Result> => ({
  size,
  run,
});

/** Everything done with all the words of a letter: 10 to 70 ms for the longest, so long ones are read in a thread. */
export const LETTER_WORK = {
  /** Places that keep a text from the printer; while an operator is asked, those asked about. */
  unprintable: work(
    ({ text }: ReadLetter) => text.length,
    ({ text, composed, rulings }): LetterPlace[] => {
      const open = openInLetter(text, composed, rulings);
      if (open.length > 0) return answeredPlaces(open, rulings);
      return oncePerSentence([...answeredPlaces(forOperator(text, rulings), rulings), ...askedPlaces(rulings)]);
    },
  ),
  /** Places that keep a text from being saved: class A only. What is not decided of class B waits for approval. */
  unsavable: work(
    ({ text }: { text: string; rulings: ClaimRulings }) => text.length,
    ({ text, rulings }): LetterPlace[] => {
      const unsafe = openPlaces(text, wordRulings(rulings)).filter((place) => place.class === 'A');
      return answeredPlaces(unsafe, rulings);
    },
  ),
  /** Places of class A in answers; class B stays out of the letter until it is kept. */
  unsafeAnswers: work(
    ({ answers }: { answers: ClaimFormData; rulings: ClaimRulings }) => charactersOf(answers),
    ({ answers, rulings }): LetterPlace[] => {
      const { leftOut } = printableAnswers(answers, wordRulings(rulings));
      return answeredPlaces(
        leftOut.filter((place) => place.class === 'A'),
        rulings,
      );
    },
  ),
  /** Sentences of the answers that did not get into the letter, and those of the letter that keep it from being posted. */
  places: work(
    ({ answers, text }: ReadLetter & { answers: ClaimFormData }) => text.length + charactersOf(answers),
    ({ answers, text, composed, rulings }): LetterPlace[] => {
      const words = wordRulings(rulings);
      const leftOut = printableAnswers(answers, words).leftOut.filter(({ sentence }) => !text.includes(sentence));
      const answered = answeredPlaces([...openInLetter(text, composed, rulings), ...leftOut], rulings);
      const looked = [...answeredPlaces(forOperator(text, rulings), rulings), ...askedPlaces(rulings)];
      const sentences = new Set(answered.map(({ sentence }) => sentence));
      return [...answered, ...oncePerSentence(looked.filter(({ sentence }) => !sentences.has(sentence)))];
    },
  ),
  /** Sentences of a letter that an operator has to look at before it is posted. */
  forOperator: work(
    ({ text }: Omit<ReadLetter, 'composed'>) => text.length,
    ({ text, rulings }): readonly string[] => [...new Set(forOperator(text, rulings).map(({ sentence }) => sentence))],
  ),
  /** Whether the gate stops a sentence: class A. */
  isStopped: work(
    ({ text }: { text: string }) => text.length,
    ({ text }): boolean => screenText(text).some((place) => place.class === 'A'),
  ),
  warnings: work(
    ({ text }: { text: string; facts: Parameters<typeof checkLetter>[1] }) => text.length,
    ({ text, facts }): readonly LetterWarning[] => checkLetter(text, facts),
  ),
  /** @throws {RangeError} when an answer is missing */
  compose: work(
    ({ input }: { input: Omit<LetterInput, 'rulings'>; rulings: ClaimRulings | null }) => charactersOf(input.data),
    ({ input, rulings }): Letter => composeLetter(rulings ? { ...input, rulings: wordRulings(rulings) } : input),
  ),
  /** The answers as they may be printed. */
  printed: work(
    ({ answers }: { answers: ClaimFormData; rulings: ClaimRulings }) => charactersOf(answers),
    ({ answers, rulings }): ClaimFormData => printableAnswers(answers, wordRulings(rulings)).data,
  ),
  papers: work(
    ({ input }: { packageId: Parameters<typeof writePapers>[0]; input: PapersInput; rulings: ClaimRulings }) =>
      charactersOf(input.data),
    ({ packageId, input, rulings }): readonly Paper[] =>
      writePapers(packageId, { ...input, rulings: wordRulings(lookedAt(input.data, rulings)) }),
  ),
  hearing: work(
    ({ input }: { input: PapersInput; rulings: ClaimRulings }) => charactersOf(input.data),
    ({ input, rulings }): HearingCard => hearingCard({ ...input, rulings: wordRulings(lookedAt(input.data, rulings)) }),
  ),
  align: work(
    ({ typed }: { parts: readonly LetterPart[]; typed: string }) => typed.length,
    ({ parts, typed }): readonly LetterPart[] => alignParts(parts, typed),
  ),
} as const;

export type LetterWorkName = keyof typeof LETTER_WORK;
export type LetterWorkInput<Name extends LetterWorkName> = Parameters<(typeof LETTER_WORK)[Name]['run']>[0];
export type LetterWorkResult<Name extends LetterWorkName> = ReturnType<(typeof LETTER_WORK)[Name]['run']>;

/** @returns the work of that name; the table holds for each name the input and result the types say */
export const letterWork = <Name extends LetterWorkName>(
  name: Name,
): Work<LetterWorkInput<Name>, LetterWorkResult<Name>> =>
  LETTER_WORK[name] as unknown as Work<LetterWorkInput<Name>, LetterWorkResult<Name>>;
