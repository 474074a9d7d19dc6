/** A letter names the law as it stood when it was composed; its claimant is shown what a corrected row changes. */
import type { LetterPart } from './letter.ts';
import { payByIn, redateParts, type LetterDays } from './redate.ts';

/**
 * The same parts with the law as it stands now, wherever a row they name says something else: a sentence that cannot be
 * said any more goes, and a date to pay by that the law sets moves. Rows they do not name change nothing.
 * @param written - the days the letter was written with
 * @param now - the letter of the same answers and the same day, composed now
 * @returns `null` when every row says what it said
 */
export function withLawNow(
  parts: readonly LetterPart[],
  written: LetterDays,
  now: { readonly parts: readonly LetterPart[]; readonly days: LetterDays },
): readonly LetterPart[] | null {
  const isStale = ({ id, from }: LetterPart): boolean =>
    from.says !== undefined && now.parts.find((part) => part.id === id)?.from.says !== from.says;
  if (!parts.some(isStale)) return null;
  const moved = redateParts(parts, written, now.days);
  const payBy = payByIn(moved, now.days) ?? now.days.payBy;
  const fresh = new Map(redateParts(now.parts, now.days, { ...now.days, payBy }).map((part) => [part.id, part]));
  const result: LetterPart[] = [];
  let gone: LetterPart['joins'] | null = null;
  for (const part of moved) {
    const next = isStale(part) ? fresh.get(part.id) : part;
    // What follows a sentence that goes begins where it began.
    if (next) result.push({ ...part, text: next.text, from: next.from, joins: gone ?? part.joins });
    gone = next ? null : (gone ?? part.joins);
  }
  return result;
}
