/** Guides of the packet. What the data does not hold is put as a question to the clerk, never as an answer. */
import { blanks, boxes, bullets, factTable, heading, lines, note, paragraph, when } from './blocks.ts';
import { formatDay } from '../dates/calendar-day.ts';
import { addressLines } from '../letter/address.ts';
import { SERVICE_NAME } from '../letter/wording.ts';
import { isFiled, isServed } from '../case/court-dates.ts';
import { isPoBox } from '../claim/claim-stop.ts';
import { chosenDemand, demandRules } from '../jurisdictions/demand-rules.ts';
import { isConfirmed } from '../jurisdictions/fact.ts';
import { formatCents } from '../money/cents.ts';
import { isPaid, isPastFiling, namesOf, paidNote, type CaseFile } from './case-file.ts';
import { courtForm, formOf } from './court-forms.ts';
import { askTheClerk, courtRule, courtRules, noGivingUp, openQuestions } from './court-rules.ts';
import { waiverTable } from './fee-figures.ts';
import { firstPage, restsOn, toBring } from './first-page.ts';
import { ABOVE_LIMIT, LIMIT_DEPENDS, courtRow, demandRow, limitRows, timeRows } from './fact-rows.ts';
import type { PaperBlock } from './paper.ts';

/** Rows of the law; of a claim that is filed none that asks the clerk first. */
const lawFacts = (file: CaseFile): PaperBlock[] => {
  const all = [...courtRow(file), ...limitRows(file), ...timeRows(file), ...demandRow(file)];
  const rows = all.filter(({ mustConfirm }) => !isFiled(file.court) || !mustConfirm);
  return rows.length > 0 ? [heading('What the law says'), factTable(rows)] : [];
};

const BELOW = { one: 'the rule below', several: 'the rules below' };
const IN_CHECKLIST = { one: 'the rule in the filing checklist', several: 'the rules in the filing checklist' };

/** @param rules - where the rows of the law stand, of which the warnings speak */
function warnings(file: CaseFile, rules: typeof BELOW): PaperBlock[] {
  const { time, limit, hasWaived } = file;
  const passed = time?.hasSurelyPassed
    ? `By ${rules.one} the time limit for this kind of claim has passed. There are exceptions. Ask a lawyer or the clerk before you file.`
    : `By one of ${rules.several} the time limit has passed, by another it has not. Ask a lawyer or the clerk which one holds before you file.`;
  const ends = time?.status === 'endsSoon' && time.endsOn;
  const soon =
    ends &&
    `By ${rules.one} the time limit ends on ${formatDay(ends)}. File before that day. The letter does not stop the time.`;
  const above = `${ABOVE_LIMIT(file)} ${noGivingUp(file) ?? 'These papers fit a small-claims court only if you give up the part above it.'}`;
  return [
    ...when(time?.status === 'passed', note(passed, 'Time limit')),
    ...(soon ? [note(soon, 'Time limit')] : []),
    ...when(limit?.status === 'above' && !hasWaived, note(above, 'Limit')),
    ...when(limit?.status === 'depends', note(LIMIT_DEPENDS(file), 'Limit')),
    ...demandFirst(file, rules),
  ];
}

/** A suit that comes before the days of its demand are over is halted, or lost. */
function demandFirst({ data, state, letter, time }: CaseFile, rules: typeof BELOW): PaperBlock[] {
  const days = demandRules(data, state).map(({ row }) => Number(row.value['days']));
  if (days.length === 0) return [];
  const first = `By ${rules.one} a written demand may have to come ${Math.max(...days)} days before you file.`;
  if (!letter || !chosenDemand(data, state))
    return [note(`${first} Your letter was not written as that demand. Ask the clerk or a lawyer.`, 'Before you file')];
  const day = formatDay(letter.payBy);
  // A claimant who waits for days that end after the time limit loses the claim.
  const isTooLong = time?.endsOn && time.endsOn <= letter.payBy;
  const wait = isTooLong
    ? `Its days end on ${day}, after the time limit: ask a lawyer or the clerk at once.`
    : `File only after ${day}.`;
  return [note(`${first} Your letter is that demand. ${wait}`, 'Before you file')];
}

const EXHIBITS = 'Gather your exhibits and number them in the evidence index.';

/** What is left to do: a claim is filed once, and a decision is not prepared for. */
function stepsOf(file: CaseFile): readonly string[] {
  if (file.court?.judgmentDay)
    return [
      'Read the decision and its reasons. Ask the clerk at once by which day either side may appeal.',
      'Follow the paper “After the Decision”: who pays, and how to collect.',
      'Write down each payment on the page of your case.',
    ];
  if (isPaid(file)) return ['Keep what shows that it was paid.', 'Sign and file nothing that asks for it.'];
  if (isFiled(file.court))
    return [
      file.court?.servedDay
        ? 'Keep the proof that the other side got the papers of the court.'
        : 'Have the papers of the court handed over as the service instructions say. Keep the proof.',
      EXHIBITS,
      'Prepare what you say and show on the day in court. Bring the originals, and copies of all you filed.',
    ];
  return [
    'Read the statement of claim. Correct it where it is not right.',
    'Fill in the damages worksheet and the timeline.',
    EXHIBITS,
    courtRule(file, 'form')
      ? 'Read what the rules say, and ask the clerk what the filing checklist leaves open.'
      : 'Call the clerk with the questions of the filing checklist.',
    'Sign the statement of claim when you file it, not before.',
    'Make copies of all you file.',
  ];
}

const WORDS = [
  'Claimant, or plaintiff: who asks for money. Defendant: who is asked to pay.',
  'Clerk: the office of the court that takes your papers. It gives no legal advice.',
  'Service: handing the papers to the other side in a way the court accepts.',
  'Exhibit: a thing you show the judge, with a number.',
];

/** Whether a hearing is still to come; else all of the paper stands on one page. */
const isAhead = (file: CaseFile): boolean => !file.court?.judgmentDay && !isPaid(file);

export const readMeFirst = (file: CaseFile, titles: readonly string[]): readonly PaperBlock[] => [
  note(
    `These papers ${isPastFiling(file) ? 'are about' : 'help you prepare'} a claim${isPaid(file) ? '' : ` for ${formatCents(file.askedCents)}`}. They are made from your answers. ${isFiled(file.court) ? 'As you told us, your claim is filed: what counts is the statement that the court has.' : isPaid(file) ? 'Nothing here has been filed with a court.' : 'You file them yourself: nothing here has been filed with a court.'} ${SERVICE_NAME} is not a law firm and does not give legal advice.`,
  ),
  ...paidNote(file),
  // What is to be looked at before filing.
  ...(isPastFiling(file) ? [] : warnings(file, IN_CHECKLIST)),
  ...firstPage(file),
  ...when(isAhead(file), { kind: 'page', isSoft: true }),
  heading('What is in this packet'),
  paragraph(`${titles.slice(1).join(', ')}.`),
  heading('What to do, in order'),
  boxes(stepsOf(file)),
  ...when(
    isFiled(file.court) ? lawAndRules(file).length > 0 : !isPaid(file),
    paragraph(
      `The filing checklist ${courtRule(file, 'service') ? 'and the service instructions hold' : 'holds'} the law, with where we read it.${restsOn(file)} Laws change: ask the clerk before you rely on a line.`,
    ),
  ),
  heading('Your court'),
  blanks([
    'Name of the court, and which building: a county can have several',
    'Address and hours',
    'Telephone and web page of the clerk',
    ...(isPastFiling(file) ? [] : ['Filing fee, and the date you asked']),
  ]),
  ...when(isAhead(file), heading('Words you will meet'), bullets(WORDS)),
];

const AT_THE_COUNTER = [
  'venue', 'venue-several', 'venue-away', 'form', 'parties', 'filing', 'copies', 'limit-counts', 'give-up',
  'fee', 'waiver', 'business', 'military', 'interpreter', 'first-day',
] as const; // prettier-ignore

export function filingChecklist(file: CaseFile): readonly PaperBlock[] {
  const law = lawAndRules(file);
  if (!isFiled(file.court)) return [...warnings(file, BELOW), ...law, ...toFile(file)];
  const says = law.length > 0 ? 'What we had read of the law for that stands here.' : 'We had read no law for that.';
  return [note(`As you told us, your claim is filed. ${says}`), ...law];
}

const lawAndRules = (file: CaseFile): readonly PaperBlock[] => [...lawFacts(file), ...courtRules(file, AT_THE_COUNTER)];

const toFile = (file: CaseFile): readonly PaperBlock[] => [
  ...askTheClerk(
    openQuestions(file, [
      [
        'venue',
        'Is this the right court for where it happened and where the other side lives or does business? Which building, where the county has several?',
      ],
      ...(file.alsoOwe.length > 0
        ? [['venue-several', 'Which court hears the claim against all of them, where they live apart?'] as const]
        : []),
      [
        'limit-counts',
        `${file.limitCents ? 'Do' : 'What is the limit, and do'} interest and costs count toward the limit?`,
      ],
      ...(formOf(file) ? [] : [['form', 'Which form do I use, and what is its number?'] as const]),
      ['copies', 'How many copies do I bring?'],
      ['fee', 'What is the filing fee, and how can I pay it?'],
      ['waiver', 'Can I ask not to pay the fee?'],
      ['filing', 'Can I file at the counter, by mail, or online?'],
      ...(file.state && isConfirmed(file.state.demandRequirement)
        ? []
        : ['Do I need to show proof that I asked for payment first?']),
      ...(file.claimant.isBusiness ? [['business', 'Who may file and speak for a business?'] as const] : []),
      ...(file.defendant.isBusiness
        ? ['How do I write the exact legal name of the business, and who takes papers for it?']
        : []),
      ['military', 'Does the court want a statement about military service of the other side?'],
      ['interpreter', 'Does the court give an interpreter, and by when do I ask for one?'],
    ]),
  ),
  ...toBring(file),
  heading('You get back'),
  blanks(['Case number', 'Date and time of the hearing', 'Room or link', 'Last day to serve the papers']),
  ...courtForm(file),
];

export function serviceInstructions(file: CaseFile): readonly PaperBlock[] {
  const { defendant, alsoOwe, away, court } = file;
  const isOver = isServed(court);
  const questions = openQuestions(file, [
    ['server', 'Who may hand over the papers? May I do it myself?'],
    ['service', 'Which ways are allowed: by hand, by certified mail, by the sheriff?'],
    ['serve-by', 'By which day must the papers be handed over, counted back from the hearing?'],
    ['proof', 'Which form proves it, who signs it, and when must it be back at the court?'],
    ['retry', 'What do I do if it does not work the first time?'],
  ]);
  const toCome = isOver ? [] : (['server', 'service', 'serve-by', 'retry'] as const);
  const rules = courtRules(file, [...toCome, 'proof', ...(court?.judgmentDay ? [] : (['answer', 'default'] as const))]);
  if (defendant.isBusiness)
    questions.push(
      defendant.careOf
        ? 'Is the registered agent that you wrote to still the one who takes papers for this business?'
        : 'Who can take papers for this business? Is there a registered agent?',
    );
  if (away.length > 0)
    questions.push(
      `${away.join(' and ')} ${away.length > 1 ? 'are' : 'is'} in another state. How are papers handed over there, by when, and can this court hear the claim?`,
    );
  for (const { name, place } of [defendant, ...alsoOwe].filter((party) => isPoBox(party.place.address)))
    questions.push(
      `For ${name} I have a PO box (${place.address}), where papers cannot be handed over. How do I find another address?`,
    );
  return [
    paragraph(
      court?.servedDay
        ? `As you told us, the other side got the papers of the court on ${formatDay(court.servedDay)}. Keep what proves it.`
        : isOver
          ? 'There is a decision. Keep what proves that the other side got the papers of the court.'
          : `${isFiled(court) ? 'T' : rules.length > 0 ? 'After you file, t' : 'After you file, in some places before, t'}he other side must get the papers in a way the court accepts. This is called service. The demand letter does not count as service.`,
    ),
    heading('Who gets the papers'),
    {
      kind: 'table',
      columns: [{ header: 'Name', share: 0.4 }, { header: 'Address' }],
      rows: [
        [lines(...namesOf(defendant)), lines(defendant.careOf, ...addressLines(defendant.place))],
        ...alsoOwe.map(({ name, place }) => [`${name}\nIf you sue them too`, addressLines(place).join('\n')]),
      ],
    },
    ...when(
      alsoOwe.length > 0,
      paragraph(
        'Each of them gets papers of their own. A time to answer counts for each from the day on which that one got them.',
      ),
    ),
    ...rules,
    ...when(!isOver, ...askTheClerk(questions)),
    note(
      rules.length > 0
        ? 'Rules change, and each line names the text it was read in. The clerk’s word comes before this page.'
        : 'The rules differ from court to court and are not in our data. Use only what the clerk or the court’s page tells you.',
    ),
    heading('Keep a record'),
    blanks(['Papers given to', 'By whom', 'Date and time', 'Place', 'Proof filed on']),
  ];
}

export const feeWaiver = (file: CaseFile): readonly PaperBlock[] => [
  paragraph(
    `${isFiled(file.court) ? 'Your claim is filed. If you cannot pay what comes after, ask the clerk whether you can be excused from it.' : 'If you cannot pay the filing fee, ask the clerk whether you can file without paying it.'} Who qualifies is decided by the court.`,
  ),
  ...courtRules(file, ['waiver', 'waiver-who', 'waiver-service'], waiverTable(file.state?.code ?? '')),
  ...askTheClerk(
    openQuestions(file, [
      ...(file.claimant.isBusiness ? ['Can a business ask at all?'] : []),
      ['waiver', 'Which form do I use to ask?'],
      ['waiver-who', 'Who can qualify?'],
      ['waiver-service', 'Does it cover the cost of service too?'],
      'What happens to my claim while the court decides?',
    ]),
  ),
  heading('Your figures'),
  paragraph(
    `${file.claimant.isBusiness ? 'These are figures of a person: they count where the business is you alone, and a company has none of them. ' : ''}Forms ask for figures like these. Write them down here: they stand on this page alone.`,
  ),
  blanks([
    'People in your household',
    'Pay each month, after taxes and support that you pay',
    'Other money each month: benefits, pension, rent',
    'Cash and what is in accounts',
    'What else you own, and what it is worth',
    'What you owe',
  ]),
  heading('Bring, if you have them'),
  boxes([
    'Pay slips',
    'Letters about benefits',
    'Rent or mortgage papers',
    'Bills you pay each month',
    'A list of who lives with you and needs your support',
  ]),
];
