import type { Answers } from './answers.ts';

/** The claimant's address, when it is where it happened (R9). */
export const claimantAddressFrom = (data: Answers) => ({
  address: data.incidentAddress ?? '',
  apt: data.incidentApt ?? '',
  city: data.incidentCity ?? '',
  country: data.incidentState ?? '',
  zipcode: data.incidentZipcode ?? '',
});

/** Whether the place is known well enough to stand as an address. */
export const hasWholePlace = (data: Answers): boolean =>
  [data.incidentAddress, data.incidentCity, data.incidentState, data.incidentZipcode].every((part) => part?.trim());
