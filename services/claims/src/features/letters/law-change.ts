import { isAppError } from '@redress/contracts';
import { letterDayIn, withLawNow, type LetterDays, type LetterPart } from '@redress/domain/letter';
import type { Db, Trx } from '../../platform/database.ts';
import { composeIn } from '../../shared/letters/compose-letter.ts';
import { daysOf, partsOf } from '../../shared/letters/letter-days.ts';
import { rulingsOf } from '../../shared/letters/letter-gate.ts';
import type { LetterThreads } from '../../shared/letters/letter-threads.ts';
import type { LoadedLetter } from '../../shared/letters/letter.repository.ts';

export interface LawChange {
  /** Of the letter with the law as it stands now. */
  parts: readonly LetterPart[];
  days: LetterDays;
  /** What the letter says and what it would say, a part a line: only what differs. */
  before: string;
  after: string;
}

/**
 * What would change in a letter that names a row of the law which was corrected after it was composed.
 * @returns `null` when nothing would, or when its answers no longer make a letter: it is posted as it was approved
 * @throws {AppError} OVERLOADED
 */
export async function lawNow(db: Db | Trx, threads: LetterThreads, loaded: LoadedLetter): Promise<LawChange | null> {
  const { version, snapshot } = loaded;
  const parts = partsOf(version);
  if (!parts.some(({ from }) => from.says !== undefined)) return null;
  const written = daysOf(version);
  const day = letterDayIn(parts, written);
  const rulings = await rulingsOf(db, loaded);
  const composed = await composeIn(threads, {
    answers: snapshot.answers,
    day,
    rulings,
    earlier: snapshot.earlier,
  }).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'LETTER_GENERATION_FAILED') return null;
    throw error;
  });
  if (!composed) return null;
  const days = { letterDay: day, payBy: composed.payBy.payBy };
  const next = withLawNow(parts, written, { parts: composed.parts, days });
  if (!next) return null;
  const linesOf = (all: readonly LetterPart[], other: readonly LetterPart[]) => {
    const texts = new Set(other.map(({ text }) => text));
    return all.flatMap(({ text }) => (texts.has(text) ? [] : [text])).join('\n');
  };
  return { parts: next, days, before: linesOf(parts, next), after: linesOf(next, parts) };
}
