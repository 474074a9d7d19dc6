import type { ClaimFormData as Claim } from './claim-form.ts';
import type { LeftOut } from './claim-values.ts';

type Text = string | null | undefined;

/** The same shape, which nobody changes. */
export type ReadOnly<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> } : Value;

export * from './claim-values.ts';

/** The claim as its schema gives it, with every field's rule: here it is read only. */
export type ClaimFormData = ReadOnly<Claim>;
export type ExtraRecipient = ReadOnly<NonNullable<Claim['recipients']>[number]>;
export type ClaimField = keyof ClaimFormData;

/** Whether a field is answered: white space alone is no answer. */
export const isAnswered = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() !== ''
    : Array.isArray(value)
      ? value.length > 0
      : typeof value === 'number'
        ? Number.isFinite(value)
        : value !== null && value !== undefined;

export interface Place {
  address: string;
  apt: string;
  city: string;
  /** As chosen: a state's value, code or name. */
  state: string;
  zipcode: string;
}

const text = (value: Text): string => value?.trim() ?? '';

/**
 * Where it happened. Drafts from before the two addresses were kept apart hold it in `address` and so on,
 * so each part falls back to those (R9: an emptied address does not throw a person back).
 */
export function incidentPlace(data: ClaimFormData): Place {
  return {
    address: text(data.incidentAddress) || text(data.address),
    apt: text(data.incidentAddress) ? text(data.incidentApt) : text(data.apt),
    city: text(data.incidentCity) || text(data.city),
    state: text(data.incidentState) || text(data.country),
    zipcode: text(data.incidentZipcode) || text(data.zipcode),
  };
}

const claimantPlace = (data: ClaimFormData): Place => ({
  address: text(data.address),
  apt: text(data.apt),
  city: text(data.city),
  state: text(data.country),
  zipcode: text(data.zipcode),
});

const defendantPlace = (data: ClaimFormData): Place => ({
  address: text(data.defendantAddress),
  apt: text(data.defendantApt),
  city: text(data.defendantCity),
  state: text(data.defendantCountry),
  zipcode: text(data.defendantZipcode),
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

function partyOf(
  code: unknown,
  first: Text,
  last: Text,
  business: Text,
  place: Place,
  email: Text,
  phone: Text,
): Party {
  const personName = [text(first), text(last)].filter(Boolean).join(' ');
  const isBusiness = code === '2';
  return {
    isBusiness,
    name: (isBusiness && text(business)) || personName,
    personName,
    place,
    email: text(email),
    phone: text(phone),
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
  const careOf = text(data.careOf).replace(/^c\/o\s+/i, '');
  return {
    ...claimant,
    ...(data.showsOtherAddress
      ? {
          place: {
            address: text(data.shownAddress),
            apt: text(data.shownApt),
            city: text(data.shownCity),
            state: text(data.shownState),
            zipcode: text(data.shownZipcode),
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
