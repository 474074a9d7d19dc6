/** Statement of claim and damages worksheet. */
import { amounts, blanks, boxes, bullets, DAY_SHARE, factTable, heading, lines, note, numbered, paragraph, when } from './blocks.ts'; // prettier-ignore
import { daysBetween, formatDay } from '../dates/calendar-day.ts';
import { agreedRateOf, dailyInterest } from '../facts/agreed-interest.ts';
import { isFiled } from '../case/court-dates.ts';
import { dayText } from '../facts/days.ts';
import type { ClaimItem } from '../facts/rows.ts';
import { inQuotes } from '../facts/read-fact.ts';
import { itemLine, signedCents, sumOf, toldItems } from '../facts/sums.ts';
import { ownCalculation } from '../facts/texts.ts';
import { addressLines, cityAndState, formatPhone } from '../letter/address.ts';
import { formatRate, rateBetween } from '../letter/law.ts';
import { isAboutAgreement, whenSentence } from '../letter/subjects.ts';
import { areTwo, type Party } from '../claim/form-data.ts';
import { formatCents, simpleInterestCents } from '../money/cents.ts';
import { centsInWords } from '../money/words.ts';
import { does, isPaid, isPastFiling, namesOf, paidNote, ownWordsNote, storySentences, whoIsYou, type CaseFile } from './case-file.ts'; // prettier-ignore
import { formOf } from './court-forms.ts';
import { COURT_RULES, courtRule, noGivingUp, ruleRow } from './court-rules.ts';
import { ABOVE_LIMIT, LIMIT_DEPENDS, courtRow, factRow, limitRows } from './fact-rows.ts';
import { PAPER_OUTCOMES, type PaperBlock } from './paper.ts';

/** @param blank - stands where no telephone is known */
const partyRow = (role: string, party: Party, blank = ''): string[] => [
  role,
  lines(...namesOf(party), party.isBusiness ? 'A business' : areTwo(party) ? 'Two people' : 'A person'),
  lines(party.careOf, ...addressLines(party.place), party.email, formatPhone(party.phone) || blank),
];

function demandFact({ letter, claimant }: CaseFile): string[] {
  if (!letter) return [];
  const tracking = letter.trackingNumber ? `, tracking number ${letter.trackingNumber}` : '';
  const sent = letter.mailedOn
    ? `On ${formatDay(letter.mailedOn)}, ${claimant.name} sent a demand letter by Certified Mail${tracking}.`
    : `The demand letter of ${claimant.name} is dated ${formatDay(letter.letterDay)}.`;
  const asked = `It asked for payment by ${formatDay(letter.payBy)} (Exhibit 1).`;
  const delivered = letter.deliveredOn ? ` It was delivered on ${formatDay(letter.deliveredOn)}.` : '';
  const outcome = letter.outcome && PAPER_OUTCOMES[letter.outcome.state];
  const ended =
    letter.outcome && outcome
      ? ` By the carrier's record it ${outcome.what} ${outcome.when} ${formatDay(letter.outcome.day)}.`
      : '';
  return [`${sent} ${asked}${delivered}${ended}`];
}

/** What came after the letter. Answers are in the timeline: what they mean is for the hearing. */
function paymentFact({ payments, receivedCents, defendant }: CaseFile): string[] {
  const days = payments.map(({ day }) => formatDay(day));
  return receivedCents > 0
    ? [`After that ${defendant.name} paid ${formatCents(receivedCents)} (${days.join('; ')}).`]
    : [];
}

function whyThisCourt(file: CaseFile): string[] {
  const { place, defendant, claimant, limit, limitCents, hasWaived, openCents } = file;
  const verb =
    file.data.situation === 'other'
      ? 'The matter arose'
      : isAboutAgreement(file.data.situation)
        ? 'The matter goes back to an agreement'
        : 'It happened';
  const reasons = [
    `${verb} in ${cityAndState(place)}.`,
    `The defendant's ${defendant.careOf ? 'registered agent' : 'address'} is in ${cityAndState(defendant.place)}.`,
  ];
  if (limitCents && limit?.status === 'within' && openCents > 0)
    reasons.push(`The amount, ${formatCents(openCents)}, is not above the limit of ${formatCents(limitCents)}.`);
  if (hasWaived && limit && limitCents)
    reasons.push(
      `${does(claimant, 'gives')} up the part of the claim above the limit of ${formatCents(limitCents)}: ${formatCents(limit.excessCents)}.`,
    );
  return reasons;
}

/** Where the rule asks for no form of the court, and what it asks for is on this paper. */
const CAN_BE_FILED =
  'The rule of your court asks for no form. What it asks for is in this paper, so you can file it as it is, once you have read it, put right what is wrong, and signed it.';
/** No court of small claims takes it with this sum. */
const CANNOT_BE_FILED = 'Do not file it as it is: the amount is above the limit of this court.';

const ASK_ABOUT_PART = 'Ask the clerk which court hears it, or whether you can give up the part above the limit.';

/** A co-debtor becomes a defendant only by a tick of the claimant. */
const SUE_EACH = 'Tick a box to sue that person too. Each defendant must get the papers of the court.';

/** A claimant may want to settle for less than the law allows: nothing is asked for them. */
const TICK_BEYOND = 'Tick the box to ask for that too. Ask the clerk whether it counts toward the limit of the court.';

/** Words of a declaration are a court's own: said from its official form alone. */
const NO_DECLARATION = "The court's form has its own declaration. Read it, and sign it when you file.";
const NO_FORM_TO_SIGN = 'Sign it when you file, not before: the clerk may want to see you sign.';

/** Interest is the claimant's choice: unanswered it is left to be ticked, and never given up for them. */
function interestRow({ data, toCourt }: CaseFile): string[][] {
  const { interestChoice } = data;
  const agreed = agreedRateOf(data);
  if (agreed)
    return [
      [
        'Interest',
        `${agreed.percentText} a year from ${formatDay(agreed.from)}, as agreed (${toCourt(agreed.clause)})`,
      ],
    ];
  if (interestChoice === 'none') return [];
  return [['Interest', interestChoice === 'ask' ? 'As the court allows' : '☐ As the court allows\n☐ Not asked for']];
}

/** Whatever the claimant wrote is quoted, marked once, and never turned: who "you" is stands above it. */
const statedBy = (file: CaseFile, own: readonly string[]): PaperBlock[] =>
  ownWordsNote(file).length > 0
    ? []
    : [
        paragraph(
          `${does(file.claimant, 'states')}, in the words of the letter to ${file.defendant.name}${whoIsYou(own)}:`,
        ),
      ];

/** How the sum was made, in the claimant's words: to a court they are quoted. */
function ownSum({ data, claimant }: CaseFile): PaperBlock[] {
  const words = ownCalculation(data).trim();
  return words ? [paragraph(`${does(claimant, 'gives')} this calculation: ${inQuotes(words)}`)] : [];
}

/** An item and its amount: `Rent for May`, `$250.00`. */
function itemCells(item: ClaimItem, read: (words: string) => string): string[] {
  const line = itemLine(item, read);
  const at = line.lastIndexOf(': ');
  return [line.slice(0, at), line.slice(at + 2)];
}

export function statementOfClaim(file: CaseFile): readonly PaperBlock[] {
  const { claimant, defendant, alsoOwe, subject, state, data } = file;
  // Rows tell their days themselves.
  const facts =
    file.facts.length > 0
      ? file.facts.map(({ court, exhibit }) => (exhibit ? `${court} (Exhibit ${exhibit})` : court))
      : [whenSentence(data)].filter(Boolean);
  const own = storySentences(data).map(inQuotes);
  const sumRows = [
    ...file.items.map((item) => itemCells(item, file.toCourt)),
    // Below items the total alone says what they make, unless a part of it is given up.
    ...(file.items.length === 0 || file.hasWaived || file.receivedCents > 0
      ? [[file.items.length > 0 ? 'Amount of the claim' : 'Principal', formatCents(file.amountCents)]]
      : []),
    ...(file.receivedCents > 0 ? [['Received after the letter', formatCents(-file.receivedCents)]] : []),
    ...(file.hasWaived && file.limit ? [['Given up above the limit', formatCents(-file.limit.excessCents)]] : []),
    ...interestRow(file),
    ['Court costs', 'As the court allows'],
    ['Total asked, without costs', formatCents(file.askedCents)],
  ];
  const filed = isFiled(file.court);
  const above = file.limit?.status === 'above' && !file.hasWaived && !filed;
  const open = !isPaid(file);
  const form = formOf(file);
  return [
    ...paidNote(file),
    ...when(
      open,
      note(
        filed
          ? 'As you told us, your claim is filed: what counts is the statement that the court has. This one is made from your answers.'
          : courtRule(file, 'form')
            ? `${above ? CANNOT_BE_FILED : CAN_BE_FILED} This is not a filed court paper until the court has it.`
            : `${form ? `The form of your court is ${form.id}: the filing checklist has its boxes.` : 'Most courts have a form of their own.'} Copy these words into its boxes, and add this page where a box is too small. This is not a filed court paper.`,
        filed ? '' : 'Before you use this',
      ),
    ),
    heading('The parties'),
    {
      kind: 'table',
      columns: [{ header: 'Role', share: 0.18 }, { header: 'Name', share: 0.4 }, { header: 'Address and contact' }],
      rows: [
        partyRow('Claimant', claimant, courtRule(file, 'form') && 'Telephone: ______________'),
        partyRow('Defendant', defendant),
        ...alsoOwe.map(({ name, place }) => ['☐ Defendant too', name, addressLines(place).join('\n')]),
      ],
    },
    ...when(alsoOwe.length > 0 && !filed, note(SUE_EACH)),
    heading('The court, and why this court'),
    ...(state ? [factTable(courtRow(file))] : []),
    bullets(whyThisCourt(file)),
    ...when(above, note(`${ABOVE_LIMIT(file)} ${noGivingUp(file) ?? ASK_ABOUT_PART}`, 'Above the limit')),
    heading('The facts'),
    ...ownWordsNote(file),
    numbered(facts),
    ...(own.length > 0 ? [...statedBy(file, own), numbered(own, facts.length + 1)] : []),
    // What came after the story stands after it.
    numbered([...demandFact(file), ...paymentFact(file)], facts.length + own.length + 1),
    heading('The sum'),
    ...ownSum(file),
    amounts('Part', sumRows, [sumRows.length - 1]),
    ...when(
      open,
      heading('What is asked'),
      paragraph(
        `${does(claimant, 'asks')} the court to order ${defendant.name}${alsoOwe.length > 0 ? ', and each other defendant ticked above,' : ''} to ${file.asked}, and court costs as the court allows, because of ${subject}.`,
      ),
    ),
    ...when(
      file.beyond !== '',
      boxes([`${does(claimant, 'also asks')} for what the law allows beyond the deposit. ${file.beyond}`]),
      ...when(!filed, note(TICK_BEYOND)),
    ),
    ...when(file.hasGoods, note('Ask the clerk whether this court can order things to be returned.')),
    ...when(
      open && !filed,
      heading('Declaration'),
      paragraph(state?.declaration?.value ?? (courtRule(file, 'form') ? NO_FORM_TO_SIGN : NO_DECLARATION)),
      {
        kind: 'signature',
        name: claimant.personName,
        lines: [...(claimant.isBusiness ? [`For ${claimant.name}`] : []), 'Date:'],
        // The drawn signature was given for the letter; a court paper is signed when it is filed.
        usesDrawn: false,
      },
    ),
  ];
}

/** Interest by the parties' own agreement up to the day of the paper: from-day, days, a day's sum. */
function agreedInterestBlocks({ data, askedCents, madeOn, toCourt, payments, hasWaived }: CaseFile): PaperBlock[] {
  const agreed = agreedRateOf(data);
  if (!agreed) return [];
  const days = Math.max(0, daysBetween(agreed.from, madeOn));
  // Payments bore interest until their day; a part that is given up bears none.
  const paid = hasWaived ? [] : payments.filter(({ day }) => day > agreed.from && day <= madeOn);
  const onPaid = paid.map(({ day, cents }) => simpleInterestCents(cents, agreed.rate, daysBetween(agreed.from, day)));
  const soFar = simpleInterestCents(askedCents, agreed.rate, days) + onPaid.reduce((sum, cents) => sum + cents, 0);
  const rows = [
    ['Where it was agreed', toCourt(agreed.clause)],
    ['Rate', `${agreed.percentText} a year`],
    ['First day', formatDay(agreed.from)],
    [`Days to ${formatDay(madeOn)}`, String(days)],
    [`A day's interest on ${formatCents(askedCents)}`, dailyInterest(askedCents, agreed.rate)],
    [`Interest so far${paid.length > 0 ? ', on what was open each day' : ''}`, formatCents(soFar)],
  ];
  return [amounts('Interest that was agreed', rows, undefined, 'Value')];
}

function itemTable(file: CaseFile): PaperBlock {
  const empty = ['', '', '', '', ''];
  const items = toldItems(file.data.sumItems);
  // Items that do not make the amount yet leave a line for the rest.
  const rest = file.amountCents - sumOf(items).totalCents;
  const rows =
    items.length > 0
      ? [
          ...items.map((item) => [
            file.toCourt(item.label ?? ''),
            dayText({ day: item.day }),
            file.toCourt(item.measured ?? '') || (item.isCredit ? 'Credit or part payment' : ''),
            '',
            formatCents(signedCents(item)),
          ]),
          ...(rest === 0 ? [] : [[rest < 0 ? 'Not asked for' : '', '', '', '', formatCents(rest)]]),
        ]
      : [empty, empty, empty, empty, ['Credits and part payments', '', '', '', '-']];
  const received =
    file.receivedCents > 0 ? [['Received after the letter', '', '', '', formatCents(-file.receivedCents)]] : [];
  return {
    kind: 'table',
    columns: [
      { header: 'Item', share: 0.25 },
      { header: 'Date', share: DAY_SHARE },
      { header: 'How measured', share: 0.25 },
      { header: 'Exhibit', share: 0.12 },
      { header: 'Amount', align: 'right' },
    ],
    rows: [...rows, ...received, ['Subtotal', '', '', '', formatCents(file.openCents)]],
    strongRows: [rows.length + received.length],
  };
}

/** Interest as the law or the claimant leaves it, where none was agreed; a claim that is filed is past asking for it. */
function otherInterest(file: CaseFile): PaperBlock[] {
  const { state, data, askedCents } = file;
  const asksNone = data.interestChoice === 'none';
  const rate =
    state && !asksNone && !isPaid(file) && isAboutAgreement(data.situation) ? rateBetween(data, state) : null;
  if (state && rate)
    return [
      factTable([factRow(`Rate in ${state.nameInText}`, rate, (value) => `${formatRate(value)} a year`)]),
      paragraph(
        `One day of simple interest on ${formatCents(askedCents)} is ${dailyInterest(askedCents, rate.value)}. Multiply it by the number of days. Ask the clerk from which day it counts.`,
      ),
      blanks(['First day', 'Last day', 'Number of days', 'Interest']),
    ];
  const says = asksNone
    ? 'You chose not to ask for interest.'
    : 'No rate is stated here. Ask the clerk whether you can ask for interest, and at what rate.';
  return isPastFiling(file) ? [] : [paragraph(says)];
}

function limitCheck(file: CaseFile): PaperBlock[] {
  const { limit, limitCents } = file;
  if (isPastFiling(file)) return [];
  const title = heading('Check against the limit');
  if (!limit || !limitCents) return [title, paragraph('Ask the clerk for the limit of the court.')];
  const counted = ruleRow(COURT_RULES['limit-counts'], courtRule(file, 'limit-counts'));
  const depends = limit.status === 'depends';
  return [
    title,
    factTable([...limitRows(file), ...counted]),
    amounts('Check', [
      ['Amount of the claim', formatCents(file.openCents)],
      ['Limit', formatCents(limitCents)],
      ...(depends && limit.excessCents > 0 ? [] : [['Above the limit', formatCents(limit.excessCents)]]),
      ...limit.lowerLimits.map(({ court, limitCents: lower }) => [
        `Above ${formatCents(lower)} (${court})`,
        formatCents(file.openCents - lower),
      ]),
    ]),
    ...when(depends, note(LIMIT_DEPENDS(file), 'Limit')),
    ...when(counted.length === 0, paragraph('Ask the clerk whether interest and costs count toward the limit.')),
  ];
}

export function damagesWorksheet(file: CaseFile): readonly PaperBlock[] {
  const { data, limit } = file;
  const own = ownCalculation(data).trim();
  const interest = agreedRateOf(data) ? agreedInterestBlocks(file) : otherInterest(file);
  return [
    paragraph('List each part of the sum on its own line. The lines must add up to the amount you ask for.'),
    ...when(toldItems(data.sumItems).length === 0 || own !== '', heading('How you calculated the amount')),
    ...when(own !== '', paragraph(own)),
    itemTable(file),
    note(
      'Write receipt, bill, quote, or used value. Used value is what the thing was worth just before, not its price when new.',
      'How measured',
    ),
    ...when(interest.length > 0, heading('Interest'), ...interest),
    ...limitCheck(file),
    heading('Total'),
    paragraph(`${formatCents(file.askedCents)}, in words: ${centsInWords(file.askedCents)}.`),
    ...(file.hasWaived && limit
      ? [paragraph(`You chose to give up the part above the limit: ${formatCents(limit.excessCents)}.`)]
      : []),
  ];
}
