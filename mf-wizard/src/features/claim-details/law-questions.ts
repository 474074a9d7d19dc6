/** Questions of the law. A file that is loaded late: it carries the law of every state. */
import type { ClaimFormData } from '@redress/contracts';
import { incidentPlace } from '@redress/domain';
import {
  demandRules,
  depositRules,
  matchState,
  publicSource,
  stateByCode,
  type LawQuestion,
  type PublicSource,
} from '@redress/domain/jurisdictions';

export interface LawQuestions {
  questions: readonly LawQuestion[];
  sources: readonly PublicSource[];
}

/** Conditions of the place's statutes, as questions to the claimant. */
export function lawQuestionsFor(data: ClaimFormData): LawQuestions {
  const state = stateByCode(matchState(incidentPlace(data).state)?.code);
  const rules = [...depositRules(data, state), ...demandRules(data, state)];
  const questions = new Map(rules.flatMap((rule) => rule.questions).map((each) => [each.key, each]));
  const sources = rules.map(({ row, citation }) => publicSource({ citation, note: row.note ?? null }));
  return {
    questions: [...questions.values()],
    sources: sources.filter(({ source }, index) => sources.findIndex((each) => each.source === source) === index),
  };
}
