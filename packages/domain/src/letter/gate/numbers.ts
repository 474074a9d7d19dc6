/** Numbers that must not be in a letter: of a person, of a card, of an account. Read in the normal form of a text. */
import type { ClassAKind } from './kinds.ts';
import { normalForm, spanOf, type NormalForm } from './normal-form.ts';

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

/** An account number of ISO 13616: letters count as two digits, the first four stand last. */
function passesIban(found: string): boolean {
  const account = found.replace(/[^a-z0-9]/gu, '');
  if (!/^[a-z]{2}\d{2}[a-z0-9]{11,30}$/u.test(account)) return false;
  let rest = 0;
  for (const character of account.slice(4) + account.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** Digits in groups, not inside a word, an amount or an e-mail address. */
const GROUPS =
  /(?<![\p{L}\p{N}@$]|\p{N}[.,])\p{N}(?:[ \n.\-/_()·•‧∙・、⁄|~*+=#^\\]{0,3}\p{N}){6,33}(?![\p{L}\p{N}_@]|[.,]\p{N})/gu;
const IBAN = /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,30}(?![\p{L}\p{N}])/gu;
/** The groups of a social security number, parted by whatever sign twice. */
const PARTED = /(?<![\p{L}\p{N}@$]|\p{N}[.,])\d{3}([^\p{L}\p{N}\s$]{1,3})\d{2}\1\d{4}(?![\p{L}\p{N}_@]|[.,]\p{N})/gu;
const THREE_TWO_FOUR = /^\d{3}[^\d]{1,3}\d{2}[^\d]{1,3}\d{4}$/u;

/** The words before a number, or right behind it, say what it is. */
const SAYS_PERSON =
  /\b(?:ssn?|s\.s\.n|social(?! (?:media|worker|club))(?: security)?|seguro social|soc sec|your number|su numero)\b/u;
const SAYS_TAXPAYER = /\b(?:itin|tin|taxpayer|tax ?id|tax identification)\b/u;
const SAYS_ACCOUNT = /\b(?:account|acct|a\/c|routing|aba|iban|checking|savings|cuenta|ruta)\b/u;
const SAYS_CARD = /\b(?:card|visa|mastercard|amex|debit|tarjeta)\b/u;
const SAYS_IDENTITY =
  /\b(?:passport|pasaporte|driver'?s? licen[cs]e|licencia de conducir|lic|alien|a-? ?number|dob|born on|date of birth)\b/u;
/** Other numbers of accounts in daily use: of the customer with a shop. */
const SAYS_OTHER =
  /\b(?:tracking|invoice|order|case|claim|policy|permit|reference|confirmation|serial|parcel|phone|check|ticket|imei|vin|factura|pedido|guia|rastreo)\b[^\d]{0,14}$/u;

const LOOK_BACK = 48;
const LOOK_AHEAD = 40;

function kindOf(found: string, before: string, after: string): ClassAKind | null {
  const digits = found.replace(/\D/gu, '');
  const isTaxpayer = digits.startsWith('9');
  const saysPerson = SAYS_PERSON.test(before) || /^[^.\n]{0,34}\b(?:social|ssn)\b/u.test(after);
  if (digits.length === 9 && (saysPerson || SAYS_TAXPAYER.test(before) || !SAYS_OTHER.test(before))) {
    const isPerson = !/^(?:000|666)|^\d{3}00|0000$/.test(digits);
    if (THREE_TWO_FOUR.test(found) && isPerson) return isTaxpayer ? 'taxpayer' : 'ssn';
    if (SAYS_TAXPAYER.test(before)) return 'taxpayer';
    if (saysPerson && !SAYS_ACCOUNT.test(before.slice(-20))) return isTaxpayer ? 'taxpayer' : 'ssn';
  }
  if (digits.length >= 13 && digits.length <= 19 && !/^(\d)\1*$/.test(digits) && passesLuhn(digits)) {
    if (SAYS_CARD.test(before) || (/^(?:3[47]|4|5[1-5]|2[2-7]|6)/.test(digits) && !SAYS_OTHER.test(before)))
      return 'card';
  }
  if (digits.length >= 8 && SAYS_ACCOUNT.test(before) && !SAYS_OTHER.test(before)) return 'account';
  return digits.length >= 7 && SAYS_IDENTITY.test(before) && !SAYS_OTHER.test(before) ? 'identity' : null;
}

const DIGIT_WORDS =
  'zero|oh|one|two|three|four|five|six|seven|eight|nine|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve';
const SPOKEN = new RegExp(`\\b(?:${DIGIT_WORDS})(?:[ ,.-]{1,3}(?:${DIGIT_WORDS})){6,}\\b`, 'gu');
/** Letters that stand for digits, in a word that holds digits as well. */
const MASKED =
  /(?<![\p{L}\p{N}])(?=[\d\-. ]{0,12}[olizsb])(?=(?:[^\d\n]{0,12}\d){4})[\dolizsb](?:[-. ]?[\dolizsb]){8}(?![\p{L}\p{N}])/gu;
const DIGIT_OF: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1', z: '2', s: '5', b: '8' };
/** Numbers of a person that begin with a letter. */
const LETTERED =
  /\b(?:passport|licen[cs]e(?! plate)|licencia|lic|a-? ?number|alien)\b[^\d\n]{0,44}?\b[a-z] ?\d(?:[ -]?\d){6,16}\b/gu;
/** A day of birth, where it is called one. */
const BORN = /\b(?:dob|born on|date of birth|fecha de nacimiento)\b[^\d\n]{0,6}\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}/gu;
/** A number told in parts: what it is of, and the digits up to the next but one sentence. */
const IN_PARTS =
  /\b(?:social|ssn|card|tarjeta|seguro social)\b(?!\s+(?:ending|that ends))[^.\n]{0,24}?\b(?:is|are|es|son)[^\d$\n]{0,8}(\d{3,8}(?: \d{2,6})?)\.?\s[^.\d$]{0,40}\b(?:is|are|es|son|:)[^\d$\n]{0,8}(\d{3,8}(?: \d{2,6})?)\b|\b(\d{3,5})\.?\s[^.\d$]{0,40}\b(?:social|ssn)\b[^.\d$]{0,12}(\d{2}[ -]?\d{2,4})\b/gu;

/** Digits over a line break are one number, or numbers that only stand below each other: both are looked at. */
function runsOf(match: RegExpMatchArray & { index: number }): readonly { found: string; from: number }[] {
  const whole = { found: match[0], from: match.index };
  if (!match[0].includes('\n')) return [whole];
  const lines = [...match[0].matchAll(/\p{N}(?:[^\n]*\p{N})?/gu)];
  return [whole, ...lines.map(({ 0: found, index }) => ({ found, from: match.index + index }))];
}

/** Where they stand in the reading. */
function* rawNumbers(text: string): Generator<FoundNumber> {
  for (const match of [...text.matchAll(GROUPS), ...text.matchAll(PARTED)])
    for (const { found, from } of runsOf(match)) {
      const to = from + found.length;
      const before = text.slice(Math.max(0, from - LOOK_BACK), from);
      const line = found.includes('\n') ? before : (before.split('\n').at(-1) ?? '');
      const kind = kindOf(found, line, text.slice(to, to + LOOK_AHEAD));
      if (kind) yield { kind, at: from, end: to };
    }
  for (const match of text.matchAll(IBAN)) if (passesIban(match[0])) yield { kind: 'account', ...spanOf(match) };
  for (const pattern of [SPOKEN, MASKED])
    for (const match of text.matchAll(pattern)) {
      const before = text.slice(Math.max(0, match.index - LOOK_BACK), match.index);
      const digits = pattern === SPOKEN ? match[0].split(/[ ,.-]+/u).length : match[0].replace(/[^a-z\d]/gu, '').length;
      const written = match[0].replace(/[a-z]/gu, (letter) => DIGIT_OF[letter] ?? letter);
      const isOne = SAYS_PERSON.test(before) || (pattern === MASKED && THREE_TWO_FOUR.test(written));
      if (digits === 9 && isOne) yield { kind: 'ssn', ...spanOf(match) };
    }
  for (const match of [...text.matchAll(LETTERED), ...text.matchAll(BORN)])
    yield { kind: 'identity', ...spanOf(match) };
  for (const match of text.matchAll(IN_PARTS)) {
    const digits = match.slice(1).join('').replace(/\D/gu, '');
    const isCard = digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
    if (digits.length === 9 || isCard) yield { kind: isCard ? 'card' : 'ssn', ...spanOf(match) };
  }
}

/** All of them, in order. */
export function findNumbers(written: string, form: NormalForm = normalForm(written)): readonly FoundNumber[] {
  const { text, places } = form;
  return [...rawNumbers(text)]
    .map(({ kind, at, end }) => ({ kind, at: places[at] ?? 0, end: places[end] ?? written.length }))
    .sort((a, b) => a.at - b.at);
}
