/** Whether a sentence tells what happened, by the forms of its verbs, English and Spanish (ruling 42). */
import type { ClassCKind } from './kinds.ts';

export type AccountKind = 'story' | 'sums';

const KINDS: readonly (readonly [ClassCKind, RegExp])[] = [
  ['question', /\?["”’)]*$/u],
  ['future', /\b(?:will|shall|won['’]t|gonna|going to)\b|['’]ll\b/iu],
  ['condition', /\b(?:if|unless|otherwise|or else)\b/iu],
  ['wish', /\b(?:i|we) (?:want|wish|hope|would like)\b/iu],
];
const PAST =
  /[a-z]ed\b|\b(?:was|were|had|did|been|said|told|gave|took|came|went|kept|left|sent|paid|made|got|found|broke|bit|sold|bought|wrote|lost|fell|saw|knew|ran|met|stole|threw|began)\b|[éó](?![\p{L}])|(?:aron|ieron|aste|iste|aba|fue|dijo|hizo)\b/iu;

/** @returns what a sentence is instead of telling; `null` for one that tells */
export function untoldKind(sentence: string, kind: AccountKind): ClassCKind | null {
  const found = KINDS.find(([, pattern]) => pattern.test(sentence));
  if (found) return found[0];
  if (kind === 'sums' || /\d/u.test(sentence) || PAST.test(sentence)) return null;
  return /^you\b/iu.test(sentence) ? 'reader' : 'untold';
}
