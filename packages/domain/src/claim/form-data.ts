import { trimmed, type ClaimFormData, type Place } from './answered.ts';
import type { LeftOut } from './claim-values.ts';

type Text = string | null | undefined;

export * from './answered.ts';
export * from './claim-values.ts';

export type ExtraRecipient = NonNullable<ClaimFormData['recipients']>[number];
export type ClaimField = keyof ClaimFormData;

const claimantPlace = (data: ClaimFormData): Place => ({
  address: trimmed(data.address),
  apt: trimmed(data.apt),
  city: trimmed(data.city),
  state: trimmed(data.country),
  zipcode: trimmed(data.zipcode),
});

const defendantPlace = (data: ClaimFormData): Place => ({
  address: trimmed(data.defendantAddress),
  apt: trimmed(data.defendantApt),
  city: trimmed(data.defendantCity),
  state: trimmed(data.defendantCountry),
  zipcode: trimmed(data.defendantZipcode),
});

/** The same answers with the other side at another place. */
export const movedTo = <Data extends ClaimFormData>(data: Data, place: Place): Data => ({
  ...data,
  defendantAddress: place.address,
  defendantApt: place.apt,
  defendantCity: place.city,
  defendantCountry: place.state,
  defendantZipcode: place.zipcode,
});

export interface Party {
  isBusiness: boolean;
  /** The legal name: the business, or the person's full name. */
  name: string;
  /** The person behind it: the contact of a business, else the same as `name`. */
  personName: string;
  place: Place;
  email: string;
  phone: string;
  /** `c/o Ana Diaz`: a line above the address. */
  careOf?: string;
}

/** Whether two people claim as one: `Ana and Luis Pérez`. */
export const areTwo = ({ isBusiness, personName }: Pick<Party, 'isBusiness' | 'personName'>): boolean =>
  !isBusiness && /\S\s+(?:and|&)\s+\S/iu.test(personName);

/** Whether "we" is said. */
export const saysWe = (party: Pick<Party, 'isBusiness' | 'personName'>): boolean => party.isBusiness || areTwo(party);

function partyOf(
  code: unknown,
  first: Text,
  last: Text,
  business: Text,
  place: Place,
  email: Text,
  phone: Text,
): Party {
  const personName = [trimmed(first), trimmed(last)].filter(Boolean).join(' ');
  const isBusiness = code === '2';
  return {
    isBusiness,
    name: (isBusiness && trimmed(business)) || personName,
    personName,
    place,
    email: trimmed(email),
    phone: trimmed(phone),
  };
}

export const claimantOf = (data: ClaimFormData): Party =>
  partyOf(
    data.userType,
    data.firstname,
    data.hasOneName ? '' : data.lastname,
    data.businessName,
    claimantPlace(data),
    data.email,
    data.phonenumber,
  );

export const leavesOut = (data: ClaimFormData, what: LeftOut): boolean => (data.letterLeavesOut ?? []).includes(what);

/** The claimant as the other side reads them, in the letter, on the envelope and in the papers. */
export function shownClaimantOf(data: ClaimFormData): Party {
  const claimant = claimantOf(data);
  const careOf = trimmed(data.careOf).replace(/^c\/o\s+/i, '');
  return {
    ...claimant,
    ...(data.showsOtherAddress
      ? {
          place: {
            address: trimmed(data.shownAddress),
            apt: trimmed(data.shownApt),
            city: trimmed(data.shownCity),
            state: trimmed(data.shownState),
            zipcode: trimmed(data.shownZipcode),
          },
          ...(careOf ? { careOf: `c/o ${careOf}` } : {}),
        }
      : {}),
    email: leavesOut(data, 'email') ? '' : claimant.email,
    phone: leavesOut(data, 'phone') ? '' : claimant.phone,
  };
}

export const defendantOf = (data: ClaimFormData): Party =>
  partyOf(
    data.whoUser,
    data.defendantFirstname,
    data.defendantHasOneName ? '' : data.defendantLastname,
    data.defendantBusinessName,
    defendantPlace(data),
    data.defendantEmail,
    data.defendantPhonenumber,
  );
