/**
 * What the rules of a place answer of what a claimant has to ask on the way to court. A question without a row stays a
 * question for the clerk.
 */
import { rowFact, lawRows, type LawRow } from '../jurisdictions/law-rows.ts';
import type { CaseFile } from './case-file.ts';
import { factRow } from './fact-rows.ts';
import type { FactRow, PaperBlock } from './paper.ts';

const LABELS = {
  venue: 'Where to file',
  form: 'What to file',
  parties: 'What it says about both sides',
  filing: 'How to file',
  copies: 'Copies',
  fee: 'Filing fee',
  waiver: 'If you cannot pay the fee',
  'waiver-who': 'Who does not have to pay',
  business: 'Who speaks for a business',
  server: 'Who may hand over the papers',
  service: 'How they are handed over',
  proof: 'What proves it',
  answer: 'By when the other side answers',
  'first-day': 'What comes first in court',
  appeal: 'By when either side can appeal',
} as const;
export type CourtRule = keyof typeof LABELS;

/** Dollars of a fee's step; a missing end is open. */
function isForSum({ value }: LawRow, cents: number): boolean {
  const dollars = (key: string) => (typeof value[key] === 'number' ? value[key] * 100 : null);
  const [from, over, to, below] = [dollars('fromUsd'), dollars('overUsd'), dollars('toUsd'), dollars('belowUsd')];
  return (
    (from === null || cents >= from) &&
    (over === null || cents > over) &&
    (to === null || cents <= to) &&
    (below === null || cents < below)
  );
}

/** The row of a place that answers for this case; none where the place was not read. */
export function courtRule(file: CaseFile, rule: CourtRule): LawRow | undefined {
  if (!file.state || (rule === 'business' && !file.claimant.isBusiness)) return undefined;
  const rows = lawRows(file.state.code, 'procedure', rule);
  return rule === 'fee' ? rows.find((row) => isForSum(row, file.askedCents)) : rows[0];
}

const says = ({ says: text }: LawRow['value']): string | null => (typeof text === 'string' ? text : null);

function ruleRows(file: CaseFile, rules: readonly CourtRule[]): FactRow[] {
  return rules.flatMap((rule) => {
    const fact = rowFact(courtRule(file, rule), says);
    return fact ? [factRow(LABELS[rule], fact, (text) => text)] : [];
  });
}

/** The rules that were read, with their sources, under a heading of their own; nothing where there are none. */
export function courtRules(file: CaseFile, rules: readonly CourtRule[]): PaperBlock[] {
  const rows = ruleRows(file, rules);
  if (rows.length === 0) return [];
  return [
    { kind: 'heading', level: 1, text: `What the rules say in ${file.state?.nameInText ?? ''}` },
    { kind: 'facts', rows },
  ];
}

/** A question for the clerk, and the rule that answers it where it was read. */
export type Question = string | readonly [rule: CourtRule, text: string];

export const openQuestions = (file: CaseFile, questions: readonly Question[]): string[] =>
  questions.flatMap((question) => {
    if (typeof question === 'string') return [question];
    const [rule, text] = question;
    return courtRule(file, rule) ? [] : [text];
  });
