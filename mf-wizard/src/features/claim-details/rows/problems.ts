import { rows as copy } from '@redress/copy/rows';
import type { ClaimFormData } from '@redress/domain';
import { contradictionsOf } from '@redress/domain/facts';
import { localToday } from '../../../shared/local-today.ts';

/** What cannot all be right, in words, at the last row it is about. That the sum is another one is said at the total. */
export function problemsByRow(data: ClaimFormData): (id: string) => readonly string[] {
  const found = contradictionsOf(data, localToday());
  return (id) =>
    found.flatMap(({ kind, rows }) => (kind !== 'total' && rows.at(-1) === id ? [copy.problems[kind]] : []));
}
