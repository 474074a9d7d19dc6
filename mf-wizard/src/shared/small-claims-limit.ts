import type { ClaimFormData, StateOption } from '@redress/contracts';

export interface SmallClaimsLimit {
  state: StateOption;
  limitCents: number;
  isAbove: boolean;
}

/** Whether what was chosen above the limit is missing, or is a choice that the place does not give. */
export const lacksChoice = (limit: SmallClaimsLimit | null, choice: string | null | undefined): boolean =>
  limit !== null && limit.isAbove && (!choice || (choice === 'waive' && limit.state.may_give_up === false));

/**
 * The small-claims limit of the place where it happened (R8, R9).
 * @returns `null` when the place or its limit is not known: then nothing is said
 */
export function limitOf(
  state: StateOption | null,
  claim: { amountCents: number | null; isBusiness: boolean } & Pick<ClaimFormData, 'situation' | 'disputing'>,
): SmallClaimsLimit | null {
  if (!state) return null;
  const dollars = claim.isBusiness ? (state.limit_business ?? state.limit) : state.limit;
  if (dollars === null) return null;
  const limitCents = Math.round(dollars * 100);
  const about = [claim.situation, ...(claim.disputing ?? [])];
  const binds = !state.limit_not_for?.some((each) => about.includes(each));
  return { state, limitCents, isAbove: binds && (claim.amountCents ?? 0) > limitCents };
}
