/**
 * Warnings about a text somebody edited. They never block: we may be wrong, and the letter is the claimant's.
 * Words that can make a demand an offence are looked for as acts announced ("I will call the police"), so that a fact
 * told ("I filed a police report") passes.
 */
import { formatDay, type CalendarDay } from '../dates/calendar-day.ts';
import { formatCents } from '../money/cents.ts';

export type WarningCode =
  | 'threat.police'
  | 'threat.prosecution'
  | 'threat.immigration'
  | 'threat.employer'
  | 'threat.family'
  | 'threat.press'
  | 'threat.reviews'
  | 'threat.credit'
  | 'threat.violence'
  | 'number.ssn'
  | 'number.account'
  | 'missing.amount'
  | 'missing.payBy'
  | 'missing.claimant'
  | 'missing.defendant'
  | 'tone.insult'
  | 'tone.lawyer'
  | 'tone.finalNotice'
  | 'claim.outcome'
  | 'claim.courtPaper';

export interface LetterWarning {
  readonly code: WarningCode;
  /** The words found; empty for something missing. */
  readonly excerpt: string;
  /** Where they begin in the text; -1 for something missing. */
  readonly at: number;
}

/** What the claimant is told about each. */
export const WARNING_TEXTS: Readonly<Record<WarningCode, string>> = {
  'threat.police': 'Asking for money under the threat of calling the police can be a crime. Take this out.',
  'threat.prosecution': 'Asking for money under the threat of criminal charges can be a crime. Take this out.',
  'threat.immigration': 'A threat about immigration status can be a crime. Take this out.',
  'threat.employer': 'A threat to tell an employer can be unlawful. Take this out.',
  'threat.family': 'A threat to tell family, friends or neighbors can be unlawful. Take this out.',
  'threat.press': 'A threat to go to the press can be unlawful. Take this out.',
  'threat.reviews': 'A threat to post reviews or go public can be unlawful. Take this out.',
  'threat.credit': 'A threat about a credit report can be unlawful. Take this out.',
  'threat.violence': 'This can be read as a threat of harm. Take this out.',
  'number.ssn': 'This looks like a Social Security number. Take it out of the letter.',
  'number.account': 'This looks like a card or account number. Take it out, or keep the last four digits.',
  'missing.amount': 'The letter no longer says how much you ask for.',
  'missing.payBy': 'The letter no longer says by which date to pay.',
  'missing.claimant': 'The letter no longer says your name.',
  'missing.defendant': 'The letter no longer names the other side.',
  'tone.insult': 'A judge may read this letter. Leave out words like this.',
  'tone.lawyer': 'This sounds as if a lawyer wrote it. Plain words work better.',
  'tone.finalNotice': 'If this is your first letter, do not call it the last one.',
  'claim.outcome': 'Nobody can promise how a court will decide. Say what you ask for instead.',
  'claim.courtPaper': 'This letter is not a court paper. Do not let it look like one.',
};

const ANNOUNCE =
  "(?:will|shall|going to|gonna|can|could|may|might|must|would|have to|(?:I|we)['\u2019]ll|unless|or else|plan to|intend to|about to)";
const ACT =
  '(?:call|contact|tell|inform|notify|report|write to|go to|speak to|talk to|alert|involve|send|e-?mail|message|reach out to|complain to|expose|let)';
/** An announced act followed by somebody, within one sentence. */
const announced = (who: string): RegExp =>
  new RegExp(`\\b${ANNOUNCE}\\b[^.!?\\n]{0,60}?\\b${ACT}\\b[^.!?\\n]{0,60}?\\b(?:${who})\\b`, 'iu');

const PATTERNS: readonly (readonly [WarningCode, RegExp])[] = [
  ['threat.police', announced('police|cops?|sheriff|911|authorities|law enforcement|FBI')],
  ['threat.prosecution', /\b(?:(?:press|file|bring|pursue)\s+(?:criminal\s+)?charges|(?:be|get|have you|see you)\s+(?:prosecuted|arrested|jailed)|criminal (?:complaint|prosecution|charges)|prosecute you|go to (?:jail|prison)|(?:to|in) (?:jail|prison)|behind bars|district attorney)\b/iu],
  ['threat.immigration', announced('immigration|USCIS|homeland security')],
  ['threat.immigration', /\b(?:deport(?:ed|ation)?|your (?:immigration|visa) status|your papers checked|undocumented|illegal (?:alien|immigrant))\b|\b(?:call|report you to|tell|contact) ICE\b/u],
  ['threat.employer', announced('(?:your\\s+)?(?:boss|employer|workplace|manager at work|human resources|co-?workers|colleagues|licensing board)')],
  ['threat.family', announced('your\\s+(?:wife|husband|spouse|partner|family|parents?|mother|father|mom|dad|children|kids|son|daughter|friends|neighbou?rs|church|girlfriend|boyfriend)')],
  ['threat.press', announced('press|media|newspapers?|journalists?|reporters?|news (?:station|channel)|TV(?: station)?')],
  ['threat.reviews', /\b(?:will|shall|going to|can|may|might|would|['\u2019]ll)\b[^.!?\n]{0,60}?\b(?:(?:bad|negative|one-star|1-star|honest|public)?\s*reviews?|Yelp|social media|Facebook|TikTok|Instagram|post (?:this|about|your|online)|go public|everyone will know)\b/iu],
  ['threat.credit', /\b(?:credit (?:report|bureaus?|score|rating|file|history|agenc(?:y|ies)))\b/iu],
  ['threat.violence', /\b(?:you(?:['\u2019]ll| will) (?:regret|be sorry)|hurt you|watch your back|know where you live|make you pay for this|beat you|break your)\b/iu],
  ['number.ssn', /(?<![\d-])(?!000|666|9\d\d)\d{3}[- ](?!00)\d{2}[- ](?!0000)\d{4}(?![\d-])/u],
  ['number.ssn', /\b(?:SSN|social security)\b[^.\n]{0,30}?\d[\d -]{7,}\d/iu],
  ['number.account', /\b(?:account|acct|routing|card|IBAN)\b\s*(?:no\b\.?|number|#)?[^.\n\d]{0,20}\d[\d -]{6,}\d/iu],
  ['tone.insult', /\b(?:idiots?|morons?|scumbags?|liars?|crooks?|thie(?:f|ves)|scams?|scammers?|scammed|fraudsters?|con (?:artist|man)|stupid|disgusting|deadbeats?|slumlord|shameless|pathetic|disgrace(?:ful)?|outrageous(?:ly)?|incompetent|greedy|bastards?|assholes?|bitch(?:es)?|damn)\b/iu],
  ['tone.lawyer', /\b(?:hereby|herein(?:after)?|pursuant to|aforementioned|aforesaid|cease and desist|my (?:attorney|lawyer|legal team)|legal counsel|fullest extent of the law|esq\.?|without prejudice|govern yourself accordingly|time is of the essence)(?!\w)/iu],
  ['tone.finalNotice', /\b(?:final|last) (?:notice|warning|chance|demand)\b/iu],
  ['claim.outcome', /\b(?:you will lose|I will win|we will win|the (?:judge|court) will (?:rule|order|find|decide|side|make)|guaranteed? to win|you have no (?:case|defen[cs]e))\b/iu],
  ['claim.courtPaper', /\b(?:summons|you are (?:hereby )?(?:being )?(?:sued|served)|court order|subpoena|case (?:no\.|number))/iu],
]; // prettier-ignore

/** Card numbers carry a check digit; a tracking number or an invoice number rarely passes it. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  [...digits].reverse().forEach((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  });
  return sum % 10 === 0;
}

function cardNumbers(text: string): LetterWarning[] {
  // Not digits inside a word or an e-mail address.
  return [...text.matchAll(/(?<![\w.@-])\d(?:[ -]?\d){12,18}(?![\w@-]|\.\w)/gu)]
    .filter(([found]) => {
      const digits = found.replace(/\D/g, '');
      return digits.length <= 19 && !/^(\d)\1*$/.test(digits) && passesLuhn(digits);
    })
    .map((match) => ({ code: 'number.account', excerpt: match[0], at: match.index }));
}

/** Amounts are written with and without thousands' commas and, for whole dollars, without cents. */
function namesAmount(text: string, cents: number): boolean {
  const full = formatCents(cents).slice(1);
  const forms = [full, full.replaceAll(',', '')];
  if (cents % 100 === 0) forms.push(...forms.map((form) => form.slice(0, -3)));
  return forms.some((form) => new RegExp(`(?<![\\d.,])${form.replaceAll('.', '\\.')}(?![\\d]|[.,]\\d)`).test(text));
}

function namesDay(text: string, day: CalendarDay): boolean {
  const [year = '', month = '', date = ''] = day.split('-');
  const american = [`${Number(month)}/${Number(date)}/${year}`, `${month}/${date}/${year}`];
  const long = formatDay(day);
  return [long, long.replace(',', ''), day, ...american].some((form) =>
    text.toLowerCase().includes(form.toLowerCase()),
  );
}

const squeeze = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Looks through a letter.
 * @param facts - what the letter must still say
 * @returns warnings in the order of the text, the missing ones first; empty when nothing is found
 */
export function checkLetter(
  text: string,
  facts: { amountCents: number; payBy: CalendarDay; claimantName: string; defendantName: string },
): readonly LetterWarning[] {
  const whole = squeeze(text);
  const missing: [WarningCode, boolean][] = [
    ['missing.amount', !namesAmount(text, facts.amountCents)],
    ['missing.payBy', !namesDay(text.replace(/\s+/g, ' '), facts.payBy)],
    ['missing.claimant', !whole.includes(squeeze(facts.claimantName))],
    ['missing.defendant', !whole.includes(squeeze(facts.defendantName))],
  ];
  const found = PATTERNS.flatMap(([code, pattern]): LetterWarning[] => {
    const match = pattern.exec(text);
    return match ? [{ code, excerpt: match[0], at: match.index }] : [];
  });
  const seen = new Set<string>();
  return [
    ...missing.filter(([, isMissing]) => isMissing).map(([code]): LetterWarning => ({ code, excerpt: '', at: -1 })),
    ...[...found, ...cardNumbers(text)].sort((a, b) => a.at - b.at),
  ].filter(({ code, at }) => {
    const key = `${code}:${at}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
