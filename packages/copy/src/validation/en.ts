import { CATEGORY_REQUIRED, CODE_SIX_DIGITS, CREDENTIALS_EMPTY, PASSWORD_LONG, passwordShort } from '../said-twice.ts';

/** Values a message may need. */
export interface ValidationValues {
  /** Formatted bounds, as people read them: `$250.00`. */
  min?: string | number;
  max?: string | number;
}

const withCents = (value: string | number | undefined, fallback: string): string =>
  typeof value === 'number'
    ? `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
    : (value ?? fallback);

/** Keys are those of the contracts' schemas. Quoted texts are the specification's (section 5), word for word. */
export const en = {
  'field.required': 'This field is required',
  'field.check': 'Check this answer',
  'text.tooLong': 'This is too long. Make it shorter',
  'address.tooLong':
    'An envelope has two lines of 64 characters for street, unit and care of. Make them shorter, so that nothing is cut',
  'rows.tooMany': 'There is no room for more lines. Remove one first',
  'text.unsafe':
    'The other side reads this. Write only the name, handle or address, without a message or secret number',
  'text.undrawn': 'This holds a character that cannot be printed. Write it with letters',
  'fields.check': 'Please fill in all required fields correctly before continuing!',

  'amount.format': 'Enter the amount in dollars, like 1250 or 1250.50',
  'amount.min': ({ min }: ValidationValues) => `Amount must be at least ${withCents(min, '$250.00')}`,
  'amount.max': ({ max }: ValidationValues) => `Amount cannot exceed ${withCents(max, '$25,000.00')}`,
  'date.format': 'Enter a real date, like 03/28/2026',
  'date.future': 'Enter a date that is not in the future',

  'credentials.empty': CREDENTIALS_EMPTY,
  'email.required': 'Please enter your email address',
  'email.format': 'Please enter a valid email address',
  'email.tooLong': 'Email address is too long',
  'email.taken': 'Looks like you already have an account. Please log in to continue.',
  'password.required': CREDENTIALS_EMPTY,
  'password.short': ({ min }: ValidationValues) => passwordShort(min ?? 6),
  'password.long': PASSWORD_LONG,
  'password.common': 'Choose a password that is harder to guess. This one is on lists of common passwords',
  'password.wrong': 'The current password does not match',
  'newPassword.required': 'New password is required',
  'passwords.mismatch': 'Passwords do not match',
  'code.required': 'Verification code field cannot be empty',
  'code.sixDigits': CODE_SIX_DIGITS,

  'phone.digits': 'Phone number must contain only digits',
  'zip.short': 'Zip code must be at least 5 digits',
  'website.invalid': 'Please enter a valid website URL',
  'state.required': 'Choose a state',
  'state.outsideUs': 'Choose a state of the United States. We cannot help with other countries',

  'category.required': CATEGORY_REQUIRED,
  'subcategory.required': 'Please select at least one subcategory before continuing!',
  'claimantType.required': 'Please select one option before continuing!',
  'defendantType.required': 'Please select who you are filing this claim against!',
  'description.required': 'Please tell us what happened before continuing!',
  'calculation.required': 'Please explain how you calculated the claim amount before continuing!',
  'signature.required': 'Please sign before continuing!',
  'signature.tooLarge': 'We could not keep the signature. Clear it and sign again',
  'package.required': 'Please select a package before continuing!',
  'overLimit.required': 'Choose how you want to go on with an amount above the court limit',

  'coupon.empty': 'Please enter a coupon code',
  'coupon.tooMuch':
    'With this coupon less than 50 cents would be left to pay, which no card can be charged. Use another coupon, or none',
  'cardholder.required': 'Enter the name on the card',
  'terms.required': 'Accept the terms of use to go on',
  'country.required': 'Choose a country',
  'currency.usd': 'Payments are in US dollars',
  'id.format': 'Invalid session ID format. Open the case from your dashboard',
};
