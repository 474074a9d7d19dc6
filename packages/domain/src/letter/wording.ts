/** The fixed words of the letter. A tone changes openings and closings only; a business says "we". */
import { saysWe, type LetterTone, type Party } from '../claim/form-data.ts';

export interface Voice {
  readonly I: string;
  readonly me: string;
  readonly my: string;
  readonly am: string;
  readonly myself: string;
}

/** @param speaker - a business, or two people who sign as one, say "we" */
export const voiceOf = (speaker: Party): Voice =>
  saysWe(speaker)
    ? { I: 'We', me: 'us', my: 'our', am: 'are', myself: 'ourselves' }
    : { I: 'I', me: 'me', my: 'my', am: 'am', myself: 'myself' };

/** "I" stands inside a sentence as it is, "We" as "we". */
export const inner = ({ I }: Voice): string => (I === 'I' ? I : I.toLowerCase());

interface ToneWording {
  /** @param asked - `pay $250.00`, or `return the property or pay $250.00 in its place` */
  readonly opening: (voice: Voice, asked: string, payBy: string) => string;
  readonly request: (payBy: string) => string;
  /** Where goods are kept. */
  readonly requestGoods: (payBy: string) => string;
  readonly beforeClosing: (voice: Voice) => string;
  readonly closing: string;
}

export const TONES: Readonly<Record<LetterTone, ToneWording>> = {
  plain: {
    opening: (voice, asked, payBy) => `${voice.I} ${voice.am} writing to ask you to ${asked} by ${payBy}.`,
    request: (payBy) => `Please pay this amount in full by ${payBy}.`,
    requestGoods: (payBy) => `Please return the property, or pay this amount in its place in full, by ${payBy}.`,
    beforeClosing: (voice) => `${voice.I} would like to settle this with you directly.`,
    closing: 'Sincerely,',
  },
  friendly: {
    opening: (voice, asked, payBy) =>
      `${voice.I} hope we can settle this between us. ${voice.I} ${voice.am} asking you to ${asked} by ${payBy}.`,
    request: (payBy) => `It would help a lot if you paid this amount in full by ${payBy}.`,
    requestGoods: (payBy) =>
      `It would help a lot if you returned the property, or paid this amount in its place in full, by ${payBy}.`,
    beforeClosing: () => 'Thank you for taking the time to read this.',
    closing: 'Kind regards,',
  },
  firm: {
    opening: (voice, asked, payBy) => `${voice.I} require you to ${asked} by ${payBy}.`,
    request: (payBy) => `Pay this amount in full by ${payBy}.`,
    requestGoods: (payBy) => `Return the property, or pay this amount in its place in full, by ${payBy}.`,
    beforeClosing: (voice) => `${voice.I} expect your payment or your answer by that date.`,
    closing: 'Sincerely,',
  },
};

export const HEADINGS = {
  facts: 'What happened',
  sum: 'What is owed',
  pay: 'How to pay',
  settle: 'Other ways to settle this',
  next: 'What happens next',
} as const;

interface CourtPlace {
  /** `the District of Columbia`. */
  readonly state: string;
  /** Its name where a text gives it. */
  readonly court: string | null;
}

/** How each sentence on what may follow begins. */
export const unpaid = (voice: Voice, payBy: string, hasGoods: boolean): string =>
  `If ${inner(voice)} do not receive ${hasGoods ? 'the property, ' : ''}the payment or an answer by ${payBy}, ${inner(voice)}`;

/** @param unless - `unpaid` */
export const COURT = {
  named: (unless: string, { state, court }: CourtPlace) =>
    `${unless} may file a claim in the court that hears small claims in ${state}${court ? `: ${court}` : ''}.`,
  allowed: (unless: string, { state, court }: CourtPlace) =>
    `${unless} may file a claim in the court that hears small claims in ${state}${court ? ` (${court})` : ''} and ask for what the law allows there.`,
  plain: (unless: string) => `${unless} may take this matter to court.`,
  silent: (unless: string) => `${unless} will decide what to do next.`,
  /** @param isBeyond - the letter says what the law allows beyond a deposit, to be asked of a court alone */
  ask: (voice: Voice, isBeyond: boolean, hasGoods: boolean) =>
    `${voice.I} would then ask for ${hasGoods ? 'the property or this amount in its place' : 'this amount'}, ${isBeyond ? 'for what the law on deposits allows beyond it, ' : ''}and for court costs where the law allows them.`,
} as const;

/** What the letter asks for, after "to". */
export const ASKED = {
  money: (amount: string) => `pay ${amount}`,
  goods: (amount: string) => `return the property or pay ${amount} in its place`,
} as const;

export const SETTLE = {
  full: (payBy: string) => `Payment in full by ${payBy} settles this matter.`,
  /** What was lost beside the goods is not given up with their return. */
  goods: (voice: Voice) =>
    `If you return the property, ${inner(voice)} will tell you in writing what is then left to pay, if anything.`,
  parts: {
    asked: (voice: Voice, payBy: string) =>
      `If you cannot pay it all at once, write to ${voice.me} by ${payBy} and say how much you can pay, and when.`,
    monthly: (voice: Voice, payBy: string, amount: string) =>
      `If you cannot pay it all at once, ${inner(voice)} would accept ${amount} a month. Write to ${voice.me} by ${payBy} and say when you can begin.`,
    none: (voice: Voice) => `${voice.I} ask for the whole sum at once.`,
  },
  dispute: (voice: Voice) =>
    `If you think you do not owe this money, tell ${voice.me} why by the same date and send copies of what you rely on.`,
  call: (voice: Voice, phone: string, payBy: string) => `You can also call ${voice.me} at ${phone} until ${payBy}.`,
  mediation: (voice: Voice) => `${voice.I} ${voice.am} willing to try mediation.`,
  /** Else a check for a part, marked "in full", could be read as the end of the matter. */
  rights: (voice: Voice) =>
    `A part payment does not settle the rest unless ${inner(voice)} agree to that in writing. Until this is settled, ${inner(voice)} keep all rights.`,
} as const;

/** Of the letter after the first one. */
export const SECOND = {
  subject: 'Second request for payment of',
  wrote: (voice: Voice, day: string) => `${voice.I} wrote to you on ${day}.`,
  fates: {
    delivered: (_: Voice, on: string) => `That letter was delivered${on}.`,
    refused: (_: Voice, on: string) => `That letter was refused${on}.`,
    unclaimed: () => 'That letter was not collected from the post office.',
    returned: (voice: Voice, on: string) => `That letter was returned to ${voice.me}${on}.`,
    undeliverable: () => 'That letter could not be delivered.',
    unknown: (voice: Voice) => `${voice.I} have no news of its delivery.`,
  },
  copy: (voice: Voice) => `If you ask ${voice.me}, ${inner(voice)} will send you a copy of it.`,
  paid: (sums: string) => `Since then you have paid ${sums}. Thank you.`,
  nothingPaid: (voice: Voice) => `${voice.I} have not received a payment from you since then.`,
  stands: (I: string) => `What ${I} wrote in that letter still stands.`,
} as const;

export const KEEP_RECORDS = 'Please keep all papers, messages, photos and other records about this matter.';

export const WAYS_TO_PAY = {
  intro: (count: number) => (count > 1 ? 'You can pay in any of these ways:' : 'You can pay in this way:'),
  check: (kind: string, name: string) => `${kind}, payable to ${name}, sent to the address at the top of this letter`,
  cash: (voice: Voice) => `Cash: write to ${voice.me} first to agree a time and place; you will get a receipt`,
  none: (voice: Voice, reply: string) => `Please contact ${voice.me} ${reply} to agree how to pay.`,
} as const;

/** Name of this service, in letters and papers. */
export const SERVICE_NAME = 'Redress';

export const serviceSentence = (voice: Voice): string =>
  `${voice.I} ${voice.am} acting for ${voice.myself}. ${SERVICE_NAME} helped prepare and mail this letter. ${SERVICE_NAME} is not a law firm and does not give legal advice. This letter is not a court paper.`;
