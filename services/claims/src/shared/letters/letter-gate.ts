import { createHash } from 'node:crypto';
import { AppError, type ClaimFormData, type LetterPlace, type UnsafeLetter } from '@redress/contracts';
import { letterGate as copy } from '@redress/copy/letter-gate';
import {
  calmSentence,
  openPlaces,
  plainSentence,
  printableAnswers,
  rulingsFrom,
  screenText,
  sentenceKey,
  type Place,
  type WordRulings,
} from '@redress/domain/letter-gate';
import type { Db, Trx } from '../../platform/database.ts';
import type { LetterRow } from './letter.repository.ts';
import type {} from './letter-gate-tables.ts';

/** What may be printed of one claim's words, and which of them an operator is still asked about. */
export interface ClaimRulings extends WordRulings {
  /** Sentences being looked at, by their hashes. */
  readonly looks: ReadonlyMap<string, string>;
}

/** Compared in full: what an operator let through is that sentence and no other. */
export const sentenceHash = (sentence: string): string =>
  createHash('sha256').update(plainSentence(sentence)).digest('hex');

/**
 * What was decided about the words of a claim: by the claimant in the answers and at the letter, by operators.
 * @param formSessionIds - the claim, and the one it began as
 */
export async function findRulings(
  db: Db | Trx,
  formSessionIds: readonly string[],
  answers: Pick<ClaimFormData, 'sentenceChoices'>,
): Promise<ClaimRulings> {
  const choices = await db
    .selectFrom('sentence_choice')
    .select(['sentence_key', 'choice'])
    .where('form_session_id', 'in', [...formSessionIds])
    .orderBy('chosen_at')
    .execute();
  const looks = await db
    .selectFrom('sentence_look')
    .select(['sentence_hash', 'sentence', 'state'])
    .where('form_session_id', 'in', [...formSessionIds])
    .where('state', 'in', ['asked', 'fact'])
    .execute();
  const facts = new Set(looks.filter(({ state }) => state === 'fact').map(({ sentence_hash }) => sentence_hash));
  const asked = looks.filter(({ state }) => state === 'asked');
  return {
    // What was decided at the letter came after what was decided in the answers.
    ...rulingsFrom([
      ...(answers.sentenceChoices ?? []),
      ...choices.map(({ sentence_key, choice }) => ({ key: sentence_key, choice })),
    ]),
    isCleared: (sentence) => facts.has(sentenceHash(sentence)),
    looks: new Map(asked.map(({ sentence_hash, sentence }) => [sentence_hash, sentence])),
  };
}

/** The claim of a letter, and for an update made after posting the claim it began as. */
export async function sessionsOfLetter(
  db: Db | Trx,
  { form_session_id, original_letter_id }: Pick<LetterRow, 'form_session_id' | 'original_letter_id'>,
): Promise<readonly string[]> {
  if (!original_letter_id) return [form_session_id];
  const original = await db
    .selectFrom('letter')
    .select('form_session_id')
    .where('id', '=', original_letter_id)
    .executeTakeFirst();
  return original ? [original.form_session_id, form_session_id] : [form_session_id];
}

const whyOf = (kind: string): string => (copy.why as Readonly<Record<string, string>>)[kind] ?? '';

/** Places as the claimant is told about them. */
export const answeredPlaces = (places: readonly Place[], { looks }: Pick<ClaimRulings, 'looks'>): LetterPlace[] =>
  places.map((place) => ({
    class: place.class,
    kind: place.kind,
    key: sentenceKey(place.sentence),
    sentence: place.sentence,
    why: whyOf(place.kind),
    calm: calmSentence(place),
    look: looks.has(sentenceHash(place.sentence)),
  }));

/** The sentences asked about, wherever they stand now. */
const askedPlaces = (rulings: ClaimRulings): LetterPlace[] =>
  answeredPlaces([...rulings.looks.values()].flatMap(screenText), rulings).map((place) => ({ ...place, look: true }));

const refuse = (places: LetterPlace[]): never => {
  const other: UnsafeLetter = { places };
  throw new AppError('LETTER_UNSAFE', { other, details: { kinds: places.map(({ kind }) => kind).join(',') } });
};

/**
 * Lets a text through to the printer, or not. A failure in here is a refusal too: callers post only after it returns.
 * @throws {AppError} LETTER_UNSAFE with the places in `other`; while an operator is asked, with the sentence asked about
 */
export function assertPrintable(text: string, rulings: ClaimRulings): void {
  const open = openPlaces(text, rulings);
  if (open.length > 0) refuse(answeredPlaces(open, rulings));
  const asked = askedPlaces(rulings);
  if (asked.length > 0) refuse(asked);
}

/** What can be saved: never class A. What is not decided of class B waits for approval. */
export function assertSavable(text: string, rulings: ClaimRulings): void {
  const unsafe = openPlaces(text, rulings).filter((place) => place.class === 'A');
  if (unsafe.length > 0) refuse(answeredPlaces(unsafe, rulings));
}

/** Edited answers: class A is refused where it is typed; class B stays out of the letter until it is kept. */
export function assertAnswersSafe(answers: ClaimFormData, rulings: ClaimRulings): void {
  const unsafe = printableAnswers(answers, rulings).leftOut.filter((place) => place.class === 'A');
  if (unsafe.length > 0) refuse(answeredPlaces(unsafe, rulings));
}

/** Sentences of the answers that did not get into the letter, and those of the letter that keep it from being posted. */
export function placesOf(answers: ClaimFormData, letterText: string, rulings: ClaimRulings): LetterPlace[] {
  const inLetter = openPlaces(letterText, rulings);
  const leftOut = printableAnswers(answers, rulings).leftOut.filter(({ sentence }) => !letterText.includes(sentence));
  const told = answeredPlaces([...inLetter, ...leftOut], rulings);
  const isTold = ({ sentence }: LetterPlace) => told.some((place) => place.sentence === sentence);
  return [...told, ...askedPlaces(rulings).filter((place) => !isTold(place))];
}
