/** Rows of step 4 among the answers to check: each with a way to itself. Loaded for claims that have some. */
import type { ClaimFormData } from '@redress/contracts';
import { rows as rowCopy } from '@redress/copy/rows';
import { wizardClaim } from '@redress/copy/wizard-claim';
import { ownCalculation, ownStory, readFact, speakersOf, starterFacts } from '@redress/domain/facts';
import type { AnswerGroup, AnswerRow } from '../../shared/answer-rows.ts';
import { factDetail, itemDetail, itemTitle } from '../../shared/row-lines.ts';

const inLines = (...lines: string[]) => lines.filter(Boolean).join('\n');

function factRows(data: ClaimFormData): AnswerRow[] {
  const questions = new Map(starterFacts(data).map(({ key, question }) => [key, question]));
  return (data.facts ?? []).map((fact, at) => ({
    name: wizardClaim.check.fact(at + 1),
    value: inLines(
      readFact(fact, 'letter', speakersOf(data)) || (questions.get(fact.asks ?? '') ?? rowCopy.facts.unnamed),
      factDetail(fact),
    ),
    screen: 'description',
    row: fact.id,
  }));
}

const itemRows = ({ sumItems }: ClaimFormData): AnswerRow[] =>
  (sumItems ?? []).map((item, at) => ({
    name: wizardClaim.check.item(at + 1),
    value: inLines(itemTitle(item), itemDetail(item)),
    screen: 'calculation',
    row: item.id,
  }));

/** The same answers, the two texts as the claimant wrote them and each row by itself. */
export function withRows(groups: readonly AnswerGroup[], data: ClaimFormData): readonly AnswerGroup[] {
  const rowed: Readonly<Record<string, readonly [string, readonly AnswerRow[]]>> = {
    [wizardClaim.description.label]: [ownStory(data).trim(), factRows(data)],
    [wizardClaim.calculation.label]: [ownCalculation(data).trim(), itemRows(data)],
  };
  return groups.map((group) => ({
    ...group,
    rows: group.rows.flatMap((answer) => {
      const [own, rows] = rowed[answer.name] ?? [];
      if (!rows?.length) return [answer];
      // Rows that say it all stand without a text; rows that say nothing answer nothing.
      return [...(own || !answer.value ? [{ ...answer, value: own ?? '' }] : []), ...rows];
    }),
  }));
}
