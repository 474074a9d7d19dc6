/** What each screen of the wizard must hold before Continue: one schema for browser and server (specification, section 5). */
import {
  CLAIM_TEXT_MAX_CHARACTERS,
  DEFAULT_AMOUNT_RANGE,
  DEFAULT_WIZARD_SETTINGS,
  OUTSIDE_US,
  ZIP_DIGITS,
  senderLines,
  type AmountRange,
  type ClaimFormData,
  type SubStepId,
} from '@redress/domain';
import * as z from 'zod/mini';
import { fitsEnvelope, required } from './fields.ts';

const optionalEmail = z.optional(
  z.nullable(
    z
      .string()
      .check(z.trim(), z.maxLength(254, 'email.tooLong'), z.regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/u, 'email.format')),
  ),
);
const optionalPhone = z.optional(
  z.nullable(z.string().check(z.regex(/^[0-9]*$/, 'phone.digits'), z.maxLength(20, 'text.tooLong'))),
);
const zipcode = z
  .string('field.required')
  .check(z.trim(), z.minLength(1, 'field.required'), z.regex(ZIP_DIGITS, 'zip.short'));
/** Any other country is refused with where to go (R38). */
const inTheUs = z.refine((state: unknown) => state !== OUTSIDE_US, { error: 'state.outsideUs' });
const usState = required().check(inTheUs);
const optionalText = z.optional(z.nullable(z.string()));

export { DEFAULT_AMOUNT_RANGE, DEFAULT_WIZARD_SETTINGS };
export type { AmountRange };

/** Digits with one optional decimal point and at most two decimals; compared as text in cents, never as a float. */
export const amountIn = ({ min, max }: AmountRange) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.number()], 'field.required'),
      z.transform((value: string | number) => String(value).trim()),
    ),
    z.string().check(
      z.minLength(1, 'field.required'),
      z.regex(/^$|^[0-9]{1,12}(\.[0-9]{0,2})?$/, 'amount.format'),
      z.refine((value) => !value || !/^[0-9.]+$/.test(value) || Number(value) >= min, { error: 'amount.min' }),
      z.refine((value) => !/^[0-9.]+$/.test(value) || Number(value) <= max, { error: 'amount.max' }),
    ),
  );

/** A real calendar day written `YYYY-MM-DD`. That it is not in the future is checked against a clock by the caller. */
export const CalendarDay = z.string('field.required').check(
  z.trim(),
  z.minLength(1, 'field.required'),
  z.refine(
    (value) => {
      if (value === '') return true;
      const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(value);
      if (!match) return false;
      const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
      const real = new Date(Date.UTC(year, month - 1, day));
      return real.getUTCMonth() === month - 1 && real.getUTCDate() === day && year >= 1900;
    },
    { error: 'date.format' },
  ),
);

const optionalDay = (today?: string) =>
  z.optional(
    z.nullable(
      z.union([
        z.literal(''),
        today ? CalendarDay.check(z.refine((value) => value <= today, { error: 'date.future' })) : CalendarDay,
      ]),
    ),
  );

const CategoryStep = z.object({ situation: required('category.required') });
const SubcategoryStep = z.object({
  disputing: z.array(z.string(), 'subcategory.required').check(z.minLength(1, 'subcategory.required')),
});

export const claimDetailsStep = (range: AmountRange = DEFAULT_AMOUNT_RANGE, today?: string) =>
  z.object({
    amount: amountIn(range),
    date: today
      ? CalendarDay.check(z.refine((value) => value === '' || value <= today, { error: 'date.future' }))
      : CalendarDay,
    limitDate: optionalDay(today),
    incidentAddress: required(),
    incidentApt: optionalText,
    incidentCity: required(),
    incidentState: usState,
    incidentZipcode: zipcode,
  });

export const ClaimantTypeStep = z.object({ userType: z.enum(['1', '2'], 'claimantType.required') });
export const DefendantTypeStep = z.object({ whoUser: z.enum(['1', '2'], 'defendantType.required') });

const optionalName = z.optional(z.nullable(z.string()));

const oneNameFlag = z.optional(z.nullable(z.union([z.boolean(), z.literal('')])));
/** The second name is required unless there is only one (R36). */
const lastNameOr = (name: string, tick: string) =>
  z.refine(
    (input: unknown) => {
      const answers = input as Record<string, unknown>; // an object: the schema it is a check of has parsed it
      const last = answers[name];
      return answers[tick] === true || (typeof last === 'string' && last.trim() !== '');
    },
    { error: 'field.required', path: [name] },
  );

const claimantPerson = {
  hasOneName: oneNameFlag,
  firstname: required(),
  lastname: optionalName,
  email: optionalEmail,
  phonenumber: optionalPhone,
  address: required(),
  apt: optionalText,
  city: required(),
  country: usState,
  zipcode,
};
export const ClaimantPersonStep = z
  .object(claimantPerson)
  .check(lastNameOr('lastname', 'hasOneName'), fitsEnvelope('address', 'apt'));
/** R10: the legal name is required when the party is a business. */
export const ClaimantBusinessStep = z
  .object({ ...claimantPerson, businessName: required() })
  .check(lastNameOr('lastname', 'hasOneName'), fitsEnvelope('address', 'apt'));

const defendantPerson = {
  defendantHasOneName: oneNameFlag,
  defendantFirstname: required(),
  defendantLastname: optionalName,
  defendantEmail: optionalEmail,
  defendantPhonenumber: optionalPhone,
  defendantAddress: required(),
  defendantApt: optionalText,
  defendantCity: required(),
  defendantCountry: usState,
  defendantZipcode: zipcode,
};
export const DefendantPersonStep = z
  .object(defendantPerson)
  .check(lastNameOr('defendantLastname', 'defendantHasOneName'), fitsEnvelope('defendantAddress', 'defendantApt'));
export const DefendantBusinessStep = z
  .object({
    ...defendantPerson,
    // A business needs no contact person (R36).
    defendantFirstname: optionalName,
    defendantBusinessName: required(),
    defendantWebsite: z.optional(
      z.nullable(z.string().check(z.trim(), z.regex(/^$|^(https?:\/\/|www\.)[^\s]+\.[^\s]+$/i, 'website.invalid'))),
    ),
  })
  .check(fitsEnvelope('defendantAddress', 'defendantApt'));

export const DescriptionStep = z.object({
  claimDescription: required('description.required').check(z.maxLength(CLAIM_TEXT_MAX_CHARACTERS, 'text.tooLong')),
});
export const CalculationStep = z.object({
  claimCalculation: required('calculation.required').check(z.maxLength(CLAIM_TEXT_MAX_CHARACTERS, 'text.tooLong')),
});
const tick = z.optional(z.nullable(z.union([z.boolean(), z.literal('')])));
/** How to be paid, and what the other side reads. An address shown instead of the claimant's own is whole. */
export const PayoutStep = z
  .object({
    partPayments: optionalText,
    partPaymentAmount: z.optional(z.nullable(z.union([z.string(), z.number()]))),
    showsOtherAddress: tick,
    careOf: optionalText,
    shownAddress: optionalText,
    shownApt: optionalText,
    shownCity: optionalText,
    shownState: optionalText.check(inTheUs),
    shownZipcode: optionalText,
    // The name above it: a long one leaves fewer lines.
    userType: optionalText,
    firstname: optionalText,
    lastname: optionalText,
    hasOneName: tick,
    latinName: optionalText,
    businessName: optionalText,
  })
  .check(
    ...(['shownAddress', 'shownCity', 'shownState', 'shownZipcode'] as const).map((field) =>
      z.refine(
        (input: unknown) => {
          const answers = input as Record<string, unknown>; // an object: the schema it is a check of has parsed it
          const value = answers[field];
          return answers['showsOtherAddress'] !== true || (typeof value === 'string' && value.trim() !== '');
        },
        { error: 'field.required', path: [field] },
      ),
    ),
    z.refine(
      ({ showsOtherAddress, shownZipcode }) =>
        showsOtherAddress !== true || !shownZipcode || ZIP_DIGITS.test(shownZipcode),
      { error: 'zip.short', path: ['shownZipcode'] },
    ),
    z.refine(
      // The fields of a claim: an answer that has another shape is refused by the schema before.
      (input) => input.showsOtherAddress !== true || senderLines(input as ClaimFormData).rest === '',
      { error: 'address.tooLong', path: ['shownAddress'] },
    ),
    z.refine(
      ({ partPayments, partPaymentAmount }) =>
        partPayments !== 'monthly' || /^[0-9]{1,6}(\.[0-9]{1,2})?$/.test(String(partPaymentAmount ?? '').trim()),
      { error: 'amount.format', path: ['partPaymentAmount'] },
    ),
  );
const SignatureStep = z.object({ signature: required('signature.required') });

/** Schemas of the screens that ask for something, in their order, as these answers choose them. */
export const screenSteps = (
  { userType, whoUser }: Pick<ClaimFormData, 'userType' | 'whoUser'>,
  { range, today }: { range: AmountRange; today: string },
) =>
  ({
    category: CategoryStep,
    subcategories: SubcategoryStep,
    details: claimDetailsStep(range, today),
    'claimant-type': ClaimantTypeStep,
    claimant: userType === '2' ? ClaimantBusinessStep : ClaimantPersonStep,
    'defendant-type': DefendantTypeStep,
    defendant: whoUser === '2' ? DefendantBusinessStep : DefendantPersonStep,
    description: DescriptionStep,
    calculation: CalculationStep,
    payout: PayoutStep,
    signature: SignatureStep,
  }) as const satisfies Partial<Record<SubStepId, z.core.$ZodType>>;
