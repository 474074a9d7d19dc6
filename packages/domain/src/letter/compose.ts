/**
 * Writes the demand letter from the answers and the law data. Every part names its origin; nothing is made up.
 * @see docs/product, what a good demand letter holds
 */
import {
  defendantOf,
  leavesOut,
  shownClaimantOf,
  type ClaimFormData,
  type LetterTone,
  type Party,
} from '../claim/form-data.ts';
import { formatDay } from '../dates/calendar-day.ts';
import { payByDay, type PayBy } from '../dates/pay-by.ts';
import { answerPeriodOf } from '../jurisdictions/demand-rules.ts';
import type { StateFacts } from '../jurisdictions/states.ts';
import { inOrderOfDays } from '../facts/days.ts';
import { proofsOf } from '../facts/proofs.ts';
import { agreedInterestSentence } from '../facts/agreed-interest.ts';
import { readWords } from '../facts/read-fact.ts';
import { speakersOf } from '../facts/speakers.ts';
import { itemLine, itemsMakeAmount, sumOf, toldItems } from '../facts/sums.ts';
import { ownCalculation, wholeStory } from '../facts/texts.ts';
import { amountCents } from '../money/amount.ts';
import { formatCents } from '../money/cents.ts';
import { addressLines, formatPhone } from './address.ts';
import { copiesLine } from './addressed.ts';
import { sentenceOf } from './sentences.ts';
import { fitsTwoPages, isAttached } from './fit.ts';
import { letterGaps } from './gaps.ts';
import { printableAnswers } from './gate/printable-answers.ts';
import { checkFeeSentence, courtAskSentence, courtSentence, demandPeriodSentence, depositSentence, inTimeSentence, interestSentence, multipleSentence, type LawSentence } from './law.ts'; // prettier-ignore
import { joinParts, type Letter, type LetterInput, type LetterPart, type PartKind, type Provenance } from './letter.ts';
import { paymentWays, replyWay } from './payment-ways.ts';
import type { EarlierLetter } from './earlier-letter.ts';
import { openCents, secondOpening } from './second-letter.ts';
import { slipParts } from './slip.ts';
import { LETTER_ROOMS, splitCalculation, splitStory, type LetterRoom } from './story.ts';
import { isAboutKeptGoods, subjectOf, whenSentence } from './subjects.ts';
import { serviceSentence, ASKED, COURT, HEADINGS, KEEP_RECORDS, SECOND, SETTLE, TONES, unpaid, voiceOf, WAYS_TO_PAY, type Voice } from './wording.ts'; // prettier-ignore

const answer = (ref: keyof ClaimFormData): Provenance => ({ kind: 'answer', ref });
const ruleOf = (ref: string): Provenance => ({ kind: 'rule', ref });

const tidy = (text: string | null | undefined): string => (text ?? '').replace(/\r\n?/g, '\n').trim();

/** A business that wrote "I" of itself says "we". */
const ownWords = (data: ClaimFormData) => (words: string) => readWords(words, 'letter', speakersOf(data));

/** The account as the letter carries it: whole, or the sentences the claimant marked or we propose. */
const storyOf = ({ input: { data }, room }: Draft) =>
  splitStory(
    tidy(wholeStory(data)).replace(/\n{2,}(?=.)/gu, data.facts?.length ? '\n' : '$&'),
    data.coreSentences,
    room.story,
  );
/** Items that make the amount stand in a table; those that do not yet are not added up. */
const calculationOf = ({ input: { data }, room }: Draft) =>
  splitCalculation(tidy(ownCalculation(data)), room.calculation);

/** Parts of the sum that make the amount, a line each. */
const itemLines = ({ input: { data } }: Draft): readonly string[] =>
  itemsMakeAmount(data) ? toldItems(data.sumItems).map((item) => itemLine(item, ownWords(data))) : [];

/** So few stand in any letter. */
const FEW_ITEMS = 6;
const areItemsAttached = (draft: Draft): boolean =>
  draft.room.attachesItems === true && itemLines(draft).length > FEW_ITEMS;

function sumsOfItems({ sumItems }: ClaimFormData): readonly string[] {
  const { chargedCents, creditCents } = sumOf(toldItems(sumItems));
  return [
    `Items, as attached: ${formatCents(chargedCents)}`,
    ...(creditCents > 0 ? [`Credits and part payments, as attached: ${formatCents(-creditCents)}`] : []),
  ];
}

class PartList {
  readonly parts: LetterPart[] = [];
  /** Words of ours, which stand in every letter that has this part. */
  fixed(id: string, kind: PartKind, text: string, joins?: LetterPart['joins']): void {
    this.add(id, kind, text, { kind: 'fixed', ref: id }, joins);
  }
  add(id: string, kind: PartKind, text: string, from: Provenance, joins: LetterPart['joins'] = 'block'): void {
    if (text) this.parts.push({ id, kind, text, from, joins });
  }
  law(id: string, sentence: LawSentence | null, joins: LetterPart['joins'] = 'sentence'): void {
    if (sentence) this.add(id, 'paragraph', sentence.text, sentence.from, joins);
  }
}

/** What follows from answers a letter cannot be sent without, and may lack while it is being written (`so-far.ts`). */
export interface Known {
  /** What the claim is about. */
  readonly subject: string;
  readonly amount: string;
  readonly voice: Voice;
  /** The state whose law is named. */
  readonly law: StateFacts | null;
}

interface Draft extends Known {
  readonly input: LetterInput;
  readonly list: PartList;
  readonly claimant: Party;
  readonly defendant: Party;
  readonly tone: LetterTone;
  readonly cents: number;
  readonly payByText: string;
  readonly room: LetterRoom;
}

function writeHead({ input, list, claimant, defendant, amount, subject }: Draft): void {
  const { data } = input;
  list.add('date', 'date', formatDay(input.dates.letterDay), ruleOf('letterDay'));
  const attention = (party: Party): string[] => {
    if (!party.isBusiness) return [];
    if (party.personName) return [`Attention: ${party.personName}`];
    return data.toRegisteredAgent ? ['Attention: Registered agent'] : [];
  };
  const { isBusiness, personName, careOf, place } = claimant;
  const sender = [claimant.name, isBusiness && personName, careOf, ...addressLines(place)].filter(Boolean).join('\n');
  list.add('sender', 'sender', sender, answer(isBusiness ? 'businessName' : 'firstname'));
  list.add('sender-email', 'sender', claimant.email && `Email: ${claimant.email}`, answer('email'), 'line');
  const phone = claimant.phone && `Phone: ${formatPhone(claimant.phone)}`;
  list.add('sender-phone', 'sender', phone, answer('phonenumber'), 'line');
  list.fixed('method', 'method', 'Sent by Certified Mail');
  const reader = [defendant.name, ...attention(defendant), ...addressLines(defendant.place)].join('\n');
  const ofReader = answer(defendant.isBusiness ? 'defendantBusinessName' : 'defendantFirstname');
  list.add('recipient', 'recipient', reader, ofReader);
  const asks = input.earlier ? SECOND.subject : 'Request for payment of';
  list.add('subject', 'subject', `Subject: ${asks} ${amount}: ${subject}`, answer('situation'));
  list.add('salutation', 'salutation', `Dear ${defendant.name},`, ofReader);
}

function writeFacts(draft: Draft): void {
  const { input, list, voice, tone, amount, payByText } = draft;
  const { data } = input;
  const asked = (isAboutKeptGoods(data) ? ASKED.goods : ASKED.money)(amount);
  list.add('opening', 'paragraph', TONES[tone].opening(voice, asked, payByText), answer('amount'));
  list.add('when', 'paragraph', whenSentence(data), answer('date'), 'sentence');
  const story = storyOf(draft);
  if (story.inLetter) list.fixed('facts-heading', 'heading', HEADINGS.facts);
  list.add('facts', 'paragraph', story.inLetter, answer('claimDescription'), 'line');
  if (story.attached)
    list.fixed('facts-attached', 'paragraph', 'The full account is attached to this letter as a statement of facts.');
  const proofs = proofsOf(inOrderOfDays(data.facts ?? []), ownWords(data));
  list.add(
    'proofs',
    'paragraph',
    proofs.length > 0 ? `${voice.I} have proof of this: ${proofs.join('; ')}.` : '',
    answer('facts'),
  );
  const answers = (data.objections ?? []).filter(
    ({ inLetter, says, answer: text }) => inLetter && says?.trim() && text?.trim(),
  );
  for (const [index, { says, answer: text }] of answers.entries())
    list.add(
      `objection-${index + 1}`,
      'paragraph',
      `You may say: “${sentenceOf(tidy(says))}” ${tidy(text)}`,
      answer('objections'),
      index > 0 ? 'line' : 'block',
    );
}

function writeSum(draft: Draft): void {
  const { input, list, cents, amount, law } = draft;
  const { data } = input;
  list.fixed('sum-heading', 'heading', HEADINGS.sum);
  const calculation = calculationOf(draft);
  list.add('calculation', 'paragraph', calculation.inLetter, answer('claimCalculation'), 'line');
  if (calculation.attached)
    list.fixed('calculation-attached', 'paragraph', 'The whole calculation is attached to this letter.');
  const lines = itemLines(draft);
  const rows = areItemsAttached(draft) ? sumsOfItems(data) : lines;
  const table = [...rows, `Total owed: ${amount}`].join('\n');
  list.add('sum', 'table', table, answer(rows.length > 0 ? 'sumItems' : 'amount'));
  list.add('agreed-interest', 'paragraph', agreedInterestSentence(data, cents), answer('agreedInterest'));
  const checkFee = checkFeeSentence(data, law);
  list.law('check-fee', checkFee, 'block');
  const deposit = depositSentence(data, law);
  // A sentence after the table begins a paragraph: its row is not gone on with.
  list.law('deposit', deposit, 'block');
  const multiple = leavesOut(data, 'court') ? null : multipleSentence(data, law, draft.voice);
  list.law('multiple', multiple, deposit ? 'sentence' : 'block');
  // Interest is what a court adds: it is not spoken of without the court.
  const namesInterest = data.interestChoice !== 'none' && !leavesOut(data, 'interest') && !leavesOut(data, 'court');
  const interest = namesInterest ? interestSentence(data, law, input.dates.letterDay) : null;
  list.law('interest', interest, (deposit ?? multiple ?? checkFee) ? 'sentence' : 'block');
}

/** The claimant's own choice of part payments. A sum a month that cannot be read is left to be proposed. */
function partsSentence(data: ClaimFormData, voice: Voice, payBy: string): string {
  const cents = amountCents(data.partPaymentAmount);
  if (data.partPayments === 'none') return SETTLE.parts.none(voice);
  return data.partPayments === 'monthly' && cents
    ? SETTLE.parts.monthly(voice, payBy, formatCents(cents))
    : SETTLE.parts.asked(voice, payBy);
}

function writeWays({ input: { data }, list, claimant, voice }: Draft, joins: LetterPart['joins']): void {
  const ways = paymentWays(data, claimant, voice);
  if (ways.length === 0) list.fixed('ways-none', 'paragraph', WAYS_TO_PAY.none(voice, replyWay(claimant)), joins);
  else {
    list.fixed('ways-intro', 'paragraph', WAYS_TO_PAY.intro(ways.length), joins);
    ways.forEach((way, index) => list.add(`way-${index + 1}`, 'list', `- ${way.text}`, answer(way.field), 'line'));
  }
}

function writeCall({ input, list, claimant, voice, payByText }: Draft): void {
  if (!claimant.phone || leavesOut(input.data, 'call')) return;
  const text = SETTLE.call(voice, formatPhone(claimant.phone), payByText);
  list.add('settle-call', 'paragraph', text, answer('phonenumber'), 'sentence');
}

function writeRequest(draft: Draft): void {
  const { input, list, voice, tone, payByText, law } = draft;
  const { data } = input;
  list.fixed('pay-heading', 'heading', HEADINGS.pay);
  const hasGoods = isAboutKeptGoods(data);
  const request = hasGoods ? TONES[tone].requestGoods : TONES[tone].request;
  list.add('request', 'paragraph', request(payByText), ruleOf('payBy'), 'line');
  list.law('demand-period', demandPeriodSentence(data, law));
  writeWays(draft, 'sentence');
  list.fixed('settle-heading', 'heading', HEADINGS.settle);
  list.fixed('settle-full', 'paragraph', SETTLE.full(payByText), 'line');
  if (hasGoods) list.fixed('settle-goods', 'paragraph', SETTLE.goods(voice), 'sentence');
  list.add('settle-parts', 'paragraph', partsSentence(data, voice, payByText), answer('partPayments'), 'sentence');
  list.fixed('settle-dispute', 'paragraph', SETTLE.dispute(voice), 'sentence');
  writeCall(draft);
  if (!leavesOut(data, 'mediation')) list.fixed('settle-mediation', 'paragraph', SETTLE.mediation(voice), 'sentence');
  list.fixed('settle-rights', 'paragraph', SETTLE.rights(voice), 'sentence');
}

function writeEnd(draft: Draft): void {
  const { input, list, claimant, voice, cents, payByText, law } = draft;
  const { data } = input;
  list.fixed('next-heading', 'heading', HEADINGS.next);
  if (leavesOut(data, 'court')) {
    const silent = COURT.silent(unpaid(voice, payByText, isAboutKeptGoods(data)));
    list.add('court', 'paragraph', silent, answer('letterLeavesOut'), 'line');
  } else {
    const claim = { state: law, claimant, amountCents: cents, voice, payBy: payByText, today: input.dates.letterDay };
    list.law('court', courtSentence(data, claim), 'line');
    list.law('court-ask', courtAskSentence(data, claim));
    list.law('in-time', inTimeSentence(data, law, claim.today));
  }
  list.fixed('keep-records', 'paragraph', KEEP_RECORDS);
  writeClosing(draft, 'sentence');
  const story = storyOf(draft);
  if (story.attached) {
    list.fixed('attachment-heading', 'heading', 'Attachment: Statement of facts');
    list.add('attachment', 'attachment', story.attached, answer('claimDescription'));
  }
  const calculation = calculationOf(draft);
  const attached = [calculation.attached, areItemsAttached(draft) ? itemLines(draft).join('\n') : ''];
  if (attached.some(Boolean)) {
    list.fixed('attachment-sum-heading', 'heading', 'Attachment: Calculation');
    list.add('attachment-sum', 'attachment', attached.filter(Boolean).join('\n\n'), answer('claimCalculation'));
  }
  list.parts.push(...slipParts({ ...draft, data }));
}

function writeClosing({ input, list, claimant, voice, tone }: Draft, joins: LetterPart['joins']): void {
  const { data } = input;
  list.fixed('before-closing', 'paragraph', TONES[tone].beforeClosing(voice), joins);
  list.fixed('closing', 'closing', TONES[tone].closing);
  const signer = claimant.isBusiness ? [claimant.personName, claimant.name] : [claimant.name];
  list.add('signature', 'signature', [...signer, formatDay(input.dates.letterDay)].join('\n'), answer('signature'));
  const others = (data.recipients ?? []).map(({ name }) => name?.trim() ?? '').filter(Boolean);
  if (others.length > 0) list.add('copies', 'notice', copiesLine(others), answer('recipients'));
  list.fixed('service', 'notice', serviceSentence(voice));
}

/** Shorter than the first, and in its plain tone. @see second-letter.ts */
function writeSecond(draft: Draft, earlier: EarlierLetter): void {
  const { input, list, voice, amount, payByText } = draft;
  const { data } = input;
  const asked = (isAboutKeptGoods(data) ? ASKED.goods : ASKED.money)(`the ${amount} that is still open`);
  for (const { id, text, from, joins } of secondOpening(earlier, { voice, asked, payBy: payByText }))
    list.add(id, 'paragraph', text, from, joins);
  writeWays(draft, 'block');
  // A sum a month that is more than what is left would be no part of it.
  const isTooMuch = data.partPayments === 'monthly' && (amountCents(data.partPaymentAmount) ?? 0) > draft.cents;
  const parts = isTooMuch ? { ...data, partPayments: 'asked' as const } : data;
  list.add('settle-parts', 'paragraph', partsSentence(parts, voice, payByText), answer('partPayments'));
  list.fixed('settle-dispute', 'paragraph', SETTLE.dispute(voice), 'sentence');
  writeCall(draft);
  list.fixed('settle-rights', 'paragraph', SETTLE.rights(voice), 'sentence');
  writeClosing(draft, 'block');
  list.parts.push(...slipParts({ ...draft, data }));
}

/** The day to pay by, for a letter of this day to this place. */
const payByOf = ({ data, dates, state }: LetterInput): PayBy => payByDay(dates.letterDay, answerPeriodOf(data, state));

/** What is known once every answer is given. */
export const knownFrom = ({ data, state, earlier }: LetterInput): Known => ({
  subject: subjectOf(data.situation, data.disputing),
  amount: formatCents(centsOf({ data, earlier })),
  voice: voiceOf(shownClaimantOf(data)),
  law: state,
});

/** @param input - with answers as they may be printed */
export function writeParts(input: LetterInput, known: Known): readonly LetterPart[] {
  const write = (room: LetterRoom): readonly LetterPart[] => {
    const draft: Draft = {
      ...known,
      input,
      list: new PartList(),
      claimant: shownClaimantOf(input.data),
      defendant: defendantOf(input.data),
      tone: toneOf(input),
      cents: centsOf(input),
      payByText: formatDay(payByOf(input).payBy),
      room,
    };
    writeHead(draft);
    if (input.earlier) {
      writeSecond(draft, input.earlier);
      return draft.list.parts;
    }
    writeFacts(draft);
    writeSum(draft);
    writeRequest(draft);
    writeEnd(draft);
    return draft.list.parts;
  };
  // Two pages at most before what is attached: the account gives way, and stands whole behind the letter.
  let parts = write(LETTER_ROOMS[0]);
  for (const room of LETTER_ROOMS.slice(1)) {
    if (fitsTwoPages(parts.filter((part) => !isAttached(part)))) break;
    parts = write(room);
  }
  return parts;
}

const toneOf = ({ data, earlier }: LetterInput): LetterTone => (earlier ? 'plain' : data.tone || 'plain');

/** What the letter asks for: of a second one what is still owed. */
const centsOf = ({ data, earlier }: Pick<LetterInput, 'data' | 'earlier'>): number =>
  earlier ? openCents(data, earlier) : (amountCents(data.amount) ?? 0);

/**
 * Composes the letter. A watermarked preview is this same letter.
 * @throws {RangeError} when `letterGaps` names a missing answer, or a second letter has nothing to ask for
 */
export function composeLetter(given: LetterInput): Letter {
  const gaps = letterGaps(given.data);
  if (gaps.length > 0) throw new RangeError(`a letter needs ${gaps.join(', ')}`);

  // What may not be printed stays in the answers (ruling 34).
  const input = { ...given, data: printableAnswers(given.data, given.rulings).data };
  const parts = writeParts(input, knownFrom(input));
  return {
    parts,
    text: joinParts(parts),
    amountCents: centsOf(input),
    payBy: payByOf(input),
    tone: toneOf(input),
  };
}
