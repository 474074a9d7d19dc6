/** Characters of a text that are not drawn, the same for screen, paper and the gate of letters. */

/** Characters that turn the order of others around: a text could read one way on a screen and another on paper. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A text as it is stored: nothing in it reads one way on a screen and another way on paper. */
export const withoutDirections = (text: string): string => text.replace(DIRECTION, '');

/**
 * What draws nothing and is dropped on paper: controls but for line breaks and tabs, everything Unicode says to ignore,
 * variation selectors, marks of ruby. Joiners are left to the printer: some scripts are drawn with them.
 */
export const DRAWS_NOTHING =
  /(?![\u200C\u200D])[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFF9-\uFFFB\p{Default_Ignorable_Code_Point}]/gu;
