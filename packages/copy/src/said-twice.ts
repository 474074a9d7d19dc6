/** Sentences of two areas, of which a page may have one without the other. */
export const CATEGORY_REQUIRED = 'Please select a category before continuing!';
export const SAVE_YOUR_PROGRESS = 'Save Your Progress';
export const CREDENTIALS_EMPTY = 'Email and password fields cannot be empty';
export const CODE_SIX_DIGITS = 'Please enter a valid verification code';
export const PASSWORD_LONG = 'Password is too long';
export const passwordShort = (min: number | string): string => `Password must be at least ${min} characters`;
