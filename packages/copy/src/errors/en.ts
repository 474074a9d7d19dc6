export interface ErrorValues {
  /** Whole seconds until asking again makes sense. */
  retryAfterSeconds?: number;
  reference?: string;
  /** What is missing, as words. */
  what?: string;
}

const wait = (seconds: number | undefined): string => {
  if (seconds === undefined || seconds <= 1) return 'a moment';
  if (seconds < 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
};

/**
 * One sentence for each code of the contracts' error catalogue, by its `text` without the leading `errors.`.
 * Texts the specification quotes (section 8) are kept word for word.
 */
export const en = {
  badRequest: 'We could not read that request. Reload the page and try again.',
  validationFailed: 'Please fill in all required fields correctly before continuing!',
  notSignedIn: 'You are signed out. Log in to go on; what you typed is kept.',
  forbidden: 'This account cannot open that.',
  csrfTokenWrong: 'This page was open for too long. Try again.',
  crossSite: 'That request came from another site, so we did nothing. Open our site and try again.',
  notFound: 'We could not find that. It may have been deleted, or belong to another account.',
  previewMismatch:
    'You opened or left a preview in another tab of this browser. Keep this page open and leave the preview there: we then save what is here.',
  conflict: 'Somebody changed that in the meantime. Reload the page to see how it is now.',
  tooLarge: 'That is too large to send. Make it shorter and try again.',
  rateLimited: ({ retryAfterSeconds }: ErrorValues) => `Too many tries. Try again in ${wait(retryAfterSeconds)}.`,
  internal: 'Something went wrong on our side. Try again; if it stays, write to us with the reference number.',
  notImplemented: 'We do not offer this. Go back and choose something else.',
  overloaded: ({ retryAfterSeconds }: ErrorValues) => `We are very busy. Try again in ${wait(retryAfterSeconds)}.`,
  storageFull: ({ retryAfterSeconds }: ErrorValues) =>
    `We cannot save anything right now, so this was not saved. Keep this page open and try again in ${wait(retryAfterSeconds)}.`,
  providerDown: 'A service we need does not answer right now. Nothing is lost. Try again in a few minutes.',

  loginFailed: 'That e-mail and password do not match. Try again or reset your password.',
  accountExists: 'Looks like you already have an account. Please log in to continue.',
  codeWrong: 'Invalid verification code',
  codeExpired: 'That code is too old. Ask for a new one.',
  codeTriesUsed: 'Too many wrong codes. Ask for a new one.',
  emailTaken: 'Another account uses that e-mail address. Use a different one.',
  signInCancelled: 'You did not finish signing in. Try again, or use your e-mail and password.',
  signInNeedsLink: 'You already have an account with a password. Enter it once to connect the two.',

  formConflict: 'Another tab or device saved newer answers for this case. Choose which ones to keep.',
  sessionCompleted: 'This case is complete. Open it from your dashboard.',
  editOriginalInvalid: 'Invalid original session. Open the case from your dashboard.',
  editSessionInvalid: 'Invalid session ID format. Open the case from your dashboard.',

  couponNotActive: 'Invalid coupon code or coupon is not active',
  stateRequired: 'We do not know your state yet. Go back and choose the state where it happened.',
  taxUnknown: 'We have no tax rate for this state. Go back and choose a different state.',
  packageNotForClaim:
    'Court papers do not fit this case: you chose to send the letter only, or the time to go to court has passed by the day you gave. Choose Demand Letter, or change those answers.',
  packageUnknown: 'We do not offer that package. Choose one of those shown.',
  claimIncomplete: 'Some answers are still missing. Go back and fill them in.',
  debtNotOwn:
    'We cannot send letters about debts that were bought, or are collected for others. You have not been charged.',
  alreadyPaid: 'You have already paid for this case. You were not charged again.',
  paymentIntentFailed: 'Failed to create Payment Intent. We could not reach the card service. Try again.',
  paymentNotSucceeded:
    'The card service has not confirmed the payment. You may try again; you will not be charged twice.',
  paymentMismatch: 'That payment belongs to another order. Nothing was changed. Write to us with the reference number.',

  notPaid: 'You have not paid for this case yet. Choose a package first.',
  letterMissing: 'There is no letter yet. Make it first.',
  letterGenerationFailed: 'Error generating demand letter',
  letterChangedElsewhere: 'The letter was changed in another tab or device. Choose which text to keep.',
  letterNotApproved: 'The letter is not approved yet. Approve it first.',
  nameNotPrintable: 'We cannot print a character in a name of this letter. Change the name, then approve again.',
  letterWaits: ({ what }: ErrorValues) => `Nothing was mailed. The letter waits for: ${what ?? 'an answer'}.`,
  letterRedated: ({ what }: ErrorValues) =>
    what === 'earlier'
      ? 'What the letter says of the first letter or of payments has changed. We wrote it anew and sent nothing. Read what changed, then go on.'
      : 'The letter had an earlier date. We gave it a new one and sent nothing. Read what changed, then go on.',
  letterNotNeeded: 'This letter is not needed any more. We do not mail it. You can have its price back.',
  followUpNotNow: 'There is no further letter for this case now. Open the case: it says what to do next.',
  addressReturned: 'A letter to this address came back. Type another address.',
  letterPayByTooSoon:
    'The letter leaves too little time to answer: it arrives in about a week, and a reader needs 7 days after that. Name a later date to pay by.',
  letterNotPosted:
    'You have paid for a letter that we have not mailed yet. Choose whether we mail it first or you get your money back.',
  papersOpened:
    'After you loaded this page you opened court papers, or a copy of the letter was mailed. We sent nothing back. The page now says what you would get.',
  paymentDisputed:
    'Your bank is checking this payment and decides whether you get it back. To ask about it, write to the address at the foot of this page.',
  refundsByHand:
    'We paid back two of your orders in the last 30 days. We sent nothing back now. Write to the address at the foot of this page, and a person checks this one.',
  letterPosted: 'The letter is already in the mail and can no longer be changed.',
  letterUnsafe: 'The letter says something that we cannot mail. Nothing was sent. Change the places shown.',
  letterEmpty: 'The letter has no text. Write it, or make it again.',
  signatureInvalid: 'We could not read the signature. Clear it and sign again.',
  pdfFailed: 'We could not make the PDF. Try again in a minute; your letter is safe.',
  documentNotReady: 'We are still making this document. Try again in a few minutes.',

  offline: 'You are offline. What you typed is kept. Try again when you are back.',
  timedOut: 'The answer took too long. Try again.',
  badAnswer: 'Invalid response from server. Try again in a minute.',
  emptyAnswer: 'Empty response from server. Try again in a minute.',
};
