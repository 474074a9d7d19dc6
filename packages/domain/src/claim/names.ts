/** Which names can be printed, and which the carrier needs in Latin letters beside (ruling 36). */

/**
 * Scripts there is a typeface for, with the letters they share (the okina of Hawaii, the long sound of Japanese), marks on
 * them, digits, and what names hold besides: spaces, punctuation.
 */
const PRINTABLE =
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Thai}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u02b9-\u02c1\u02ee\u0640\u3006\u30fc\uff70\uff9e\uff9f\p{M}\p{P}\p{Nd}\p{Zs}\u200c\u200d+$|=<>^`~\u00b0\u2116\u2122\u00ae\u00a9]*$/u;

/** Whether every character of a name can be drawn; emoji and the replacement sign are no part of a name. */
export const isPrintableName = (name: string | null | undefined): boolean => PRINTABLE.test(name ?? '');

/** Half a house number and money are drawn as well; marks of direction around a number copied from a phone are left out. */
const IN_LINES = /[\p{Default_Ignorable_Code_Point}\t\u00a2-\u00be\u00d7\u2044\u20ac\u2150-\u215e]/gu;

/** Whether every character of an address line or a handle can be drawn. */
export const isPrintableLine = (line: string): boolean => isPrintableName(line.replace(IN_LINES, ''));

/** Envelopes are printed in Latin letters, with the marks Western European languages put on them. */
const ON_ENVELOPE = /^[\p{sc=Latin}\u02bb\u02bc\p{M}\p{P}\p{Nd}\p{Zs}+$|=<>^`~\u00b0\u2116\u2122\u00ae\u00a9]*$/u;

export const needsLatinForm = (name: string | null | undefined): boolean => !ON_ENVELOPE.test(name ?? '');
