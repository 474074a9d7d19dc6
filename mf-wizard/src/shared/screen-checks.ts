/** What each screen must hold before the next one opens: the contracts' schemas, chosen by screen and answers. */
import { screenSteps, type AmountRange, type ClaimFormData } from '@redress/contracts';
import { comparePositions, positionOf, type Position, type SubStepId, type WizardLayout } from '@redress/domain';
import * as z from 'zod/mini';

export interface CheckSettings {
  range: AmountRange;
  /** Where the claimant is, `YYYY-MM-DD`. */
  today: string;
  /** The chosen category offers subcategories; `null` while it is not known. */
  hasSubcategories: boolean | null;
}

/** Screens whose answers are missing or wrong, in order. */
export function incompleteScreens(data: ClaimFormData, settings: CheckSettings): SubStepId[] {
  const steps = screenSteps(data, settings);
  const screens = Object.keys(steps) as (keyof typeof steps)[];
  return screens.filter(
    (id) =>
      // A category may have none; while that is not known, the screen itself will show it.
      (id !== 'subcategories' || settings.hasSubcategories) && !z.safeParse(steps[id], data).success,
  );
}

/** The first screen before `end` that still needs an answer. */
export function firstIncomplete(
  end: Position,
  data: ClaimFormData,
  settings: CheckSettings & { layout: WizardLayout },
): Position | null {
  const id = incompleteScreens(data, settings).find(
    (candidate) => comparePositions(positionOf(settings.layout, candidate), end) < 0,
  );
  return id ? positionOf(settings.layout, id) : null;
}
