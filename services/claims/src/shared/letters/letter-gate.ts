import { AppError, type ClaimFormData, type LetterPlace, type UnsafeLetter } from '@redress/contracts';
import { letterGate as copy } from '@redress/copy/letter-gate';
import { rulingsFrom, screenName, sentenceKey } from '@redress/domain/letter-gate';
import { unsafeShortTexts } from '@redress/domain/short-texts';
import type { Db, Trx } from '../../platform/database.ts';
import type { LetterRow, LoadedLetter } from './letter.repository.ts';
import type { LetterThreads } from './letter-threads.ts';
import type { ClaimRulings } from './letter-work.ts';
import type {} from './letter-gate-tables.ts';

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
    .where('state', 'in', ['asked', 'fact', 'threat'])
    .execute();
  const asked = looks.filter(({ state }) => state === 'asked');
  const refused = looks.filter(({ state }) => state === 'threat').map(({ sentence }) => sentence);
  return {
    // What was decided at the letter came after what was decided in the answers, and an operator's word is the last.
    ...rulingsFrom([
      ...(answers.sentenceChoices ?? []),
      ...choices.map(({ sentence_key, choice }) => ({ key: sentence_key, choice })),
      ...refused.map((sentence) => ({ key: sentenceKey(sentence), choice: 'cut' as const })),
    ]),
    refused,
    facts: new Set(looks.filter(({ state }) => state === 'fact').map(({ sentence_hash }) => sentence_hash)),
    looks: new Map(asked.map(({ sentence_hash, sentence }) => [sentence_hash, sentence])),
  };
}

/** What was decided about the words of a letter. */
export const rulingsOf = async (
  db: Db | Trx,
  { letter, snapshot }: Pick<LoadedLetter, 'letter' | 'snapshot'>,
): Promise<ClaimRulings> => findRulings(db, await sessionsOfLetter(db, letter), snapshot.answers);

/** The claim of a letter, and for an update made after posting the claim it began as. */
async function sessionsOfLetter(
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

function refuse(places: LetterPlace[]): void {
  if (places.length === 0) return;
  const other: UnsafeLetter = { places };
  throw new AppError('LETTER_UNSAFE', { other, details: { kinds: places.map(({ kind }) => kind).join(',') } });
}

/**
 * Names, handles and address lines as they will stand on paper and envelope: answers can be saved after the payment
 * asked for them, and a letter composed before.
 * @throws {AppError} LETTER_UNSAFE; they are changed in the answers
 */
export function assertLinesPrintable(answers: ClaimFormData): void {
  refuse(
    unsafeShortTexts(answers).map((field): LetterPlace => {
      const sentence = String(answers[field] ?? '');
      const { class: letterClass, kind } = screenName(sentence)[0] ?? { class: 'A', kind: 'violence' };
      const why = (copy.why as Readonly<Record<string, string>>)[kind] ?? '';
      return { class: letterClass, kind, key: sentenceKey(sentence), sentence, why, calm: '', look: false };
    }),
  );
}

/**
 * Lets a text through to the printer, or not: what its claimant wrote into it is read like an account. A failure in here is a refusal too: callers post only after it returns.
 * @throws {AppError} LETTER_UNSAFE with the places in `other`; while an operator is asked, with the sentence asked
 *   about; OVERLOADED when the text could not be looked at
 */
export const assertPrintable = async (
  threads: LetterThreads,
  letter: { text: string; composed: string },
  rulings: ClaimRulings,
): Promise<void> => refuse(await threads.run('unprintable', { ...letter, rulings }));

/** What can be saved: never class A. What is not decided of class B waits for approval. */
export const assertSavable = async (threads: LetterThreads, text: string, rulings: ClaimRulings): Promise<void> =>
  refuse(await threads.run('unsavable', { text, rulings }));

/** Edited answers: class A is refused where it is typed; class B stays out of the letter until it is kept. */
export const assertAnswersSafe = async (
  threads: LetterThreads,
  answers: ClaimFormData,
  rulings: ClaimRulings,
): Promise<void> => refuse(await threads.run('unsafeAnswers', { answers, rulings }));
