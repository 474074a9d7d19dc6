/** Numbers that must not be in a letter: of a person, of a card, of an account. */
import type { ClassAKind } from './kinds.ts';

export interface FoundNumber {
  readonly kind: ClassAKind;
  readonly at: number;
  readonly end: number;
}

/** Card numbers carry a check digit; a tracking number or an invoice number rarely passes it. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  [...digits].reverse().forEach((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  });
  return sum % 10 === 0;
}

/** Digits in groups, not inside a word, an amount or an e-mail address. */
const GROUPS = /(?<![\p{L}\p{N}_.@$/-])\p{Nd}(?:[ .\-–—]{0,2}\p{Nd}){6,33}(?![\p{L}\p{N}_@/-]|[.,]\p{Nd})/gu;
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu;
const THREE_TWO_FOUR = /^\p{Nd}{3}[ .\-–—]{1,2}\p{Nd}{2}[ .\-–—]{1,2}\p{Nd}{4}$/u;

/** The words before a number say what it is. */
const SAYS_PERSON = /\b(?:ssn|s\.s\.n|social(?: security)?|seguro social|soc sec)\b/iu;
const SAYS_TAXPAYER = /\b(?:itin|tin|taxpayer|tax ?id|tax identification)\b/iu;
const SAYS_ACCOUNT = /\b(?:account|acct|a\/c|routing|aba|iban|checking|savings|cuenta|ruta)\b/iu;
const SAYS_CARD = /\b(?:card|visa|mastercard|amex|debit|tarjeta)\b/iu;
/** Other numbers of accounts in daily use: of the customer with a shop. */
const SAYS_OTHER =
  /\b(?:tracking|invoice|order|case|claim|policy|permit|reference|confirmation|serial|parcel|phone|check|ticket|factura|pedido|guía|rastreo)\b[^\d]{0,14}$/iu;

const LOOK_BACK = 48;

const asciiDigits = (text: string): string =>
  text.replace(/\P{Nd}/gu, '').replace(/[^0-9]/gu, (digit) => {
    // Digits of every script stand in runs of ten that begin at a multiple of sixteen or at six above one.
    const code = digit.codePointAt(0) ?? 0;
    for (let zero = code; zero > code - 10; zero -= 1) {
      if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return String(code - zero);
    }
    return '0';
  });

function kindOf(found: string, before: string): ClassAKind | null {
  const digits = asciiDigits(found);
  const isTaxpayer = digits.startsWith('9');
  if (digits.length === 9 && (SAYS_PERSON.test(before) || SAYS_TAXPAYER.test(before) || !SAYS_OTHER.test(before))) {
    const isPerson = !/^(?:000|666)|^\d{3}00|0000$/.test(digits);
    if (THREE_TWO_FOUR.test(found) && isPerson) return isTaxpayer ? 'taxpayer' : 'ssn';
    if (SAYS_TAXPAYER.test(before)) return 'taxpayer';
    if (SAYS_PERSON.test(before)) return isTaxpayer ? 'taxpayer' : 'ssn';
  }
  if (digits.length >= 13 && digits.length <= 19 && !/^(\d)\1*$/.test(digits) && passesLuhn(digits)) {
    if (SAYS_CARD.test(before) || /^(?:3[47]|4|5[1-5]|2[2-7]|6)/.test(digits)) return 'card';
  }
  if (digits.length >= 8 && SAYS_ACCOUNT.test(before) && !SAYS_OTHER.test(before)) return 'account';
  return null;
}

/** All of them, in order. */
export function findNumbers(text: string): readonly FoundNumber[] {
  const found: FoundNumber[] = [];
  for (const match of text.matchAll(GROUPS)) {
    const at = match.index;
    const before =
      text
        .slice(Math.max(0, at - LOOK_BACK), at)
        .split('\n')
        .at(-1) ?? '';
    const kind = kindOf(match[0], before);
    if (kind) found.push({ kind, at, end: at + match[0].length });
  }
  for (const match of text.matchAll(IBAN)) {
    if (/\d{6}/.test(match[0].replaceAll(' ', '')))
      found.push({ kind: 'account', at: match.index, end: match.index + match[0].length });
  }
  return found;
}
