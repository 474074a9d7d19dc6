/** The same letter for another recipient: an address block of their own, the others as cc (R37). */
import type { Place } from '../claim/form-data.ts';
import { addressLines } from './address.ts';
import type { LetterPart } from './letter.ts';
import { isSlip } from './slip.ts';

/** `cc: Bo Lee; Kern Insurance`. */
export const copiesLine = (names: readonly string[]): string => `cc: ${names.join('; ')}`;

/**
 * @param parts - of the approved letter
 * @param copy.names - all recipients, the defendant first
 * @param copy.no - which of them this copy goes to
 */
export function addressParts(
  parts: readonly LetterPart[],
  copy: { names: readonly string[]; no: number; place: Place },
): readonly LetterPart[] {
  if (copy.no === 0) return parts;
  const others = copy.names.filter((_, no) => no !== copy.no);
  return parts.map((part) => {
    if (part.kind === 'recipient')
      return { ...part, text: [copy.names[copy.no] ?? '', ...addressLines(copy.place)].join('\n') };
    if (part.id === 'copies') return { ...part, text: copiesLine(others) };
    // Who gets the copy says of themselves who they are not.
    const [first = '', own = ''] = [copy.names[0], copy.names[copy.no]];
    return isSlip(part) ? { ...part, text: part.text.replace(`I am not ${first}:`, () => `I am not ${own}:`) } : part;
  });
}

/**
 * The same letter once more, with no other word in it, for the other side alone.
 * @param how.to - the place that stands in the letter, and the one in its stead; null where it stays
 */
export const resentParts = (
  parts: readonly LetterPart[],
  { isFirstClass, to }: { isFirstClass: boolean; to: { was: Place; is: Place } | null },
): readonly LetterPart[] =>
  parts.flatMap((part) => {
    if (part.id === 'copies') return [];
    if (part.id === 'method' && isFirstClass) return { ...part, text: 'Sent by First-Class Mail' };
    if (part.kind !== 'recipient' || !to) return part;
    const [was, is] = [to.was, to.is].map((place) => addressLines(place).join('\n')) as [string, string];
    // An address that was written by hand is another text: it goes, and the name over it stays.
    const text = part.text.includes(was) ? part.text.replace(was, () => is) : `${part.text.split('\n', 1)[0]}\n${is}`;
    return { ...part, text };
  });
