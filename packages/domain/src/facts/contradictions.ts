/** What in the rows cannot all be right. Told beside the rows; it never holds anything up. */
import { parseCalendarDay, type CalendarDay } from '../dates/calendar-day.ts';
import { limitDays } from '../categories/limit-start.ts';
import type { ClaimFormData } from '../claim/form-data.ts';
import { amountCents } from '../money/amount.ts';
import { dayOf, isDayOf } from './days.ts';
import { starterFacts } from './starters.ts';
import { sumOf } from './sums.ts';

export interface Contradiction {
  /**
   * order: the second row cannot be before the first, as its day says. future: a day that has not come. unreal: no such day,
   * or before 1900. given: the first step was told another day for it. credits: more was paid than is asked for. total: the items make another sum than the amount.
   */
  readonly kind: 'order' | 'future' | 'unreal' | 'given' | 'credits' | 'total';
  /** Ids of the rows it stands at. */
  readonly rows: readonly string[];
}

/** @param today - where the claimant is */
export function contradictionsOf(data: ClaimFormData, today: CalendarDay): readonly Contradiction[] {
  const facts = data.facts ?? [];
  const found: Contradiction[] = [];
  for (const fact of facts) {
    if (!fact.day?.trim() || fact.dayIs === 'unknown') continue;
    const known = dayOf({ day: fact.day, dayIs: fact.dayIs });
    if (!known || known.sorts < '1900') found.push({ kind: 'unreal', rows: [fact.id] });
    // What was agreed on for later may be a day to come.
    else if (known.sorts > today.slice(0, known.sorts.length) && fact.asks !== 'due')
      found.push({ kind: 'future', rows: [fact.id] });
  }
  const byQuestion = new Map(facts.filter(({ asks }) => asks).map((fact) => [fact.asks, fact]));
  for (const { key, after } of starterFacts(data)) {
    const [later, earlier] = [byQuestion.get(key), byQuestion.get(after)];
    const [day, before] = [later && dayOf(later), earlier && dayOf(earlier)];
    if (!later || !earlier || !day || !before) continue;
    // Days that are known to a month or a year are compared no finer.
    const length = Math.min(day.sorts.length, before.sorts.length);
    if (day.sorts.slice(0, length) < before.sorts.slice(0, length))
      found.push({ kind: 'order', rows: [earlier.id, later.id] });
  }
  const { row, given } = limitDays(data);
  if (row && given && !isDayOf(row, given)) found.push({ kind: 'given', rows: [row.id] });
  const items = data.sumItems ?? [];
  for (const { id, day } of items.filter((item) => item.day?.trim())) {
    const known = parseCalendarDay(day);
    if (!known || known > today) found.push({ kind: known ? 'future' : 'unreal', rows: [id] });
  }
  const { creditCents, chargedCents, totalCents } = sumOf(items);
  const asked = amountCents(data.amount);
  if (creditCents > chargedCents)
    found.push({ kind: 'credits', rows: items.filter(({ isCredit }) => isCredit).map(({ id }) => id) });
  else if (items.length > 0 && asked !== null && totalCents !== asked)
    found.push({ kind: 'total', rows: items.map(({ id }) => id) });
  return found;
}
