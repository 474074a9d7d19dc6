/** So many stand in sight; a few more than that are not worth a control. */
const IN_SIGHT = 8;
const FOLDED_FROM = 13;

/** A list in time: of a long one what came before the newest is apart. */
export function foldOlder<T>(rows: readonly T[]): { older: readonly T[]; newest: readonly T[] } {
  const cut = rows.length < FOLDED_FROM ? 0 : rows.length - IN_SIGHT;
  return { older: rows.slice(0, cut), newest: rows.slice(cut) };
}
