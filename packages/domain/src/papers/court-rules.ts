/**
 * What the rules of a place answer of what a claimant has to ask on the way to court. A question without a row stays a
 * question for the clerk.
 */
import { boxes, factTable, heading } from './blocks.ts';
import { filingFeeRow } from '../jurisdictions/filing.ts';
import { rowFact, lawRows, type LawRow } from '../jurisdictions/law-rows.ts';
import type { CaseFile } from './case-file.ts';
import { factRow } from './fact-rows.ts';
import type { FactRow, PaperBlock } from './paper.ts';

/** What a row answers; ways to collect stand as what is known of the other side. */
export const COURT_RULES = {
  venue: 'Where to file',
  'venue-several': 'When they live in different counties',
  'venue-away': 'When the other side lives in another state',
  form: 'What to file',
  parties: 'What it says about both sides',
  filing: 'How to file',
  copies: 'Copies',
  fee: 'Filing fee',
  'limit-counts': 'What counts toward the limit',
  'give-up': 'Whether a part can be given up',
  waiver: 'If you cannot pay the fee',
  'waiver-who': 'Who does not have to pay',
  'waiver-service': 'Whether service is free too',
  business: 'Who speaks for a business',
  server: 'Who may hand over the papers',
  service: 'How they are handed over',
  'serve-by': 'By when',
  retry: 'If it does not work',
  proof: 'What proves it',
  answer: 'By when the other side answers',
  default: 'If they do not answer or come',
  military: 'Military service',
  interpreter: 'Interpreter',
  'first-day': 'What comes first in court',
  appeal: 'By when either side can appeal',
  'appeal-bond': 'What an appeal costs',
  wages: 'Do you know where they work?',
  bank: 'Do you know their bank?',
  execution: 'Do they own things of value, or run a business?',
  land: 'Do they own land or a house?',
  'asks-debtor': 'Do you know none of this?',
  satisfaction: 'The form for it',
} as const;
export type CourtRule = keyof typeof COURT_RULES;

/** What decides which row answers. */
export type RuleFacts = Pick<CaseFile, 'state' | 'claimant' | 'limit' | 'askedCents'> &
  Partial<Pick<CaseFile, 'alsoOwe' | 'isAway'>>;

/** The row of a place that answers for this case; none where the place was not read. */
export function courtRule(file: RuleFacts, rule: CourtRule): LawRow | undefined {
  if (!file.state || (rule === 'business' && !file.claimant.isBusiness)) return undefined;
  if (rule === 'give-up' && file.limit?.status !== 'above') return undefined;
  if (rule === 'venue-several' && !file.alsoOwe?.length) return undefined;
  if (rule === 'venue-away' && !file.isAway) return undefined;
  return rule === 'fee'
    ? filingFeeRow(file.state.code, file.askedCents)
    : lawRows(file.state.code, 'procedure', rule)[0];
}

const says = ({ says: text }: LawRow['value']): string | null => (typeof text === 'string' ? text : null);

/** A rule in its own words; empty where none was read. */
export const saysOf = (file: RuleFacts, rule: CourtRule): string => says(courtRule(file, rule)?.value ?? {}) ?? '';

/** What a rule says that lets nobody give up a part; none where it was not read or allows it. */
export const noGivingUp = (file: CaseFile): string | null =>
  (file.limit?.mayGiveUp === false && saysOf(file, 'give-up')) || null;

/** What a rule says, with its source; nothing where none was read. */
export function ruleRow(label: string, row: LawRow | undefined): FactRow[] {
  const fact = rowFact(row, says);
  return fact ? [factRow(label, fact, (text) => text)] : [];
}

/** The rules that were read, with their sources, under a heading of their own; nothing where there are none. */
export function courtRules(
  file: CaseFile,
  rules: readonly CourtRule[],
  more: readonly (readonly [label: string, row: LawRow])[] = [],
): PaperBlock[] {
  const labelled = [...rules.map((rule) => [COURT_RULES[rule], courtRule(file, rule)] as const), ...more];
  const rows = labelled.flatMap(([label, row]) => ruleRow(label, row));
  if (rows.length === 0) return [];
  return [heading(`What the rules say in ${file.state?.nameInText ?? ''}`), factTable(rows)];
}

/** A question for the clerk, and the rule that answers it where it was read. */
export type Question = string | readonly [rule: CourtRule, text: string];

export const openQuestions = (file: CaseFile, questions: readonly Question[]): string[] =>
  questions.flatMap((question) => {
    if (typeof question === 'string') return [question];
    const [rule, text] = question;
    return courtRule(file, rule) ? [] : [text];
  });

/** What is left to ask, to be ticked off; nothing where the rules answer all of it. */
export const askTheClerk = (items: readonly string[]): PaperBlock[] =>
  items.length > 0 ? [heading('Ask the clerk'), boxes(items)] : [];
