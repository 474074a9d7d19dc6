/** How many letters must be changed, added or left out to make one word of the other (Levenshtein 1965). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    let diagonal = row[0] as number;
    row = row.reduce<number[]>((made, above, at) => {
      const left = made[at - 1];
      const cost =
        left === undefined ? index + 1 : Math.min(above + 1, left + 1, diagonal + (to[at - 1] === letter ? 0 : 1));
      diagonal = above;
      return [...made, cost];
    }, []);
  }
  return row[to.length] as number;
}

/** Longer words are no commands, and would take long to compare. */
const MAX_LETTERS = 40;

/** @returns the name that was most likely meant, or `null` when none is near: a third of the letters may be wrong */
export function nearestOf(typed: string, names: readonly string[]): string | null {
  if (typed === '' || typed.length > MAX_LETTERS) return null;
  const allowed = Math.max(1, Math.floor(typed.length / 3));
  const near = names
    .map((name) => ({ name, far: name.startsWith(typed) ? 0 : distance(typed.toLowerCase(), name) }))
    .toSorted((a, b) => a.far - b.far)[0];
  return near && near.far <= allowed ? near.name : null;
}
