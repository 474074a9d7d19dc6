import type { ClaimFormData } from '@redress/contracts';
import { defendantOf, type CalendarDay } from '@redress/domain';
import { addressLines, redateParts, resentParts } from '@redress/domain/letter';
import type { Db, Trx } from '../../platform/database.ts';
import { findComposed } from '../letters/composed-text.ts';
import { daysOf, letterDaysFor, partsOf } from '../letters/letter-days.ts';
import { findSnapshot, findVersion, type LetterRow, type VersionRow } from '../letters/letter.repository.ts';

/**
 * The text of a letter that was mailed, to be mailed again on another day.
 * @param anew.answers - of the new letter: where it goes
 */
export async function sameText(
  db: Db | Trx,
  letter: LetterRow,
  anew: { answers: ClaimFormData; day: CalendarDay; isFirstClass: boolean },
) {
  const mailed = await findVersion(db, letter.id, letter.posted_version ?? 0);
  const composed = mailed && (await findComposed(db, mailed));
  if (!mailed || !composed) throw new Error(`Letter ${letter.id} has no text that was mailed.`);
  const days = letterDaysFor(anew.answers, anew.day);
  const is = defendantOf(anew.answers).place;
  const written = async (row: VersionRow) => {
    const snapshot = await findSnapshot(db, row.snapshot_id);
    if (!snapshot) throw new Error(`Letter ${letter.id} has lost its answers.`);
    const parts = redateParts(partsOf(row), daysOf(row), days);
    const was = defendantOf(snapshot.answers).place;
    const isMoved = addressLines(was).join() !== addressLines(is).join();
    return resentParts(parts, { isFirstClass: anew.isFirstClass, to: isMoved ? { was, is } : null });
  };
  const texts = [await written(composed)];
  if (mailed.version !== composed.version) texts.push(await written(mailed));
  // As our rules wrote it, and as it was mailed where that is another text: only the first is believed to be ours.
  return { days, signerName: mailed.signer_name, texts };
}
