/** Names, handles and address lines: everything short that another person reads, in a letter, on papers or an envelope. */
import { screenName } from '../letter/gate/names.ts';
import type { ClaimField, ClaimFormData } from './form-data.ts';
import { isPrintableLine, isPrintableName } from './names.ts';

const PERSON = ['firstname', 'lastname', 'latinName'] as const;
const OTHER_PERSON = ['defendantFirstname', 'defendantLastname', 'defendantLatinName'] as const;
const PLACES = [
  ['address', 'apt', 'city'],
  ['incidentAddress', 'incidentApt', 'incidentCity'],
  ['defendantAddress', 'defendantApt', 'defendantCity'],
] as const;
const PAYOUT = [['defendantWebsite'], ['venmo'], ['cashapp'], ['zelle']] as const;
const SHOWN = [['careOf'], ['shownAddress', 'shownApt', 'shownCity']] as const;

/** Texts that are read one behind the other; those of answers that do not count are not read by anybody. */
const linesOf = (data: ClaimFormData): readonly (readonly ClaimField[])[] => [
  PERSON,
  ...(data.userType === '2' ? [['businessName'] as const] : []),
  OTHER_PERSON,
  ...(data.whoUser === '2' ? [['defendantBusinessName'] as const] : []),
  ...PLACES,
  ...PAYOUT,
  ...(data.showsOtherAddress ? SHOWN : []),
];

/** Those of which no typeface has every character: a letter never prints a stand-in in a name, a handle or an address. */
export const undrawnShortTexts = (data: ClaimFormData): readonly ClaimField[] =>
  linesOf(data)
    .flat()
    .filter((field) => !(/name$/i.test(field) ? isPrintableName : isPrintableLine)(String(data[field] ?? '')));

const isUnsafe = (text: string): boolean => screenName(text).length > 0;

/** @returns whether a text, or what it says together with those beside it, is a threat or holds a secret number */
export const isUnsafeLine = (parts: readonly (string | null | undefined)[]): boolean =>
  isUnsafe(parts.filter(Boolean).join(' '));

/**
 * The short answers that cannot be printed, in the order of the wizard. A sentence split over fields is named by the
 * first of them.
 */
export const unsafeShortTexts = (data: ClaimFormData): readonly ClaimField[] =>
  linesOf(data).flatMap((fields) => {
    const texts = fields.map((field) => ({ field, text: String(data[field] ?? '').trim() })).filter(({ text }) => text);
    const unsafe = texts.filter(({ text }) => isUnsafe(text)).map(({ field }) => field);
    if (unsafe.length > 0) return unsafe;
    const [first] = texts;
    return first && texts.length > 1 && isUnsafeLine(texts.map(({ text }) => text)) ? [first.field] : [];
  });
