/**
 * What a place's law lets a claimant ask beyond the sum, or asks of the demand itself. Each holds only where the
 * claimant's facts meet the conditions of its text, which are put to them as questions of their own.
 */
import { chosenSubcategories } from '../categories/index.ts';
import { claimantOf, defendantOf, type ClaimFormData } from '../claim/form-data.ts';
import type { AnswerPeriod } from '../dates/pay-by.ts';
import { lawRows, rowCitation, type LawRow } from './law-rows.ts';
import type { Citation } from './fact.ts';
import type { StateFacts } from './states.ts';

export interface LawQuestion {
  /** Of the row and of its words: a condition that reads otherwise is asked anew. */
  readonly key: string;
  readonly text: string;
}

export interface ConditionedRule {
  readonly row: LawRow;
  readonly citation: Citation;
  readonly questions: readonly LawQuestion[];
}

/** FNV-1a, as eight digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function ruleOf(row: LawRow, conditions: readonly string[]): ConditionedRule {
  const own = Array.isArray(row.value['conditions']) ? (row.value['conditions'] as string[]) : [];
  const texts = [...own, ...conditions];
  const questions = texts.map((text) => ({ key: `${row.id}#${hashOf(text)}`.slice(-80), text }));
  return { row, citation: rowCitation(row), questions };
}

const isDepositClaim = ({ situation, disputing }: ClaimFormData): boolean =>
  chosenSubcategories(situation, disputing).some(({ value }) => value === 'security-deposit');

/** What a tenant may ask for beyond a deposit that was kept: a multiple of it, or all of it back. */
export function depositRules(data: ClaimFormData, state: StateFacts | null): readonly ConditionedRule[] {
  if (!state || !isDepositClaim(data)) return [];
  return lawRows(state.code, 'multiple').flatMap((row): ConditionedRule[] => {
    const { times, forfeits, days } = row.value;
    if (typeof times !== 'number' && forfeits !== true) return [];
    const hasOwn = Array.isArray(row.value['conditions']) && row.value['conditions'].length > 0;
    const late =
      typeof days === 'number'
        ? `The landlord did not return the deposit or send a list of what was kept within ${days} days.`
        : 'The landlord did not return the deposit or send a list of what was kept in time.';
    return [ruleOf(row, [...(hasOwn ? [] : [late]), 'I was the tenant, and I asked for the deposit.'])];
  });
}

/** Categories of claims that a consumer may have. */
const CONSUMER_CATEGORIES: ReadonlySet<string> = new Set([
  'product-defect',
  'auto-repair',
  'broken-contract',
  'poor-construction',
  'tenant-landlord',
]);

/** The longest period a letter is made to give: more would hold a claimant up whose letter asks for an answer. */
const LONGEST_DAYS = 90;

/** Written demands a statute asks for before a suit under it, each with the days it gives the other side. */
export function demandRules(data: ClaimFormData, state: StateFacts | null): readonly ConditionedRule[] {
  if (!state || claimantOf(data).isBusiness || !defendantOf(data).isBusiness) return [];
  const rows = [
    ...(CONSUMER_CATEGORIES.has(data.situation ?? '') ? lawRows(state.code, 'consumer') : []),
    ...(data.situation === 'poor-construction' ? lawRows(state.code, 'demand', 'building-work') : []),
  ];
  return rows.flatMap((row): ConditionedRule[] => {
    const { days, categories } = row.value;
    if (typeof days !== 'number' || days > LONGEST_DAYS) return [];
    // Some speak of one trade alone.
    if (Array.isArray(categories) && !categories.includes(data.situation)) return [];
    return [
      ruleOf(row, [`This letter is to be the written demand of that law. It then gives ${days} days to answer.`]),
    ];
  });
}

/** Whether the claimant said of every condition that it is met. */
export const isMet = ({ questions }: ConditionedRule, { lawAnswers }: ClaimFormData): boolean =>
  questions.every(({ key }) => (lawAnswers ?? []).includes(key));

/** The demand the letter is to be: the one that gives the other side longest. */
export const chosenDemand = (data: ClaimFormData, state: StateFacts | null): ConditionedRule | null =>
  demandRules(data, state)
    .filter((rule) => isMet(rule, data))
    .sort((a, b) => Number(b.row.value['days']) - Number(a.row.value['days']))[0] ?? null;

/** How long the other side has to answer: by the demand the letter is, else by the rule of the place. */
export function answerPeriodOf(data: ClaimFormData, state: StateFacts | null): AnswerPeriod | null {
  const days = chosenDemand(data, state)?.row.value['days'];
  return typeof days === 'number' ? { days, counts: 'calendar' } : (state?.answerPeriod?.value ?? null);
}
