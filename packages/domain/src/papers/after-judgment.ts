/** What comes after the decision: who pays what by when, and ways to collect, put as what is known of the other side. */
import { blanks, boxes, bullets, factTable, heading, note, numbered, paragraph, when } from './blocks.ts';
import { formatDay, type CalendarDay } from '../dates/calendar-day.ts';
import { courtDays } from '../jurisdictions/court-days.ts';
import type { LawRow } from '../jurisdictions/law-rows.ts';
import { formatCents } from '../money/cents.ts';
import { does, type CaseFile } from './case-file.ts';
import { COURT_RULES, courtRule, courtRules, openQuestions, ruleRow, saysOf, type CourtRule, type RuleFacts } from './court-rules.ts'; // prettier-ignore
import type { PaperBlock } from './paper.ts';

/** Ways to collect, each by what has to be known for it, and what to ask where no rule was read. */
const WAYS = {
  wages: 'Ask the clerk whether a part of the pay can be taken from the employer here, and with which form.',
  bank: 'Ask the clerk for the order to the bank. A check or a payment that you got from them names it.',
  execution: 'Ask the clerk which officer can take things, or money from the till, and what that costs.',
  land: 'Ask the clerk how the judgment is recorded against it, and where.',
  'asks-debtor': 'Ask the court to order them to say under oath where they work and what they own.',
} as const satisfies Partial<Record<CourtRule, string>>;

/** A business has no job to tell of. */
const ofThem = (words: string, { defendant }: Pick<CaseFile, 'defendant'>): string =>
  defendant.isBusiness ? words.replace('where they work', 'which bank they use') : words;

const isWay = (rule: string): rule is keyof typeof WAYS => rule in WAYS;

/** What to do, and the row that says so; without one it is for the clerk to say. */
export interface JudgmentStep {
  readonly asks: string;
  readonly says: string;
  readonly row: LawRow | null;
}

/** What a claimant reads once there is a decision, on the page of the case and on paper. */
export interface AfterJudgment {
  readonly pays: string;
  /** The first day to collect, where a rule lets it be counted. */
  readonly from: CalendarDay | null;
  readonly first: readonly string[];
  /** That many judgments are never paid. */
  readonly careful: string;
  readonly ways: readonly JudgmentStep[];
  readonly satisfaction: JudgmentStep;
  /** When the court orders no payment. */
  readonly lost: readonly string[];
}

/** What it rests on. */
export type JudgedCase = RuleFacts & Pick<CaseFile, 'defendant' | 'court'>;

function stepOf(facts: RuleFacts, rule: CourtRule, otherwise: string): JudgmentStep {
  return { asks: COURT_RULES[rule], says: saysOf(facts, rule) || otherwise, row: courtRule(facts, rule) ?? null };
}

export function afterJudgment(judged: JudgedCase): AfterJudgment {
  const { claimant, defendant, alsoOwe, askedCents, court, state } = judged;
  // A business draws no pay.
  const all = Object.keys(WAYS).filter(isWay);
  const ways = defendant.isBusiness ? all.filter((way) => way !== 'wages') : all;
  const sum = court?.awardedCents
    ? `The judgment${court.judgmentDay ? ` of ${formatDay(court.judgmentDay)}` : ''} is for ${formatCents(court.awardedCents)}, as you typed.`
    : `What counts is the sum in the judgment${askedCents > 0 ? `, not the ${formatCents(askedCents)} that you asked for` : ''}.`;
  return {
    pays: `${does(defendant, 'pays')} ${claimant.name}, not the court.${alsoOwe?.length ? ' So does whoever else the judgment names.' : ''} ${sum} The judgment says by when. When it names no day, ask the clerk.`,
    from: (state && court && courtDays(state.code, court).find(({ kind }) => kind === 'collect_from')?.day) ?? null,
    first: [
      'Write to the other side, name the sum and ask for payment by a date.',
      'Offer payments in parts if that makes payment likely. Put the plan in writing.',
      'Write down each payment with its date.',
    ],
    careful:
      'Many judgments are never paid. The court does not collect for you. Each step costs a fee and time, and what the law protects cannot be taken. Begin with what you know about the other side, and stop when a step costs more than it can bring.',
    ways: ways.map((way) => stepOf(judged, way, ofThem(WAYS[way], judged))),
    satisfaction: stepOf(judged, 'satisfaction', 'Say so to the court with its form, and give the other side a copy.'),
    lost: [
      'Read the reasons.',
      'Ask the clerk at once about the last day to appeal.',
      'Ask a lawyer or a legal aid office before you decide.',
    ],
  };
}

const stepRows = (steps: readonly JudgmentStep[]) => steps.flatMap(({ asks, row }) => (row ? ruleRow(asks, row) : []));

function collecting({ careful, ways }: AfterJudgment): PaperBlock[] {
  const rows = stepRows(ways);
  const asked = ways.flatMap(({ asks, says, row }) => (row ? [] : [`${asks} ${says}`]));
  return [
    heading('If nothing comes'),
    note(careful),
    ...(rows.length > 0 ? [factTable(rows)] : []),
    ...(asked.length > 0 ? [boxes(asked)] : []),
  ];
}

const payment = ({ pays, first }: AfterJudgment, { court }: CaseFile): PaperBlock[] => [
  heading('Who pays what, by when'),
  paragraph(pays),
  blanks([
    ...(court?.awardedCents ? [] : ['Sum in the judgment']),
    'Costs in it',
    'Interest: rate and first day',
    ...(court?.judgmentDay ? [] : ['Day the judge signed it']),
    'To be paid by',
  ]),
  numbered(first),
];

const whenPaid = ({ satisfaction }: AfterJudgment): PaperBlock[] => {
  const rows = stepRows([satisfaction]);
  return [heading('When all is paid'), rows.length > 0 ? factTable(rows) : paragraph(satisfaction.says)];
};

function planLetter({ claimant, defendant, court }: CaseFile, since: number): PaperBlock[] {
  return [
    // Handed to the other side: nothing else stands on its sheet.
    { kind: 'page' },
    heading('A letter for a payment plan'),
    paragraph(`Dear ${defendant.name},`),
    paragraph(
      `The court has decided that you pay ${court?.awardedCents ? formatCents(court.awardedCents) : 'the sum below'}.${since > 0 ? ` Since then you paid ${formatCents(since)}.` : ''} You can pay it in parts. Please sign this plan and send it back.`,
    ),
    blanks([
      court?.awardedCents ? 'Still to pay' : 'Sum',
      'First payment: amount and date',
      'Each later payment: amount and day of the month',
      'How to pay',
      `Signature of ${claimant.name}, and date`,
      `Signature of ${defendant.name}, and date`,
    ]),
  ];
}

const BEFORE_THE_DECISION = [
  'When do I get the decision in writing?',
  'Can the judge order them now to write down where they work and what they own?',
];

export function afterTheDecision(file: CaseFile): readonly PaperBlock[] {
  const guide = afterJudgment(file);
  const { court, after, receivedCents } = file;
  // What came before the decision is in it.
  const since = after.payments.reduce((sum, { cents }) => sum + cents, -receivedCents);
  const isOpen = !court?.awardedCents || since < court.awardedCents;
  const asks = openQuestions(file, [
    ...(court?.judgmentDay ? [] : BEFORE_THE_DECISION.map((each) => ofThem(each, file))),
    ['appeal', 'By which day can either side appeal, and how?'],
    ['execution', 'From when may I collect?'],
    ['satisfaction', 'Which form says that I have been paid, and when must I file it?'],
  ]);
  return [
    ...courtRules(file, ['appeal', 'appeal-bond']),
    ...when(asks.length > 0, heading(court?.judgmentDay ? 'Ask the clerk' : 'Ask before you leave'), boxes(asks)),
    ...payment(guide, file),
    ...(isOpen ? collecting(guide) : []),
    ...whenPaid(guide),
    ...when(!court?.awardedCents, heading('If the court does not order payment'), bullets(guide.lost)),
    ...(isOpen ? planLetter(file, since) : []),
  ];
}
