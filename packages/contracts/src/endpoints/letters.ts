import { withoutDirections } from '@redress/domain';
import * as z from 'zod/mini';
import { Dollars, Id24, Instant } from '../claim/wire-values.ts';
import { ClaimFormData, RECIPIENT_ROLES, SentenceChoice } from '../claim/form-data.ts';
import { endpoint } from '../endpoint.ts';
import { PageImage, PageNo } from './page-image.ts';

/** Letters may be longer than the answers they are made of. */
const LETTER_MAX_CHARACTERS = 60_000;

const LetterText = z.string().check(z.maxLength(LETTER_MAX_CHARACTERS, 'text.tooLong'), z.overwrite(withoutDirections));

const OptionalSession = z.object({ form_session_id: z.optional(Id24) });

/** The sender as the letter names them. */
const PlaintiffData = z.object({
  name: z.string(),
  address: z.string(),
  apt: z.string(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
  email: z.string(),
  phonenumber: z.string(),
  signature: z.nullable(z.string()),
});

/** `draft` -> `approved` (change window) -> `posting` -> `posted`; `copy` is an update made after posting (R19a). */
export const LETTER_STATES = ['draft', 'approved', 'posting', 'posted', 'copy', 'problem'] as const;

export const LetterWarning = z.object({ code: z.string(), text: z.string(), excerpt: z.string() });
export type LetterWarning = z.output<typeof LetterWarning>;

/** A sentence that may not be printed as it is (ruling 34). */
export const LetterPlace = z.object({
  /** A: never printed. B and C: printed when the claimant keeps it. */
  class: z.enum(['A', 'B', 'C']),
  kind: z.string(),
  key: z.string(),
  sentence: z.string(),
  why: z.string(),
  /** A sentence to take instead; empty when it is best left out. */
  calm: z.string(),
  /** The claimant has asked for a look at it; nothing is posted meanwhile. */
  look: z.boolean(),
  /** The answer it stands in, and of an answer that is a list the row; missing for words of the letter itself. */
  field: z.optional(z.string()),
  row: z.optional(z.string()),
});
export type LetterPlace = z.output<typeof LetterPlace>;

/** What LETTER_UNSAFE carries as `other`. */
export const UnsafeLetter = z.object({ places: z.array(LetterPlace) });
export type UnsafeLetter = z.output<typeof UnsafeLetter>;

/** What a paid letter waits for before it can be approved (R46a): answered by `answerWait`. */
export const LetterWait = z.object({
  /**
   * debt: whose debt it is. role: the reason for a copy. addressee: whether a copy really goes to that person.
   * address: somebody there answered that they are not whom a letter means. law: that
   * the law it names says something else than when it was composed was seen.
   */
  for: z.enum(['debt', 'role', 'addressee', 'address', 'law']),
  /** Which copy, from 0; missing for `debt`. */
  recipient: z.optional(z.int()),
  /** Its addressee. */
  name: z.optional(z.string()),
  /** The answer given means that this letter can never be mailed: the price can be had back. */
  stopped: z.boolean(),
  /** What it waits for, as a sentence. */
  sentence: z.string(),
  /** Sentences for `law`, as they stand in the letter and as they would. */
  before: z.optional(z.string()),
  after: z.optional(z.string()),
});
export type LetterWait = z.output<typeof LetterWait>;

/** A part of the letter and the answer or rule it came from. */
const LetterPart = z.object({
  id: z.string(),
  kind: z.string(),
  text: z.string(),
  /** How it follows the part before it; missing from services of before screens drew letters. */
  joins: z.optional(z.enum(['block', 'line', 'sentence'])),
  from: z.object({
    kind: z.enum(['answer', 'rule', 'fixed']),
    ref: z.string(),
    source: z.optional(z.string()),
    source_url: z.optional(z.string()),
    as_of: z.optional(z.string()),
    read_on: z.optional(z.string()),
    /** The text was read in a copy: its address, or empty. */
    copy_url: z.optional(z.string()),
  }),
});

export const Demand = z.object({
  form_session_id: Id24,
  demand_id: z.nullable(Id24),
  demand_letter: z.string(),
  plaintiff_data: PlaintiffData,
  package_id: z.string(),
  package_title: z.string(),
  /** Whom it asks, for how many US dollars and by which day, as its words say it; missing from services of before it was told. */
  asks: z.optional(z.object({ to: z.string(), amount: z.nullable(z.number()), pay_by: z.nullable(z.string()) })),
  demand_approved: z.boolean(),
  state: z.enum(LETTER_STATES),
  /** Counts the letter's versions; a save names the one it was typed on. */
  version: z.int(),
  /** When the change window began, while approved, else null; missing from services of before it was shown. */
  approved_at: z.optional(z.nullable(Instant)),
  /** End of the change window while approved, else null. */
  window_ends_at: z.nullable(Instant),
  posted_at: z.nullable(Instant),
  warnings: z.array(LetterWarning),
  /** Sentences of the answers that are not in the letter, and those of the letter that keep it from being posted. */
  left_out: z.optional(z.array(LetterPlace)),
  /** Answers it is not mailed without; missing or empty when there is nothing to wait for. */
  waits_for: z.optional(z.array(LetterWait)),
  /** Paid, not posted, and stopped or held back: the price can be had back (terms, Stopping and refunds). */
  can_refund: z.optional(z.boolean()),
  /** The price is on its way back, or was given back; missing from services of before it was told. */
  refund: z.optional(z.nullable(z.enum(['asked', 'done']))),
  /** Dollars that a refund gives back, and those that opened court papers and copies in the mail keep; both with tax. */
  refund_amount: z.optional(Dollars),
  papers_kept: z.optional(Dollars),
  /** The court papers of its package are made, and were not withdrawn; missing from services of before it was told. */
  papers_ready: z.optional(z.boolean()),
});
export type Demand = z.output<typeof Demand>;

export const saveClientData = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/register/save_client_data.php',
  summary: 'After payment: freeze the answers the letter is made from.',
  access: 'user',
  body: z.object({ form_session_id: Id24 }),
  answer: z.object({ client_id: Id24, message: z.string() }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'NOT_PAID', 'CLAIM_INCOMPLETE'],
});

export const generateDemandLetter = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/generate_demand_letter.php',
  summary: 'Compose the letter; asked again it answers the one there is.',
  access: 'user',
  body: z.object({ form_session_id: Id24 }),
  answer: Demand,
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'NOT_PAID', 'CLAIM_INCOMPLETE', 'LETTER_GENERATION_FAILED'],
  timeoutMs: 30_000,
});

export const readGeneratedLetter = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/generate_demand_letter.php',
  summary: 'The same for the result screen, for the most recently paid claim unless one is named (R4, R6a).',
  access: 'user',
  effect: true,
  query: OptionalSession,
  answer: z.extend(Demand, { message: z.string() }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'NOT_PAID', 'CLAIM_INCOMPLETE', 'LETTER_GENERATION_FAILED', 'CROSS_SITE'],
  timeoutMs: 30_000,
});

export const saveDemandLetter = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/save_demand_letter.php',
  summary:
    'save: next version. approve_and_send: opens the change window. send_now: posts at once. stop: back to draft (R19).',
  access: 'user',
  body: z.object({
    form_session_id: Id24,
    demand_letter: z.optional(LetterText),
    action: z.enum(['save', 'approve_and_send', 'send_now', 'stop']),
    base_version: z.optional(z.int()),
    /** Whether a screen approves by itself: refused once an approval of this letter was taken back. */
    unless_stopped: z.optional(z.boolean()),
    /** What was decided about sentences of class B, each by itself. */
    sentence_choices: z.optional(z.array(SentenceChoice).check(z.maxLength(200))),
  }),
  answer: z.object({ demand_id: Id24, message: z.string(), demand: Demand }),
  // LETTER_CHANGED_ELSEWHERE and LETTER_REDATED carry the newer letter: `other: Demand`; LETTER_UNSAFE the places.
  errors: [
    'NOT_SIGNED_IN', 'NOT_FOUND', 'NOT_PAID', 'LETTER_MISSING', 'LETTER_EMPTY', 'LETTER_CHANGED_ELSEWHERE',
    'LETTER_NOT_APPROVED', 'LETTER_POSTED', 'LETTER_UNSAFE', 'LETTER_WAITS', 'LETTER_REDATED', 'LETTER_PAY_BY_TOO_SOON', 'NAME_NOT_PRINTABLE', 'VALIDATION_FAILED', 'TOO_LARGE',
  ], // prettier-ignore
  maxBodyBytes: 512 * 1024,
  timeoutMs: 30_000,
});

export const updateDemandLetter = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/documentedit/sessions/update_demand_letter.php',
  summary: 'Edit mode: compose the letter anew from the edited answers (R19a).',
  access: 'user',
  body: z.object({ edit_session_id: Id24, original_session_id: Id24, form_data: ClaimFormData }),
  answer: z.object({
    message: z.string(),
    data: z.object({ demand_letter: z.string(), demand_id: Id24, posted_copy: z.boolean() }),
  }),
  errors: [
    'NOT_SIGNED_IN',
    'EDIT_SESSION_INVALID',
    'EDIT_ORIGINAL_INVALID',
    'CLAIM_INCOMPLETE',
    'LETTER_GENERATION_FAILED',
    'LETTER_UNSAFE',
  ],
  maxBodyBytes: 512 * 1024,
  timeoutMs: 30_000,
});

export const askForLook = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/letters/ask_look',
  summary: 'Ask an operator whether a sentence stopped as a threat only tells a fact; nothing is posted meanwhile.',
  access: 'user',
  body: z.object({
    form_session_id: Id24,
    sentence: z.string().check(z.minLength(1, 'field.required'), z.maxLength(20_000, 'text.tooLong')),
    /** Takes the question back. */
    withdraw: z.optional(z.boolean()),
  }),
  answer: z.object({ message: z.string(), demand: Demand }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'LETTER_MISSING', 'LETTER_POSTED', 'RATE_LIMITED', 'TOO_LARGE'],
});

export const answerWait = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/letters/answer_wait',
  summary:
    'Give an answer that a paid letter waits for: whose debt it is, why somebody gets a copy, a change of the law (R46a).',
  access: 'user',
  body: z.object({
    form_session_id: Id24,
    debt_owner: z.optional(z.enum(['own', 'bought', 'placed'])),
    recipient: z.optional(z.object({ at: z.int(), role: z.enum(RECIPIENT_ROLES), confirmed: z.boolean() })),
    /** The sentences to take, as `waits_for` showed them after the change of the law. */
    law: z.optional(LetterText),
  }),
  answer: z.object({ message: z.string(), demand: Demand }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'NOT_PAID', 'LETTER_MISSING', 'LETTER_POSTED', 'VALIDATION_FAILED'],
});

export const refundLetter = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/letters/refund',
  summary: 'Stop the letter for good and have the price back, once, while nothing has been posted.',
  access: 'user',
  body: z.object({
    form_session_id: Id24,
    /** `refund_amount` as it was shown: less is never given than the person read. */
    refund_amount: z.optional(Dollars),
  }),
  answer: z.object({ message: z.string() }),
  errors: [
    'NOT_SIGNED_IN',
    'NOT_FOUND',
    'NOT_PAID',
    'LETTER_MISSING',
    'LETTER_POSTED',
    'PAPERS_OPENED',
    'PAYMENT_DISPUTED',
    'REFUNDS_BY_HAND',
  ],
});

export const checkAccess = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/check_access.php',
  summary: 'Whether this visitor has a paid claim to look at (R21).',
  access: 'anyone',
  query: OptionalSession,
  answer: z.object({ hasAccess: z.boolean(), form_session_id: z.nullable(Id24) }),
  errors: [],
});

export const checkExistingDemand = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/check_existing_demand.php',
  summary: 'The letter of a claim, if one was made.',
  access: 'user',
  query: OptionalSession,
  answer: z.extend(z.partial(Demand), { has_existing_demand: z.boolean() }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND'],
});

export const letterParts = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/letters/parts',
  summary: 'Where each sentence of the composed letter came from.',
  access: 'user',
  query: z.object({ form_session_id: Id24 }),
  answer: z.object({ parts: z.array(LetterPart) }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'LETTER_MISSING'],
});

export const letterVersions = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/letters/versions',
  summary: 'The newest 50 versions of a letter, newest first, and those approved and mailed, to compare and restore.',
  access: 'user',
  query: z.object({ demand_id: Id24 }),
  answer: z.object({
    versions: z.array(
      z.object({
        version: z.int(),
        created_at: Instant,
        origin: z.enum(['composed', 'edited', 'restored', 'updated', 'redated']),
        approved: z.boolean(),
        posted: z.boolean(),
        text: z.string(),
      }),
    ),
  }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND'],
});

export const checkLetterText = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/letters/check_text',
  summary:
    'Warnings about a text before it is saved: threats, numbers that must not be there, a missing amount or date.',
  access: 'user',
  effect: false,
  body: z.object({ form_session_id: Id24, demand_letter: LetterText }),
  answer: z.object({ warnings: z.array(LetterWarning) }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND'],
  maxBodyBytes: 512 * 1024,
});

export const getUserDemands = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/users/get_user_demands.php',
  summary:
    "The person's letters, newest first, 20 a page. With `claim` the page on which the letter of that claim stands.",
  access: 'user',
  query: z.object({
    claim: z.optional(Id24),
    page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
    page_size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
  }),
  answer: z.object({
    message: z.string(),
    data: z.array(
      z.object({
        id: Id24,
        form_session_id: Id24,
        package_title: z.string(),
        recipient: z.string(),
        formatted_date: z.string(),
        created_at: Instant,
        /** completed, sent, pending, draft (specification, section 4). */
        status: z.string(),
        status_sentence: z.string(),
        /** What the carrier last said of a posted letter (returned, refused, delivered …), else null (R20). */
        mail_state: z.nullable(z.string()),
        send_date: z.nullable(z.string()),
        tracking_number: z.nullable(z.string()),
        tracking_url: z.nullable(z.string()),
        window_ends_at: z.nullable(Instant),
      }),
    ),
    total: z.int(),
    /** Which page this is; absent from a service of the release before. */
    page: z.optional(z.int()),
  }),
  errors: ['NOT_SIGNED_IN'],
});

export const generateSecurePdf = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/pdf/generate_secure_pdf.php',
  summary: 'The letter as PDF: the posted version once posted, else the newest.',
  access: 'user',
  effect: false,
  kind: 'blob',
  body: z.object({ demand_id: Id24, action: z.enum(['view', 'download']), version: z.optional(z.int()) }),
  answer: z.object({}),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'PDF_FAILED'],
  timeoutMs: 30_000,
});

export const letterPage = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/pdf/page',
  summary: 'One page of the same PDF as a picture, for browsers that show no PDF.',
  access: 'user',
  query: z.object({ demand_id: Id24, page: PageNo }),
  answer: PageImage,
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'PDF_FAILED'],
  timeoutMs: 30_000,
});

export const letterEndpoints = {
  saveClientData,
  generateDemandLetter,
  readGeneratedLetter,
  saveDemandLetter,
  updateDemandLetter,
  answerWait,
  askForLook,
  refundLetter,
  checkAccess,
  checkExistingDemand,
  letterParts,
  letterVersions,
  checkLetterText,
  getUserDemands,
  generateSecurePdf,
  letterPage,
} as const;
