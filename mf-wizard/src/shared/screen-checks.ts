/** What each screen must hold before the next one opens: the contracts' schemas, chosen by screen and answers. */
import {
  CalculationStep,
  CategoryStep,
  claimDetailsStep,
  ClaimantBusinessStep,
  ClaimantPersonStep,
  ClaimantTypeStep,
  DefendantBusinessStep,
  DefendantPersonStep,
  DefendantTypeStep,
  DescriptionStep,
  PayoutStep,
  SignatureStep,
  SubcategoryStep,
  type AmountRange,
  type ClaimFormData,
} from '@redress/contracts';
import { comparePositions, positionOf, type Position, type SubStepId, type WizardLayout } from '@redress/domain';
import * as z from 'zod/mini';

export interface CheckSettings {
  range: AmountRange;
  /** Where the claimant is, `YYYY-MM-DD`. */
  today: string;
  /** The chosen category offers subcategories; `null` while it is not known. */
  hasSubcategories: boolean | null;
}

/** @returns `null` for screens on which everything is optional, or which ask nothing */
function checkOf(id: SubStepId, data: ClaimFormData, settings: CheckSettings): z.core.$ZodType | null {
  switch (id) {
    case 'category':
      return CategoryStep;
    case 'subcategories':
      return settings.hasSubcategories === false ? null : SubcategoryStep;
    case 'details':
      return claimDetailsStep(settings.range, settings.today);
    case 'claimant-type':
      return ClaimantTypeStep;
    case 'claimant':
      return data.userType === '2' ? ClaimantBusinessStep : ClaimantPersonStep;
    case 'defendant-type':
      return DefendantTypeStep;
    case 'defendant':
      return data.whoUser === '2' ? DefendantBusinessStep : DefendantPersonStep;
    case 'description':
      return DescriptionStep;
    case 'calculation':
      return CalculationStep;
    case 'payout':
      return PayoutStep;
    case 'signature':
      return SignatureStep;
    default:
      return null;
  }
}

const CHECKED: readonly SubStepId[] = [
  'category', 'subcategories', 'details', 'claimant-type', 'claimant', 'defendant-type', 'defendant',
  'description', 'calculation', 'payout', 'signature',
]; // prettier-ignore

const isComplete = (id: SubStepId, data: ClaimFormData, settings: CheckSettings): boolean => {
  // Not known yet whether this category has any: the screen itself will show it.
  if (id === 'subcategories' && settings.hasSubcategories === null) return true;
  const check = checkOf(id, data, settings);
  return check === null || z.safeParse(check, data).success;
};

/** Screens whose answers are missing or wrong, in order. */
export const incompleteScreens = (data: ClaimFormData, settings: CheckSettings): SubStepId[] =>
  CHECKED.filter((id) => !isComplete(id, data, settings));

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
