/** Hearing script and rehearsal, for the full-trial package. */
import { blanks, boxes, bullets, heading, note, numbered, paragraph, when } from './blocks.ts';
import { chosenSubcategories, findCategory, objectionsTo } from '../categories/index.ts';
import { formatDay } from '../dates/calendar-day.ts';
import { itemLine } from '../facts/sums.ts';
import { ownCalculation } from '../facts/texts.ts';
import { cityAndState } from '../letter/address.ts';
import { sentenceOf } from '../letter/sentences.ts';
import { voiceOf, inner } from '../letter/wording.ts';
import { formatCents } from '../money/cents.ts';
import { saysWe } from '../claim/form-data.ts';
import { isPaid, paidNote, saysYou, spokenStory, storySentences, type CaseFile, type ToldFact } from './case-file.ts';
import { timelineEvents } from './evidence.ts';
import { courtRule, courtRules } from './court-rules.ts';
import type { PaperBlock, SentLetter } from './paper.ts';

export const HOW_MUCH = 'What do you ask for, and how did you calculate it?';
const PAID_SO_FAR = 'Have you been paid anything so far, by them or by insurance?';
export const WHAT_SHOWS = 'What shows that?';
export const WHEN_AND_NEXT = 'When did this happen, and what did you do next?';
const JUDGE_QUESTIONS = [
  HOW_MUCH,
  WHEN_AND_NEXT,
  'What did the other side say when you asked for the money?',
  PAID_SO_FAR,
  WHAT_SHOWS,
] as const;

export const opening = (file: CaseFile): string => {
  const voice = voiceOf(file.claimant);
  const who = file.claimant.isBusiness
    ? `My name is ${file.claimant.personName}. ${sentenceOf(`I speak for ${file.claimant.name}`)}`
    : `${saysWe(file.claimant) ? 'We are' : 'My name is'} ${file.claimant.name}.`;
  const what = file.hasGoods
    ? `ask ${file.defendant.name} to ${file.asked}`
    : `ask for ${formatCents(file.askedCents)} from ${file.defendant.name}`;
  return `Good morning. ${who} ${voice.I} ${what} because of ${file.subject}.`;
};

export const asking = (file: CaseFile): string =>
  `For these reasons ${inner(voiceOf(file.claimant))} ask the court to order ${file.defendant.name} to ${file.asked}${file.hasGoods ? ', and to pay' : ' and'} the court costs. Thank you.`;

export const withExhibit = ({ spoken, exhibit }: ToldFact): string =>
  exhibit ? `${spoken} (Exhibit ${exhibit})` : spoken;

const sayName = (words: readonly string[], name: string): string =>
  saysYou(words) ? ` Where they say “you”, say “${name}” to the judge.` : '';

/** What happened as it is said aloud; the claimant's own account as it was written, for them to put in spoken words. */
function toldStory({ data, defendant, facts, aloud }: CaseFile): PaperBlock[] {
  const own = spokenStory(data);
  const isPart = own.join('').length < storySentences(data).join('').length;
  const spoken = facts.map(withExhibit);
  const answers = (data.objections ?? []).map(({ answer }) => aloud(answer ?? ''));
  const quoted = [...facts.map((fact) => fact.spoken), ...answers].filter((text) => text.startsWith('“'));
  const note = `Words in quotation marks are as you wrote them.${sayName([...quoted, ...own], defendant.name)}`;
  return [
    ...when(quoted.length > 0, paragraph(note)),
    ...when(spoken.length > 0, numbered(spoken)),
    ...when(isPart, paragraph('What you wrote is longer than two minutes: the statement of claim has all of it.')),
    ...when(
      own.length > 0 && quoted.length === 0,
      paragraph(`What you wrote in the letter follows.${sayName(own, defendant.name)}`),
    ),
    ...when(own.length > 0, bullets(own.map((sentence) => `“${sentence}”`))),
  ];
}

const plain = (says: string): string => says.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Objections with what to answer: the claimant's own, then those that are usual beside them. */
function objectionRows({ data, aloud }: CaseFile): string[][] {
  const own = (data.objections ?? []).flatMap(({ says, answer }) =>
    says?.trim() ? [{ says: sentenceOf(says.trim()), answer: aloud(answer ?? '') }] : [],
  );
  const usual = objectionsTo(data.situation, data.disputing);
  const readyFor = (says: string) =>
    usual.find((each) => plain(each.says) === plain(says))?.ready ?? 'An answer in one sentence, and what shows it';
  const others = usual.filter(({ says }) => !own.some((each) => plain(each.says) === plain(says)));
  return [
    ...own.map(({ says, answer }) => [`“${says}”`, answer || readyFor(says)]),
    ...others.map(({ says, ready }) => [`“${says}”`, ready]),
  ];
}

const witnessesOf = ({ data, aloud }: CaseFile): string => {
  const names = (data.facts ?? []).flatMap(({ proof, proofName }) =>
    proof === 'witness' && proofName?.trim() ? [aloud(proofName)] : [],
  );
  return names.length > 0 ? ` (${[...new Set(names)].join('; ')})` : '';
};

const askedBy = ({ letterDay, payBy }: SentLetter): string =>
  `The letter of ${formatDay(letterDay)} asked for payment by ${formatDay(payBy)}. It is Exhibit 1.`;

export function hearingScript(file: CaseFile): readonly PaperBlock[] {
  const { data, letter } = file;
  const decidedOn = file.court?.judgmentDay;
  const happenedOn = file.facts.length === 0 && file.happenedOn;
  const ownSum = ownCalculation(data).trim();
  const others = file.alsoOwe.map(({ name }) => name).join(' or ');
  const off = takenOff(file);
  const whole =
    file.items.length === 0 && off.length > 0 ? [`Amount of the claim: ${formatCents(file.amountCents)}`] : [];
  const items = [...file.items.map((item) => itemLine(item, file.aloud)), ...whole, ...off];
  // What the story tells has its day there.
  const events = timelineEvents(file).flatMap(({ isRow, day, text, what, exhibit }) =>
    isRow ? [] : [`${text ?? formatDay(day)}: ${what}${exhibit ? ` (Exhibit ${exhibit})` : ''}`],
  );
  return [
    ...(decidedOn ? [note(`There is a decision of ${formatDay(decidedOn)}. This was for the hearing before it.`)] : []),
    ...paidNote(file),
    note('Say it in your own words. Look at the judge. Stop when the judge speaks.'),
    ...courtRules(file, ['first-day', 'default']),
    ...when(!isPaid(file), heading('Opening (30 seconds)'), paragraph(opening(file))),
    ...when(others !== '', note(`If you sue ${others} too, name each of them here and in the closing.`)),
    heading('Your story (2 minutes)'),
    ...(happenedOn
      ? [paragraph(`Start with the day and the place: ${file.happenedText}, ${cityAndState(file.place)}.`)]
      : []),
    ...toldStory(file),
    paragraph('Name the exhibit each time you speak of one, and wait until the judge has found it.'),
    ...when(events.length > 0, heading('Dates to have at hand'), bullets(events)),
    heading('The sum (30 seconds)'),
    paragraph(`The sum is ${formatCents(file.askedCents)}.`),
    ...when(items.length > 0, bullets(items)),
    ...when(ownSum !== '', paragraph(ownSum)),
    ...(letter ? [paragraph(askedBy(letter))] : []),
    heading('What the other side may say'),
    {
      kind: 'table',
      columns: [{ header: 'They say', share: 0.36 }, { header: 'Have ready' }],
      rows: objectionRows(file),
    },
    ...when(!isPaid(file), heading('Closing'), paragraph(asking(file))),
    ...when(file.beyond !== '', note('If you ticked what the law allows beyond the deposit, ask for that too.')),
    heading('Bring'),
    boxes([
      'Three sets of your papers: for the judge, for the other side, for you',
      'The originals',
      `Your witnesses${witnessesOf(file)}, or their statements if the court takes them`,
      'A pen and paper',
    ]),
    heading('At the hearing'),
    bullets([
      'Come early. Turn off your phone.',
      'Speak to the judge, not to the other side.',
      'Do not interrupt. Write down what you want to answer.',
      'If you do not know, say so.',
      'If you are asked to settle in the hallway, you may say yes or no. Put what you agree in writing.',
      `${courtRule(file, 'default') ? 'Have' : 'If the other side does not come, ask the judge what happens now. Have'} your proof of service ready.`,
    ]),
    heading('Some days before'),
    boxes([
      'For a hearing by phone or video: try the link, the sound and the camera, and ask how to hand in exhibits.',
      'If you need an interpreter, ask the clerk now.',
      'If you need help to hear, see, move or take breaks, ask the clerk now.',
    ]),
  ];
}

/** Of a tenant who asks for a deposit; a landlord who asks for rent is not asked them. */
const OF_DEPOSIT: ReadonlySet<string> = new Set([
  'How much was the deposit?',
  'Was a list of deductions sent, and when?',
]);

/** Rows that answer a question of a category, by what they were asked as. */
const ROWS_FOR: Readonly<Record<string, readonly string[]>> = {
  'What is the money owed for, and since when?': ['lent', 'invoiced', 'given', 'done', 'ended'],
  'When was it due?': ['due'],
  'What was agreed, and how?': ['agreed'],
  'What exactly was promised, and where is it written?': ['agreed'],
  'When and where were you hurt?': ['happened'],
  'Did you see a doctor?': ['doctor'],
  'When did the tenancy start and end?': ['moved-in', 'moved-out'],
  'How much was the deposit?': ['paid'],
  'Was a list of deductions sent, and when?': ['list'],
  'What was agreed and for how much?': ['agreed'],
  'When and where did you buy it?': ['ordered'],
  'What is wrong, and since when?': ['defect'],
  'What was the estimate or price, and what did you pay?': ['estimate', 'paid'],
  'What was damaged, and when?': ['happened'],
  'Who said what, and when?': ['agreed'],
  'When was the payment, and when was it reversed or refused?': ['ordered', 'happened'],
};
const ITEMS_FOR: ReadonlySet<string> = new Set([
  HOW_MUCH,
  'What did that cost you?',
  'What was taken or lost, and what is it worth?',
  'What will it cost to fix?',
  'How much is it worth?',
]);

/** A sum told item by item names what came since, or it would not add up. */
const receivedLine = ({ receivedCents }: CaseFile): readonly string[] =>
  receivedCents > 0 ? [`Received after the letter: ${formatCents(-receivedCents)}`] : [];

/** Lines taken off the items: payments, and the part that is given up. */
const takenOff = (file: CaseFile): readonly string[] => [
  ...receivedLine(file),
  ...(file.hasWaived && file.limit ? [`Given up above the limit: ${formatCents(-file.limit.excessCents)}`] : []),
];

/** What the rows say already; empty where only the claimant can. */
export function answersTo(question: string, file: CaseFile): readonly string[] {
  const { facts, exhibits, items, aloud, askedCents } = file;
  const lines = (those: typeof items) => those.map((item) => itemLine(item, aloud));
  if (ITEMS_FOR.has(question)) {
    const sum = items.length > 0 ? [...lines(items), ...takenOff(file)] : [];
    return sum.length > 1 ? [...sum, `Together: ${formatCents(askedCents)}`] : sum;
  }
  if (question === PAID_SO_FAR) return [...lines(items.filter(({ isCredit }) => isCredit)), ...receivedLine(file)];
  if (question === WHAT_SHOWS) {
    const shown = facts.flatMap(({ exhibit }) => (exhibit ? [Number(exhibit)] : []));
    return shown.map((number) => `Exhibit ${number}: ${exhibits[number - 1]?.title ?? ''}`);
  }
  const of = (asks: readonly string[] = []) => facts.filter(({ fact }) => fact.asks && asks.includes(fact.asks));
  if (question !== WHEN_AND_NEXT) return of(ROWS_FOR[question]).map(withExhibit);
  const [when = facts[0]] = of(['happened', 'due', 'lent']);
  const later = when ? facts.slice(facts.indexOf(when) + 1) : [];
  const [next = later.find(({ fact }) => fact.who === 'me')] = of(['asked']);
  return [...new Set([when, next])].flatMap((each) => (each ? [withExhibit(each)] : []));
}

export function hearingRehearsal(file: CaseFile): readonly PaperBlock[] {
  const { situation, disputing } = file.data;
  const kinds = chosenSubcategories(situation, disputing).map(({ value }) => value);
  const isOfDeposit = kinds.length === 0 || kinds.includes('security-deposit');
  const own = (findCategory(situation)?.keyQuestions ?? []).filter((one) => isOfDeposit || !OF_DEPOSIT.has(one));
  const questions = [...own, ...JUDGE_QUESTIONS];
  return [
    paragraph('Practice aloud three times: once alone, once with a clock, once before somebody who plays the judge.'),
    heading('The clock'),
    {
      kind: 'table',
      columns: [{ header: 'From', share: 0.15 }, { header: 'To', share: 0.15 }, { header: 'What you do' }],
      rows: [
        ['0:00', '0:30', 'Say who you are, what you ask for and from whom'],
        ['0:30', '2:30', 'Tell the story in the order of time, with exhibit numbers'],
        ['2:30', '3:00', 'Explain the sum, line by line'],
        ['3:00', '3:30', 'Answer what the other side is likely to say'],
        ['3:30', '4:00', 'Ask for the sum and stop'],
      ],
    },
    heading('Questions to practice'),
    paragraph('Write a short answer to each. One or two sentences are enough.'),
    ...questions.flatMap((question): PaperBlock[] => {
      const told = answersTo(question, file);
      // Items of a sum are listed under one question; the other has the total alone.
      const items = question === HOW_MUCH && own.some((one) => ITEMS_FOR.has(one)) ? told.slice(-1) : told;
      return [paragraph(question), items.length > 0 ? bullets(items) : blanks(['Answer', 'Exhibit'])];
    }),
    heading('Afterward'),
    boxes([
      'I stayed within four minutes.',
      'I named each exhibit.',
      'I said the sum twice.',
      'I did not speak of what I cannot show.',
      'I stayed calm when I was interrupted.',
    ]),
  ];
}
