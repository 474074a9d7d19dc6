/** Claims this service cannot take, whatever else is answered. */
import { matchState } from '../jurisdictions/match-state.ts';
import type { ClaimFormData } from './form-data.ts';

/**
 * debt-not-own: a debt that was bought, or placed for collection, falls under separate collection laws. outside-us:
 * certified mail and the courts described here end at the border.
 */
export type ClaimStop = 'debt-not-own' | 'outside-us';

/** Whose debt it is has to be asked: a business that asks a person to pay. */
export const asksWhoseDebt = (data: ClaimFormData): boolean =>
  data.situation === 'debt-collection' && data.userType === '2';

/** The choice of the state field for any other country; no state's name or code. */
export const OUTSIDE_US = 'outside-us';

const isOutsideUs = (state: string | null | undefined): boolean => Boolean(state?.trim()) && matchState(state) === null;

export function claimStop(data: ClaimFormData): ClaimStop | null {
  if (asksWhoseDebt(data) && (data.debtOwner === 'bought' || data.debtOwner === 'placed')) return 'debt-not-own';
  return [data.incidentState, data.country, data.defendantCountry].some(isOutsideUs) ? 'outside-us' : null;
}

/** Mail reaches a PO box; court papers cannot be handed over there. */
export const isPoBox = (address: string | null | undefined): boolean =>
  /\b(?:p\.?\s*o\.?|post\s+office)\s*box\s*#?\s*\d/i.test(address ?? '');
