/** Status, whether asking again can help, and the copy key of the sentence (`@redress/copy/errors`). */
export interface ErrorSpec {
  status: number;
  retry: boolean;
  text: string;
}

/** The one catalogue of refusals. Told apart by `code`, never by class: two remotes may each carry their own copy of one. */
export const ERRORS = {
  BAD_REQUEST: { status: 400, retry: false, text: 'errors.badRequest' },
  VALIDATION_FAILED: { status: 422, retry: false, text: 'errors.validationFailed' },
  NOT_SIGNED_IN: { status: 401, retry: false, text: 'errors.notSignedIn' },
  FORBIDDEN: { status: 403, retry: false, text: 'errors.forbidden' },
  CSRF_TOKEN_WRONG: { status: 403, retry: false, text: 'errors.csrfTokenWrong' },
  CROSS_SITE: { status: 403, retry: false, text: 'errors.crossSite' },
  NOT_FOUND: { status: 404, retry: false, text: 'errors.notFound' },
  /** A preview was opened or left in another tab since this page was loaded. */
  PREVIEW_MISMATCH: { status: 409, retry: true, text: 'errors.previewMismatch' },
  CONFLICT: { status: 409, retry: false, text: 'errors.conflict' },
  TOO_LARGE: { status: 413, retry: false, text: 'errors.tooLarge' },
  RATE_LIMITED: { status: 429, retry: true, text: 'errors.rateLimited' },
  INTERNAL: { status: 500, retry: true, text: 'errors.internal' },
  NOT_IMPLEMENTED: { status: 501, retry: false, text: 'errors.notImplemented' },
  OVERLOADED: { status: 503, retry: true, text: 'errors.overloaded' },
  /** A disk is full: nothing of the call was kept. */
  STORAGE_FULL: { status: 503, retry: true, text: 'errors.storageFull' },
  PROVIDER_DOWN: { status: 503, retry: true, text: 'errors.providerDown' },

  LOGIN_FAILED: { status: 401, retry: false, text: 'errors.loginFailed' },
  ACCOUNT_EXISTS: { status: 409, retry: false, text: 'errors.accountExists' },
  CODE_WRONG: { status: 422, retry: false, text: 'errors.codeWrong' },
  CODE_EXPIRED: { status: 422, retry: false, text: 'errors.codeExpired' },
  CODE_TRIES_USED: { status: 429, retry: false, text: 'errors.codeTriesUsed' },
  EMAIL_TAKEN: { status: 409, retry: false, text: 'errors.emailTaken' },
  SIGN_IN_CANCELLED: { status: 400, retry: true, text: 'errors.signInCancelled' },
  SIGN_IN_NEEDS_LINK: { status: 409, retry: false, text: 'errors.signInNeedsLink' },

  FORM_CONFLICT: { status: 409, retry: false, text: 'errors.formConflict' },
  SESSION_COMPLETED: { status: 409, retry: false, text: 'errors.sessionCompleted' },
  EDIT_ORIGINAL_INVALID: { status: 404, retry: false, text: 'errors.editOriginalInvalid' },
  EDIT_SESSION_INVALID: { status: 400, retry: false, text: 'errors.editSessionInvalid' },

  COUPON_NOT_ACTIVE: { status: 404, retry: false, text: 'errors.couponNotActive' },
  STATE_REQUIRED: { status: 422, retry: false, text: 'errors.stateRequired' },
  TAX_UNKNOWN: { status: 422, retry: false, text: 'errors.taxUnknown' },
  PACKAGE_UNKNOWN: { status: 422, retry: false, text: 'errors.packageUnknown' },
  PACKAGE_NOT_FOR_CLAIM: { status: 409, retry: false, text: 'errors.packageNotForClaim' },
  CLAIM_INCOMPLETE: { status: 422, retry: false, text: 'errors.claimIncomplete' },
  DEBT_NOT_OWN: { status: 422, retry: false, text: 'errors.debtNotOwn' },
  ALREADY_PAID: { status: 409, retry: false, text: 'errors.alreadyPaid' },
  PAYMENT_INTENT_FAILED: { status: 503, retry: true, text: 'errors.paymentIntentFailed' },
  PAYMENT_NOT_SUCCEEDED: { status: 409, retry: true, text: 'errors.paymentNotSucceeded' },
  PAYMENT_MISMATCH: { status: 409, retry: false, text: 'errors.paymentMismatch' },

  NOT_PAID: { status: 409, retry: false, text: 'errors.notPaid' },
  LETTER_MISSING: { status: 409, retry: false, text: 'errors.letterMissing' },
  LETTER_GENERATION_FAILED: { status: 503, retry: true, text: 'errors.letterGenerationFailed' },
  LETTER_CHANGED_ELSEWHERE: { status: 409, retry: false, text: 'errors.letterChangedElsewhere' },
  LETTER_NOT_APPROVED: { status: 409, retry: false, text: 'errors.letterNotApproved' },
  LETTER_NOT_POSTED: { status: 409, retry: false, text: 'errors.letterNotPosted' },
  PAPERS_OPENED: { status: 409, retry: false, text: 'errors.papersOpened' },
  PAYMENT_DISPUTED: { status: 409, retry: false, text: 'errors.paymentDisputed' },
  REFUNDS_BY_HAND: { status: 409, retry: false, text: 'errors.refundsByHand' },
  LETTER_POSTED: { status: 409, retry: false, text: 'errors.letterPosted' },
  NAME_NOT_PRINTABLE: { status: 422, retry: false, text: 'errors.nameNotPrintable' },
  LETTER_REDATED: { status: 409, retry: false, text: 'errors.letterRedated' },
  LETTER_PAY_BY_TOO_SOON: { status: 422, retry: false, text: 'errors.letterPayByTooSoon' },
  LETTER_UNSAFE: { status: 422, retry: false, text: 'errors.letterUnsafe' },
  /** Carries what is missing: `other: { waits_for: LetterWait[] }`. */
  LETTER_WAITS: { status: 409, retry: false, text: 'errors.letterWaits' },
  /** The case was paid or closed since, its reader must not get it, or the letter before it arrived. */
  LETTER_NOT_NEEDED: { status: 409, retry: false, text: 'errors.letterNotNeeded' },
  FOLLOW_UP_NOT_NOW: { status: 409, retry: false, text: 'errors.followUpNotNow' },
  /** The last letter to this place came back. */
  ADDRESS_RETURNED: { status: 409, retry: false, text: 'errors.addressReturned' },
  LETTER_EMPTY: { status: 422, retry: false, text: 'errors.letterEmpty' },
  SIGNATURE_INVALID: { status: 422, retry: false, text: 'errors.signatureInvalid' },
  PDF_FAILED: { status: 503, retry: true, text: 'errors.pdfFailed' },
  DOCUMENT_NOT_READY: { status: 409, retry: true, text: 'errors.documentNotReady' },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;

/** What only a browser can know: no answer arrived, or one that does not fit the contract. */
export type ClientErrorCode = 'OFFLINE' | 'TIMED_OUT' | 'BAD_ANSWER' | 'EMPTY_ANSWER';

/** `message` is for people, `errors` stands next to fields, `errorId` finds the log line. */
export interface Refusal {
  success: false;
  code: ErrorCode;
  message: string;
  /** The card endpoints' name for `message` (specification, section 7). */
  error?: string;
  errors?: Record<string, string>;
  errorId: string;
  retryAfterSeconds?: number;
  /**
   * FORM_CONFLICT and LETTER_CHANGED_ELSEWHERE carry the other version here, LETTER_REDATED the letter of the new day,
   * LETTER_PAY_BY_TOO_SOON the `earliest` date, LETTER_UNSAFE the places (`UnsafeLetter`).
   */
  other?: unknown;
}

/** Thrown by services, answered by the server's error handler. `details` are for logs: no personal data, no claim text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  /** Field errors: field name to copy key. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** What the sentence and those of `fields` name. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly other: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      cause?: unknown;
      details?: Record<string, unknown>;
      fields?: Readonly<Record<string, string>>;
      values?: Readonly<Record<string, string | number>>;
      other?: unknown;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(code, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
    this.fields = options.fields;
    this.values = options.values ?? {};
    this.other = options.other;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const isAppError = (error: unknown): error is AppError =>
  error instanceof Error && error.name === 'AppError' && 'code' in error && String(error.code) in ERRORS;
