/** What must be answered before a letter can be written. */
import { amountCents } from '../money/amount.ts';
import {
  claimantOf,
  defendantOf,
  incidentPlace,
  isAnswered,
  type ClaimField,
  type ClaimFormData,
} from '../claim/form-data.ts';
import { claimStop } from '../claim/claim-stop.ts';
import { isPrintableName } from '../claim/names.ts';
import { matchState } from '../jurisdictions/match-state.ts';
import { parseCalendarDay } from '../dates/calendar-day.ts';

/** @returns the fields that are missing or cannot be read, in the order of the wizard; empty when a letter can be written */
export function letterGaps(data: ClaimFormData): readonly ClaimField[] {
  const claimant = claimantOf(data);
  const defendant = defendantOf(data);
  const place = incidentPlace(data);
  const checks: readonly [ClaimField, boolean][] = [
    ['situation', isAnswered(data.situation)],
    ['amount', (amountCents(data.amount) ?? 0) > 0],
    ['date', parseCalendarDay(data.date) !== null],
    ['incidentCity', isAnswered(place.city)],
    ['incidentState', matchState(place.state) !== null],
    ['debtOwner', claimStop(data) !== 'debt-not-own'],
    ['userType', data.userType === '1' || data.userType === '2'],
    ['firstname', isAnswered(data.firstname) && isPrintableName(data.firstname)],
    ['lastname', data.hasOneName === true || (isAnswered(data.lastname) && isPrintableName(data.lastname))],
    ['businessName', !claimant.isBusiness || (isAnswered(data.businessName) && isPrintableName(data.businessName))],
    ['address', isAnswered(claimant.place.address)],
    ['city', isAnswered(claimant.place.city)],
    ['country', matchState(claimant.place.state) !== null],
    ['zipcode', isAnswered(claimant.place.zipcode)],
    ['shownAddress', !data.showsOtherAddress || isAnswered(data.shownAddress)],
    ['shownCity', !data.showsOtherAddress || isAnswered(data.shownCity)],
    ['shownState', !data.showsOtherAddress || matchState(data.shownState) !== null],
    ['shownZipcode', !data.showsOtherAddress || isAnswered(data.shownZipcode)],
    ['whoUser', data.whoUser === '1' || data.whoUser === '2'],
    // A business needs no contact person (ruling 36).
    [
      'defendantFirstname',
      (defendant.isBusiness || isAnswered(data.defendantFirstname)) && isPrintableName(data.defendantFirstname),
    ],
    [
      'defendantLastname',
      data.defendantHasOneName === true ||
        ((defendant.isBusiness || isAnswered(data.defendantLastname)) && isPrintableName(data.defendantLastname)),
    ],
    [
      'defendantBusinessName',
      !defendant.isBusiness || (isAnswered(data.defendantBusinessName) && isPrintableName(data.defendantBusinessName)),
    ],
    ['defendantAddress', isAnswered(defendant.place.address)],
    ['defendantCity', isAnswered(defendant.place.city)],
    ['defendantCountry', matchState(defendant.place.state) !== null],
    ['defendantZipcode', isAnswered(defendant.place.zipcode)],
    ['claimDescription', isAnswered(data.claimDescription)],
    ['claimCalculation', isAnswered(data.claimCalculation)],
  ];
  return checks.filter(([, holds]) => !holds).map(([field]) => field);
}
