import type { AgreedInterest, ClaimFact, ClaimItem, ClaimObjection } from '../facts/rows.ts';

/**
 * The claim as the wire carries it: every field optional, text as typed.
 * Field names are the specification's (section 3); the place where it happened is kept apart (R9 and R10).
 */
type Text = string | null | undefined;

/** `'1'` a person, `'2'` a business. */
export type PartyCode = '1' | '2';

export const PAYMENT_TYPES = ['Check', "Cashier's Check", 'Cash', 'Money Order'] as const;

/** 200 KB of PNG, as base64 in a data URL. */
export const SIGNATURE_MAX_CHARACTERS = 275_000;
export const CLAIM_TEXT_MAX_CHARACTERS = 20_000;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** What to do with an amount above the state's small-claims limit (R8). */
export type OverLimitChoice = 'waive' | 'letter-only';

/** own: it arose with the claimant. bought: from somebody else. placed: it is collected for somebody else. */
export type DebtOwner = 'own' | 'bought' | 'placed';

export type LetterTone = 'plain' | 'friendly' | 'firm';

/** asked: they may say how much and when. monthly: a sum a month is named. none: the letter offers no part payments. */
export type PartPayments = 'asked' | 'monthly' | 'none';

/** What the claimant does not want the other side to read. */
export const LETTER_LEAVES_OUT = ['phone', 'email', 'call', 'mediation', 'court', 'interest', 'slip'] as const;
export type LeftOut = (typeof LETTER_LEAVES_OUT)[number];

/** Why somebody else may get a copy (R37): nobody else does. */
export const RECIPIENT_ROLES = ['co-debtor', 'owner', 'registered-agent', 'insurer'] as const;
export type RecipientRole = (typeof RECIPIENT_ROLES)[number];

/** Somebody else who gets the same letter by certified mail. `state` is a code, value or name. */
export interface ExtraRecipient {
  name?: string | undefined;
  address?: string | undefined;
  apt?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zipcode?: string | undefined;
  role?: RecipientRole | null | undefined;
  /** Asked where the name reads like an office or a relation: they do have that role. */
  confirmed?: boolean | null | undefined;
}

export interface ClaimFormData {
  situation?: Text;
  situationLabel?: Text;
  disputing?: readonly string[] | null | undefined;
  disputingLabels?: readonly string[] | null | undefined;
  /** Dollars as typed; read it with `amountCents`. */
  amount?: string | number | null | undefined;
  /** The day it happened, `YYYY-MM-DD`. */
  date?: Text;
  /** The day is not sure: letter and papers say "about". */
  dateIsAbout?: boolean | null | undefined;
  /** The day the time to go to court counts from, where that is another one: due, delivery, move-out … (R38). */
  limitDate?: Text;
  limitDateUnknown?: boolean | null | undefined;
  /** Which day `limitDate` was asked for as (`LimitStart`). */
  limitDateOf?: Text;
  /** Conditions of rules of law that the claimant says are met, by the key of each question. */
  lawAnswers?: readonly string[] | null | undefined;

  /** The claimant's address from step 2 on; `country` holds the state. */
  address?: Text;
  apt?: Text;
  city?: Text;
  country?: Text;
  zipcode?: Text;

  /** The place where it happened. Its state decides limit, court, time limits and tax. */
  incidentAddress?: Text;
  incidentApt?: Text;
  incidentCity?: Text;
  incidentState?: Text;
  incidentZipcode?: Text;
  sameAddress?: boolean | null | undefined;
  overLimitChoice?: OverLimitChoice | '' | null | undefined;

  /** What the claimant decided about a sentence of class B (ruling 34), by its key. */
  sentenceChoices?: readonly { readonly key: string; readonly choice: 'keep' | 'cut' }[] | null | undefined;

  userType?: PartyCode | '' | null | undefined;
  firstname?: Text;
  lastname?: Text;
  hasOneName?: boolean | null | undefined;
  /** The claimant's name in Latin letters, for the envelope. */
  latinName?: Text;
  /** The claimant's legal name when it is a business. */
  businessName?: Text;
  email?: Text;
  phonenumber?: Text;
  /** Whose debt it is, asked of a business. */
  debtOwner?: DebtOwner | '' | null | undefined;

  whoUser?: PartyCode | '' | null | undefined;
  defendantFirstname?: Text;
  defendantLastname?: Text;
  defendantHasOneName?: boolean | null | undefined;
  defendantLatinName?: Text;
  /** Whom at a business opponent the letter goes to, when no person is named. */
  toRegisteredAgent?: boolean | null | undefined;
  /** The defendant's legal name when it is a business. */
  defendantBusinessName?: Text;
  defendantEmail?: Text;
  defendantPhonenumber?: Text;
  defendantWebsite?: Text;
  defendantAddress?: Text;
  defendantApt?: Text;
  defendantCity?: Text;
  defendantCountry?: Text;
  defendantZipcode?: Text;

  claimDescription?: Text;
  claimCalculation?: Text;
  /** Rows beside the two texts, which are made of them. A claim that has only texts has none. */
  facts?: readonly ClaimFact[] | null | undefined;
  sumItems?: readonly ClaimItem[] | null | undefined;
  objections?: readonly ClaimObjection[] | null | undefined;
  agreedInterest?: AgreedInterest | null | undefined;
  /** Sentences of a long account that stand in the letter, by their keys; those proposed unless some are marked. */
  coreSentences?: readonly string[] | null | undefined;

  venmo?: Text;
  cashapp?: Text;
  zelle?: Text;
  paymentTypes?: readonly PaymentType[] | null | undefined;
  partPayments?: PartPayments | '' | null | undefined;
  /** Dollars a month as typed, with `monthly`. */
  partPaymentAmount?: string | number | null | undefined;
  letterLeavesOut?: readonly LeftOut[] | null | undefined;
  /** Whether the papers ask the court for interest; the claimant's own choice, so unanswered is no answer. */
  interestChoice?: 'ask' | 'none' | '' | null | undefined;
  /** The other side reads the address below instead of the claimant's own. */
  showsOtherAddress?: boolean | null | undefined;
  /** Somebody else's name or a place of work, printed as `c/o …`. */
  careOf?: Text;
  shownAddress?: Text;
  shownApt?: Text;
  shownCity?: Text;
  shownState?: Text;
  shownZipcode?: Text;
  /** Image data URL. */
  signature?: Text;

  selectedPackage?: Text;
  packageTitle?: Text;
  packagePrice?: string | number | null | undefined;
  packageFeatures?: readonly string[] | null | undefined;
  stateCode?: Text;
  selectedState?: Text;
  calculatedStateCode?: Text;
  calculatedStateName?: Text;
  cardholderName?: Text;
  recipients?: readonly ExtraRecipient[] | null | undefined;
  tone?: LetterTone | null | undefined;
}

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
