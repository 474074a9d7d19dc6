import * as z from 'zod/mini';
import { FACT_ACTORS, FACT_DAYS, FACT_PROOFS, FACTS_MAX, OBJECTIONS_MAX, ROW_TEXT_MAX_CHARACTERS, SUM_ITEMS_MAX } from '../facts/row-values.ts'; // prettier-ignore
import { ZIP_DIGITS } from '../fields/formats.ts';
import { withoutDirections } from '../fields/drawn.ts';
import {
  CLAIM_TEXT_MAX_CHARACTERS,
  LETTER_LEAVES_OUT,
  PAYMENT_TYPES,
  RECIPIENT_ROLES,
  SIGNATURE_MAX_CHARACTERS,
} from './claim-values.ts';

/** Typed text. It is stored without marks that turn the order of letters around: a screen and paper show the same. */
const typed = (max: number) => z.string().check(z.maxLength(max, 'text.tooLong'), z.overwrite(withoutDirections));
const text = (max: number) => z.optional(z.nullable(typed(max)));
const name = text(200);
const line = text(300);
/** `'1'` a person, `'2'` a business. Codes arrive as `'1'` or `1` (specification, section 3) and are kept as text. */
const personOrBusiness = z.optional(
  z.nullable(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.pipe(
        z.transform((value: string | number) => String(value)),
        z.enum(['1', '2', '']),
      ),
    ),
  ),
);

export const Recipient = z.object({
  name: z
    .string()
    .check(
      z.overwrite(withoutDirections),
      z.trim(),
      z.minLength(1, 'field.required'),
      z.maxLength(200, 'text.tooLong'),
    ),
  address: z
    .string()
    .check(
      z.overwrite(withoutDirections),
      z.trim(),
      z.minLength(1, 'field.required'),
      z.maxLength(300, 'text.tooLong'),
    ),
  apt: z.optional(z.string().check(z.maxLength(100, 'text.tooLong'))),
  city: z.string().check(z.trim(), z.minLength(1, 'field.required'), z.maxLength(120, 'text.tooLong')),
  state: z.string().check(z.trim(), z.minLength(1, 'field.required'), z.maxLength(60, 'text.tooLong')),
  zipcode: z.string().check(z.regex(ZIP_DIGITS, 'zip.short')),
  /** Why they may get a copy (R37); orders of before it was asked have none. */
  role: z.optional(z.nullable(z.enum(RECIPIENT_ROLES))),
  /** A name that reads like an office or a relation was asked about: they do have that role. */
  confirmed: z.optional(z.nullable(z.boolean())),
});
export type Recipient = z.output<typeof Recipient>;

/** `key` is `sentenceKey` of the sentence (`@redress/domain/letter-gate`). */
export const SentenceChoice = z.object({
  key: z.string().check(z.maxLength(32)),
  choice: z.enum(['keep', 'cut']),
});

const rowId = z.string().check(z.minLength(1), z.maxLength(40));
const flag = z.optional(z.nullable(z.boolean()));
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.optional(z.nullable(z.enum([...values, ''] as [...Values, ''])));
const rowText = text(ROW_TEXT_MAX_CHARACTERS);

/** One thing that happened, as it is being typed. The day is judged by whoever counts with it. */
const ClaimFact = z.object({
  /** Made by the screen, never changed, never used again after the row was removed. */
  id: rowId,
  /** `2026-03-03`; with `about` also `2026-03` or `2019`. */
  day: text(40),
  dayIs: oneOf(FACT_DAYS),
  who: oneOf(FACT_ACTORS),
  whoName: name,
  /** In the person's own words, as said to the other side: `lent you $500`, or a whole sentence. `I` is the claimant. */
  what: rowText,
  proof: oneOf(FACT_PROOFS),
  proofName: name,
  /** Key of the question it answers (`starterFacts`): `lent`, `due`. */
  asks: text(40),
  /** `false`: the claimant says that what is asked for did not happen. */
  happened: flag,
});

/** One part of the sum; `cents` is never below zero: whether it is taken off is said by `isCredit`. */
const ClaimItem = z.object({
  id: rowId,
  label: line,
  /** How it is measured: `Invoice 7`, `two quotes`. */
  measured: line,
  cents: z.optional(z.nullable(z.int().check(z.nonnegative(), z.maximum(99_999_999_999)))),
  isCredit: flag,
  day: text(40),
});

/** What the other side may say; with `inLetter` the answer stands in the letter too. */
const ClaimObjection = z.object({ id: rowId, says: rowText, answer: rowText, inLetter: flag });

const rowsOf = <Row extends z.ZodMiniType>(row: Row, max: number) =>
  z.optional(z.nullable(z.array(row).check(z.maxLength(max, 'rows.tooMany'))));

/**
 * The claim as it is being typed: everything optional, nothing judged but type and size,
 * so that a half-finished answer is never lost. Field names are the specification's (section 3) and R9, R10.
 * Unknown keys are dropped; server-owned facts are not among these fields.
 */
export const ClaimFormData = z.object({
  situation: text(60),
  situationLabel: text(120),
  disputing: z.optional(z.nullable(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(40)))),
  disputingLabels: z.optional(z.nullable(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(40)))),
  /** As typed: `1250.5` and `'1250.50'` both. */
  amount: z.optional(z.nullable(z.union([z.string().check(z.maxLength(40, 'text.tooLong')), z.number()]))),
  date: text(40),
  /** The day is not sure: letter and papers say "about". */
  dateIsAbout: z.optional(z.nullable(z.boolean())),
  /** The day the time to go to court counts from, where that is not the day it happened (R38). */
  limitDate: text(40),
  limitDateUnknown: z.optional(z.nullable(z.boolean())),
  /** Which day `limitDate` was asked for as. */
  limitDateOf: text(20),
  /** Conditions of rules of law that the claimant says are met, by the key of each question. */
  lawAnswers: z.optional(z.nullable(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(40)))),
  address: line,
  apt: text(100),
  city: text(120),
  /** Holds the state (specification, section 3). */
  country: text(60),
  zipcode: text(20),
  incidentAddress: line,
  incidentApt: text(100),
  incidentCity: text(120),
  incidentState: text(60),
  incidentZipcode: text(20),
  sameAddress: z.optional(z.nullable(z.boolean())),
  /** What to do with an amount above the state's small-claims limit (R8). */
  overLimitChoice: z.optional(z.nullable(z.enum(['waive', 'letter-only', '']))),
  userType: personOrBusiness,
  firstname: name,
  lastname: name,
  hasOneName: z.optional(z.nullable(z.boolean())),
  latinName: name,
  businessName: name,
  email: text(254),
  phonenumber: text(40),
  /** Whose debt it is, asked of a business: it arose with it, was bought, or is collected for somebody else. */
  debtOwner: z.optional(z.nullable(z.enum(['own', 'bought', 'placed', '']))),
  whoUser: personOrBusiness,
  defendantFirstname: name,
  defendantLastname: name,
  defendantHasOneName: z.optional(z.nullable(z.boolean())),
  defendantLatinName: name,
  toRegisteredAgent: z.optional(z.nullable(z.boolean())),
  defendantBusinessName: name,
  defendantEmail: text(254),
  defendantPhonenumber: text(40),
  defendantWebsite: text(300),
  defendantAddress: line,
  defendantApt: text(100),
  defendantCity: text(120),
  defendantCountry: text(60),
  defendantZipcode: text(20),
  claimDescription: text(CLAIM_TEXT_MAX_CHARACTERS),
  claimCalculation: text(CLAIM_TEXT_MAX_CHARACTERS),
  /** Rows beside the two texts, which are made of them. */
  facts: rowsOf(ClaimFact, FACTS_MAX),
  sumItems: rowsOf(ClaimItem, SUM_ITEMS_MAX),
  objections: rowsOf(ClaimObjection, OBJECTIONS_MAX),
  /** Percent a year as typed, where it is agreed (`section 4 of the lease`), the first day it counts for. */
  agreedInterest: z.optional(z.nullable(z.object({ percent: text(20), clause: line, from: text(40) }))),
  /** Keys of the sentences of a long account that stand in the letter (`sentenceKey`). */
  coreSentences: z.optional(z.nullable(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(100)))),
  venmo: text(120),
  cashapp: text(120),
  zelle: text(254),
  paymentTypes: z.optional(z.nullable(z.array(z.enum(PAYMENT_TYPES)).check(z.maxLength(4)))),
  /** asked: they may say how much and when. monthly: a sum a month is named. none: the letter offers no part payments. */
  partPayments: z.optional(z.nullable(z.enum(['asked', 'monthly', 'none', '']))),
  /** Dollars a month, with `monthly`. */
  partPaymentAmount: z.optional(z.nullable(z.union([z.string().check(z.maxLength(40, 'text.tooLong')), z.number()]))),
  /** What the other side does not read in the letter. */
  letterLeavesOut: z.optional(
    z.nullable(z.array(z.enum(LETTER_LEAVES_OUT)).check(z.maxLength(LETTER_LEAVES_OUT.length))),
  ),
  /** Whether the papers ask the court for interest. */
  interestChoice: z.optional(z.nullable(z.enum(['ask', 'none', '']))),
  /** The other side reads `careOf` and the `shown…` address instead of the claimant's own. */
  showsOtherAddress: z.optional(z.nullable(z.boolean())),
  careOf: name,
  shownAddress: line,
  shownApt: text(100),
  shownCity: text(120),
  shownState: text(60),
  shownZipcode: text(20),
  signature: z.optional(z.nullable(z.string().check(z.maxLength(SIGNATURE_MAX_CHARACTERS, 'signature.tooLarge')))),
  selectedPackage: text(40),
  packageTitle: text(120),
  packagePrice: z.optional(z.nullable(z.union([z.string().check(z.maxLength(40)), z.number()]))),
  packageFeatures: z.optional(z.nullable(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20)))),
  stateCode: text(10),
  selectedState: text(60),
  calculatedStateCode: text(10),
  calculatedStateName: text(60),
  cardholderName: name,
  recipients: z.optional(z.nullable(z.array(z.partial(Recipient)).check(z.maxLength(10)))),
  /** What the claimant decided about a sentence that names other people or other pressure (ruling 34). */
  sentenceChoices: z.optional(z.nullable(z.array(SentenceChoice).check(z.maxLength(200)))),
  tone: z.optional(z.nullable(z.enum(['plain', 'friendly', 'firm']))),
});
export type ClaimFormData = z.output<typeof ClaimFormData>;
export type ClaimField = keyof ClaimFormData;
