/** Which state a typed text or a place service means. Specification, section 5 (Place autocomplete); R16. */
import { STATE_OPTIONS, type StateOption } from './state-options.ts';

const normal = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\./g, '').replace(/\s+/g, ' ').trim();

function byContainment(wanted: string): StateOption | null {
  // "Arkansas, USA" holds "Kansas" too: the longest name inside the text is the one meant.
  const inside = STATE_OPTIONS.filter(({ name }) => new RegExp(`(^|[^a-z])${normal(name)}([^a-z]|$)`).test(wanted));
  const longest = inside.sort((a, b) => b.name.length - a.name.length)[0];
  if (longest) return longest;
  if (wanted.length < 3) return null;
  const holding = STATE_OPTIONS.filter(({ name }) => normal(name).includes(wanted));
  return holding.length === 1 ? (holding[0] ?? null) : null;
}

/**
 * Exactly by code or name; then by partial containment; then by a short code inside the text.
 * @returns `null` when none, or more than one, could be meant: the state is then asked for, never guessed
 */
export function matchState(text: string | null | undefined): StateOption | null {
  const wanted = normal(text ?? '');
  if (!wanted) return null;
  const isNamed = (named: (name: string) => boolean) =>
    STATE_OPTIONS.find(({ code, name }) => [code, name].some(named));
  // The text as it is comes first: most callers have a code or a name, and the other 51 places need no second look.
  const exact = isNamed((name) => name === text) ?? isNamed((name) => normal(name) === wanted);
  if (exact) return exact;
  // The capital has a state's name in front of its own.
  if (/\bd ?c\b/.test(wanted)) return STATE_OPTIONS.find(({ code }) => code === 'DC') ?? null;
  const contained = byContainment(wanted);
  if (contained) return contained;
  // Only capitals: "in", "or", "me" are words.
  const codes = [...(text ?? '').matchAll(/\b[A-Z]{2}\b/g)].map(([code]) =>
    STATE_OPTIONS.find((option) => option.code === code),
  );
  return codes.findLast((option) => option !== undefined) ?? null;
}
