/** Guides of the packet. What the data does not hold is put as a question to the clerk, never as an answer. */
import { formatDay } from '../dates/calendar-day.ts';
import { addressLines } from '../letter/address.ts';
import { isPoBox } from '../claim/claim-stop.ts';
import { matchState } from '../jurisdictions/match-state.ts';
import { formatCents } from '../money/cents.ts';
import type { CaseFile } from './case-file.ts';
import { courtRule, courtRules, openQuestions } from './court-rules.ts';
import { ABOVE_LIMIT, courtRow, demandRow, limitRows, timeRows } from './fact-rows.ts';
import type { PaperBlock } from './paper.ts';

const lawFacts = (file: CaseFile): PaperBlock[] => {
  const rows = [...courtRow(file), ...limitRows(file), ...timeRows(file), ...demandRow(file)];
  return rows.length > 0 ? [{ kind: 'facts', rows }] : [];
};

function warnings(file: CaseFile): PaperBlock[] {
  const blocks: PaperBlock[] = [];
  if (file.time?.status === 'passed')
    blocks.push({
      kind: 'note',
      label: 'Time limit',
      text: file.time.hasSurelyPassed
        ? 'By the rule below the time limit for this kind of claim has passed. There are exceptions. Ask a lawyer or the clerk before you file.'
        : 'By one of the rules below the time limit has passed, by another it has not. Ask a lawyer or the clerk which one holds before you file.',
    });
  if (file.time?.status === 'endsSoon' && file.time.endsOn)
    blocks.push({
      kind: 'note',
      label: 'Time limit',
      text: `By the rule below the time limit ends on ${formatDay(file.time.endsOn)}. File before that day. The letter does not stop the time.`,
    });
  if (file.limit?.status === 'above' && !file.hasWaived)
    blocks.push({
      kind: 'note',
      label: 'Limit',
      text: `${ABOVE_LIMIT(file)} These papers fit a small-claims court only if you give up the part above it.`,
    });
  if (file.limit?.status === 'depends')
    blocks.push({
      kind: 'note',
      label: 'Limit',
      text: 'The limit depends on the court, or sources differ. Ask the clerk of your court before you file.',
    });
  return blocks;
}

export const readMeFirst = (file: CaseFile, titles: readonly string[]): readonly PaperBlock[] => [
  { kind: 'title', text: 'Read Me First', lead: file.caseName },
  {
    kind: 'paragraph',
    text: `These papers help you prepare a claim for ${formatCents(file.askedCents)}. They are made from your answers. You file them yourself.`,
  },
  {
    kind: 'note',
    text: `${file.serviceName} is not a law firm and does not give legal advice. Nothing here has been filed with a court.`,
  },
  ...warnings(file),
  { kind: 'heading', level: 1, text: 'What is in this packet' },
  { kind: 'list', mark: 'number', items: titles },
  { kind: 'heading', level: 1, text: 'What to do, in order' },
  {
    kind: 'list',
    mark: 'box',
    items: [
      'Read the statement of claim. Correct it where it is not right.',
      'Fill in the damages worksheet and the timeline.',
      'Gather your exhibits and number them in the evidence index.',
      courtRule(file, 'form')
        ? 'Read what the rules say, and ask the clerk what the filing checklist leaves open.'
        : 'Call the clerk with the questions of the filing checklist.',
      'Sign the statement of claim when you file it, not before.',
      'Make copies of all you file.',
    ],
  },
  { kind: 'heading', level: 1, text: 'What the law says' },
  ...lawFacts(file),
  {
    kind: 'paragraph',
    text: 'Laws change. Each line names the text it was read in and the day we read it, or says that we have none. Ask the clerk before you rely on one.',
  },
  ...courtRules(file, ['venue', 'fee', 'copies', 'filing', 'service', 'first-day', 'answer']),
  { kind: 'heading', level: 1, text: 'Your court' },
  {
    kind: 'blanks',
    labels: [
      'Name of the court',
      'Address',
      'Hours',
      'Telephone of the clerk',
      'Filing fee, and the date you asked',
      'Web page',
    ],
  },
  { kind: 'heading', level: 1, text: 'Words you will meet' },
  {
    kind: 'list',
    mark: 'bullet',
    items: [
      'Claimant: the person or business that asks for money. Some courts say plaintiff.',
      'Defendant: the person or business that is asked to pay.',
      'Clerk: the office of the court that takes your papers. It can explain the steps, but cannot give legal advice.',
      'Service: handing the papers to the other side in a way the court accepts.',
      'Exhibit: a thing you show the judge, with a number.',
    ],
  },
];

export const filingChecklist = (file: CaseFile): readonly PaperBlock[] => [
  { kind: 'title', text: 'Filing Checklist', lead: file.caseName },
  ...warnings(file),
  { kind: 'heading', level: 1, text: 'What the law says' },
  ...lawFacts(file),
  ...courtRules(file, ['venue', 'form', 'parties', 'filing', 'copies', 'fee', 'waiver', 'business']),
  { kind: 'heading', level: 1, text: 'Ask the clerk' },
  {
    kind: 'list',
    mark: 'box',
    items: openQuestions(file, [
      ['venue', 'Is this the right court for where it happened and where the other side lives or does business?'],
      'What is the limit, and do interest and costs count toward it?',
      ['form', 'Which form do I use, and what is its number?'],
      ['copies', 'How many copies do I bring?'],
      ['fee', 'What is the filing fee, and how can I pay it?'],
      ['waiver', 'Can I ask not to pay the fee?'],
      ['filing', 'Can I file at the counter, by mail, or online?'],
      'Do I need to show proof that I asked for payment first?',
      ...(file.claimant.isBusiness ? [['business', 'Who may file and speak for a business?'] as const] : []),
      ...(file.defendant.isBusiness
        ? ['How do I write the exact legal name of the business, and who takes papers for it?']
        : []),
      'Does the court want a statement about military service of the other side?',
    ]),
  },
  { kind: 'heading', level: 1, text: 'Bring' },
  {
    kind: 'list',
    mark: 'box',
    items: [
      'The completed form and the statement of claim',
      'Copies for the court, for each defendant, and for you',
      'The demand letter and its proof of mailing',
      'An identity card with your photo',
      'The fee, or the fee-waiver form',
    ],
  },
  { kind: 'heading', level: 1, text: 'You get back' },
  {
    kind: 'blanks',
    labels: ['Case number', 'Date and time of the hearing', 'Room or link', 'Last day to serve the papers'],
  },
];

export function serviceInstructions(file: CaseFile): readonly PaperBlock[] {
  const { defendant, place } = file;
  const [here, there] = [matchState(place.state)?.code, matchState(defendant.place.state)?.code];
  const questions = openQuestions(file, [
    ['server', 'Who may hand over the papers? May I do it myself?'],
    ['service', 'Which ways are allowed: by hand, by certified mail, by the sheriff?'],
    'By which day must the papers be handed over, counted back from the hearing?',
    ['proof', 'Which form proves it, who signs it, and when must it be back at the court?'],
    'What do I do if it does not work the first time?',
  ]);
  const rules = courtRules(file, ['server', 'service', 'proof', 'answer']);
  if (defendant.isBusiness) questions.push('Who can take papers for this business? Is there a registered agent?');
  if (here && there && here !== there)
    questions.push(
      'The other side is in another state. How are papers handed over there, and can this court hear the claim?',
    );
  if (isPoBox(defendant.place.address))
    questions.push('The address I have is a PO box, where papers cannot be handed over. How do I find another one?');
  return [
    { kind: 'title', text: 'Service Instructions', lead: file.caseName },
    {
      kind: 'paragraph',
      text: 'After you file, the other side must get the papers in a way the court accepts. This is called service. The demand letter does not count as service.',
    },
    { kind: 'heading', level: 1, text: 'Who gets the papers' },
    {
      kind: 'table',
      columns: [{ header: 'Name', share: 0.4 }, { header: 'Address' }],
      rows: [
        [
          [defendant.name, defendant.isBusiness && defendant.personName ? `Contact: ${defendant.personName}` : '']
            .filter(Boolean)
            .join('\n'),
          addressLines(defendant.place).join('\n'),
        ],
      ],
    },
    ...rules,
    { kind: 'heading', level: 1, text: 'Ask the clerk' },
    { kind: 'list', mark: 'box', items: questions },
    {
      kind: 'note',
      text:
        rules.length > 0
          ? 'Rules change, and each line names the text it was read in. The clerk’s word comes before this page.'
          : 'The rules differ from court to court and are not in our data. Use only what the clerk or the court’s page tells you.',
    },
    { kind: 'heading', level: 1, text: 'Keep a record' },
    { kind: 'blanks', labels: ['Papers given to', 'By whom', 'Date and time', 'Place', 'Proof filed on'] },
  ];
}

export const feeWaiver = (file: CaseFile): readonly PaperBlock[] => [
  { kind: 'title', text: 'Fee Waiver Notes', lead: file.caseName },
  {
    kind: 'paragraph',
    text: 'If you cannot pay the filing fee, ask the clerk whether you can file without paying it. Who qualifies is decided by the court.',
  },
  ...courtRules(file, ['waiver', 'waiver-who']),
  { kind: 'heading', level: 1, text: 'Ask the clerk' },
  {
    kind: 'list',
    mark: 'box',
    items: openQuestions(file, [
      ['waiver', 'Which form do I use to ask?'],
      ['waiver-who', 'Who can qualify?'],
      'Does it cover the cost of service too?',
      'What happens to my claim while the court decides?',
      ...(file.claimant.isBusiness ? ['Can a business ask at all?'] : []),
    ]),
  },
  { kind: 'heading', level: 1, text: 'Bring, if you have them' },
  {
    kind: 'list',
    mark: 'box',
    items: [
      'Pay slips',
      'Letters about benefits',
      'Rent or mortgage papers',
      'Bills you pay each month',
      'A list of who lives with you and needs your support',
    ],
  },
];

export const afterTheDecision = (file: CaseFile): readonly PaperBlock[] => [
  { kind: 'title', text: 'After the Decision', lead: file.caseName },
  ...courtRules(file, ['appeal']),
  { kind: 'heading', level: 1, text: 'Ask before you leave' },
  {
    kind: 'list',
    mark: 'box',
    items: openQuestions(file, [
      'When do I get the decision in writing?',
      ['appeal', 'By which day can either side appeal, and how?'],
      'From when may I collect?',
      'Which form says that I have been paid, and when must I file it?',
    ]),
  },
  { kind: 'heading', level: 1, text: 'If the court orders payment' },
  {
    kind: 'list',
    mark: 'number',
    items: [
      'Write to the other side, name the sum and ask for payment by a date.',
      'Offer payments in parts if that makes payment likely. Put the plan in writing.',
      'Write down each payment with its date.',
      'If nothing comes, ask the clerk which ways of collecting there are and what they cost.',
      'When all is paid, say so to the court with its form.',
    ],
  },
  { kind: 'heading', level: 1, text: 'A letter for a payment plan' },
  { kind: 'paragraph', text: `Dear ${file.defendant.name},` },
  {
    kind: 'paragraph',
    text: 'The court has decided that you pay the sum below. You can pay it in parts. Please sign this plan and send it back.',
  },
  {
    kind: 'blanks',
    labels: [
      'Sum',
      'First payment: amount and date',
      'Each later payment: amount and day of the month',
      'How to pay',
      'Signed by both, with dates',
    ],
  },
  { kind: 'heading', level: 1, text: 'If the court does not order payment' },
  {
    kind: 'list',
    mark: 'bullet',
    items: [
      'Read the reasons.',
      'Ask the clerk at once about the last day to appeal.',
      'Ask a lawyer or a legal aid office before you decide.',
    ],
  },
];
