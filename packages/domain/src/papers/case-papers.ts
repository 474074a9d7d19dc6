/** Papers about the money of a case, made from its ledger: printed and handed over by the claimant, not mailed by us. */
import { amounts, numbered, paragraph } from './blocks.ts';
import type { ClaimCase } from '../case/case-file-state.ts';
import { CURE_DAYS, offerOf, type Instalment } from '../case/instalments.ts';
import { countedReports, judgedSum, ledgerSums, type Money as Owed } from '../case/ledger.ts';
import { casePapersOf, type CasePaperKind } from '../case/to-print.ts';
import { defendantOf, shownClaimantOf, type ClaimFormData, type Party } from '../claim/form-data.ts';
import { formatDay, shortDayOf, type CalendarDay } from '../dates/calendar-day.ts';
import type { StateFacts } from '../jurisdictions/states.ts';
import { addressLines } from '../letter/address.ts';
import { paymentWays } from '../letter/payment-ways.ts';
import { subjectOf } from '../letter/subjects.ts';
import { inner, SETTLE, voiceOf, type Voice } from '../letter/wording.ts';
import { formatCents } from '../money/cents.ts';
import type { PaperBlock } from './paper.ts';

type Money = Owed & Pick<ClaimCase, 'answers' | 'closed'>;

export interface CasePaperInput {
  /** The answers of the letter that was mailed. */
  readonly data: ClaimFormData;
  readonly claim: Money;
  /** Counts the reports of the case: the same number says the same. */
  readonly version: number;
  readonly madeOn: CalendarDay;
  /** The state where it happened. */
  readonly state: StateFacts | null;
}

export interface CasePaper {
  readonly title: string;
  readonly footer: string;
  readonly blocks: readonly PaperBlock[];
}

interface Draft extends CasePaperInput {
  readonly claimant: Party;
  readonly defendant: Party;
  readonly voice: Voice;
  readonly subject: string;
  readonly law: string;
}

const addressOf = ({ name, careOf, place }: Party): string =>
  [name, careOf ?? '', ...addressLines(place)].filter(Boolean).join('\n');

/** What came, a line each, and what that makes. */
function paymentsTable(claim: Money, last: readonly (readonly [string, number])[]): PaperBlock {
  const came = countedReports(claim).filter(({ cents, day }) => cents > 0 && day !== null);
  const inOrder = came.toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? ''));
  const rows = inOrder.map(({ day, cents }) => [formatDay(day ?? ''), formatCents(cents)]);
  const sums = last.map(([label, cents]) => [label, formatCents(cents)]);
  return amounts(
    'Day of payment',
    [...rows, ...sums],
    last.map((_, index) => rows.length + index),
    'Amount',
    0.6,
  );
}

/** What is owed by, of which day: the judgment takes the place of the letter. */
const judgmentOf = (claim: Money): string => {
  const judged = judgedSum(claim);
  return judged ? `the judgment of ${formatDay(judged.day)}` : '';
};

function receipt({ claim, voice }: Draft): readonly PaperBlock[] {
  const { receivedCents, overCents } = ledgerSums(claim);
  const asks = judgedSum(claim) ? `${judgmentOf(claim)} orders` : `${voice.my} letter asked for`;
  return [
    paragraph(`${voice.I} received these payments from you:`),
    paymentsTable(claim, [['Received', receivedCents]]),
    paragraph(
      `This is ${overCents > 0 ? `${formatCents(overCents)} more than` : 'the whole sum that'} ${asks}. Nothing is left to pay.`,
    ),
    paragraph('This matter is settled.'),
  ];
}

function balance({ claim, voice, data, claimant }: Draft): readonly PaperBlock[] {
  const { owedCents, receivedCents, balanceCents } = ledgerSums(claim);
  const judgment = judgmentOf(claim);
  const hasWays = paymentWays(data, claimant, voice).length > 0;
  return [
    paragraph(
      judgment
        ? `By ${judgment} you are to pay ${formatCents(owedCents)}. Since then ${inner(voice)} received these payments from you:`
        : `${voice.I} asked you for ${formatCents(owedCents)} in ${voice.my} letter. ${voice.I} received these payments from you:`,
    ),
    paymentsTable(claim, [
      ['Received', receivedCents],
      ['Still to pay', balanceCents],
    ]),
    paragraph(
      `Please pay the balance of ${formatCents(balanceCents)}${hasWays ? ` in one of the ways that ${voice.my} letter names` : ''}.`,
    ),
    paragraph(SETTLE.rights(voice)),
  ];
}

/** So many payments stand beside each other, in the order in which they are read. */
const PAYMENTS_A_ROW = 3;

function scheduleTable(payments: readonly Instalment[]): PaperBlock {
  const cells = payments.map(({ day, cents }) => [shortDayOf(day), formatCents(cents)]);
  const rows = Array.from({ length: Math.ceil(cells.length / PAYMENTS_A_ROW) }, (_, row) =>
    Array.from({ length: PAYMENTS_A_ROW }, (_none, at) => cells[row * PAYMENTS_A_ROW + at] ?? ['', '']).flat(),
  );
  // Amounts stand at their day: right-aligned, each would touch the day of the next payment.
  const pair = [{ header: 'Day', share: 0.16 }, { header: 'Amount' }];
  return { kind: 'table', columns: Array.from({ length: PAYMENTS_A_ROW }, () => pair).flat(), rows };
}

/** Two lines of nothing: an empty cell is as low as one of print. */
const ROOM_TO_SIGN = '\u00A0\n\u00A0';
/** A company signs by somebody, whose name nobody can read in a signature. */
const signerOf = ({ isBusiness }: Party): string => (isBusiness ? 'Name, and office in the business:' : '');

/** One page, with the longest names: the terms name nobody. */
function agreement({ claim, claimant, defendant, law, subject }: Draft): readonly PaperBlock[] {
  const { sumCents = 0, payments = [] } = offerOf(claim) ?? {};
  const judgment = judgmentOf(claim);
  const sides = [addressOf(claimant), addressOf(defendant)];
  return [
    {
      kind: 'table',
      columns: [{ header: 'Paid to (the payee)', share: 0.5 }, { header: 'Paid by (the payer)' }],
      rows: [sides],
    },
    paragraph(
      `The payer pays ${formatCents(sumCents)} to the payee in ${payments.length} payments. It is about ${judgment || subject}.`,
    ),
    scheduleTable(payments),
    numbered([
      'Each payment goes directly to the payee, on its day or before.',
      `A missed payment can be made within ${CURE_DAYS} days after its day. If it is not made by then, the full balance is due: the sum above less all payments made.`,
      ...(judgment ? [] : ['By signing, the payer does not admit to owe this money.']),
      'When the sum is fully paid, the payee asks for nothing more in this matter. Until then the payee keeps all rights.',
      `This agreement holds once both have signed it. If it is not signed, nothing is agreed, and ${judgment ? `${judgment} holds as it is` : 'the letter of the payee holds as it was sent'}.`,
      `The law of ${law} applies.`,
    ]),
    {
      kind: 'table',
      columns: [{ header: 'Signature of the payee', share: 0.5 }, { header: 'Signature of the payer' }],
      rows: [
        [ROOM_TO_SIGN, ROOM_TO_SIGN],
        ['Day:', 'Day:'],
        ...(claimant.isBusiness || defendant.isBusiness ? [[signerOf(claimant), signerOf(defendant)]] : []),
      ],
    },
  ];
}

const WRITERS = {
  receipt: { title: 'Receipt', write: receipt },
  balance: { title: 'Letter of balance', write: balance },
  agreement: { title: 'Agreement to pay in parts', write: agreement },
} as const;

/** The drawn signature was given for the letter: papers are signed by hand. */
const signature = (claimant: Party): PaperBlock => ({
  kind: 'signature',
  name: claimant.personName || claimant.name,
  lines: claimant.isBusiness ? [`For ${claimant.name}`, 'Day:'] : ['Day:'],
  usesDrawn: false,
});

/** @throws {RangeError} when the paper does not hold for the case (`casePapersOf`) */
export function writeCasePaper(kind: CasePaperKind, input: CasePaperInput): CasePaper {
  const { data, claim, madeOn, version, state } = input;
  if (!casePapersOf(claim).includes(kind)) throw new RangeError(`the case has no ${kind}`);
  const claimant = shownClaimantOf(data);
  const defendant = defendantOf(data);
  const draft: Draft = {
    ...input,
    claimant,
    defendant,
    voice: voiceOf(claimant),
    subject: subjectOf(data.situation, data.disputing),
    law: state?.nameInText ?? 'the place where it happened',
  };
  const { title, write } = WRITERS[kind];
  return {
    title,
    footer: `${claimant.name} to ${defendant.name} · made on ${formatDay(madeOn)} · version ${version}`,
    blocks: [
      { kind: 'title', text: title, ...(kind === 'agreement' ? {} : { lead: formatDay(madeOn) }) },
      ...(kind === 'agreement'
        ? write(draft)
        : [
            paragraph(addressOf(claimant)),
            paragraph(addressOf(defendant)),
            paragraph(`About: ${draft.subject}`),
            ...write(draft),
            signature(claimant),
          ]),
    ],
  };
}
