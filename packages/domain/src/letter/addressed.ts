/** The same letter for another recipient: an address block of their own, the others as cc (R37). */
import type { Place } from '../claim/form-data.ts';
import { addressLines } from './address.ts';
import type { LetterPart } from './letter.ts';

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
    return part.id === 'copies' ? { ...part, text: copiesLine(others) } : part;
  });
}
