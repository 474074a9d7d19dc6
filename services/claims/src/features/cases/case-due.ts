import type { CaseDeadline } from '@redress/domain';
import type { Db, Trx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { readKnown, type Known } from '../../shared/cases/known-case.ts';
import { furtherOf } from '../../shared/cases/further-letter.ts';
import { findLetter } from '../../shared/letters/letter.repository.ts';
import { deadlinesOf } from './look-at-case.ts';

/** The days of a case with those of the letters that follow its first one, each of which asks by a day of its own. */
export async function allDeadlinesOf(db: Db | Trx, known: Known, at: number): Promise<CaseDeadline[]> {
  const days = deadlinesOf(known, at);
  for (const { letter_id, posted_at } of await furtherOf(db, known.session.id)) {
    const letter = posted_at && letter_id ? await findLetter(db, letter_id) : null;
    if (!letter) continue;
    const further = deadlinesOf(await readKnown(db, known.session, letter), at);
    // Days of the case itself stand there already.
    days.push(...further.filter((one) => !days.some(({ kind, day }) => kind === one.kind && day === one.day)));
  }
  return days;
}

/**
 * Keeps with the letter of a case what is due first, and since when the case is closed: thousands of cases are put in order
 * by an index. Looked at anew after every report and whenever its reminders are, so a day that was told of is no longer due.
 */
export async function keepDue(trx: Trx, { now }: Pick<Platform, 'now'>, known: Known): Promise<void> {
  const { letter, claim } = known;
  if (!letter) return;
  const at = now();
  const days = await allDeadlinesOf(trx, known, at.getTime());
  // From a day to collect on something may be done: nothing is due by it.
  const [due] = days.filter(({ what }) => what !== 'collect_from').toSorted((a, b) => a.day.localeCompare(b.day));
  await trx
    .updateTable('letter')
    .set({
      due_on: due?.day ?? null,
      due_kind: due?.kind ?? null,
      // A case that was closed because it goes on in court has days there.
      closed_at: claim.closed === null || days.length > 0 ? null : (letter.closed_at ?? at),
    })
    .where('id', '=', letter.id)
    .execute();
}
