import { ANSWER_KINDS, CASE_PAPERS, CLOSE_REASONS, PLAN_PERIODS, withoutDirections } from '@redress/domain';
import * as z from 'zod/mini';
import { Id24, Instant } from '../claim/wire-values.ts';
import { endpoint } from '../endpoint.ts';

/** Where a claim stands, as its owner is told, in the order in which claims are listed: the most urgent first. */
export const CASE_STANDINGS = [
  // Something went wrong, and only the claimant can go on.
  'payment_failed',
  'held',
  'not_posted',
  'refused',
  'unclaimed',
  'undeliverable',
  'returned',
  // The claimant's turn.
  'to_read',
  'answer_due',
  'approved',
  'payable',
  'draft',
  // Others are at work.
  'awaiting_pickup',
  'attempted',
  'payment_problem',
  'looking',
  'payment_processing',
  'writing',
  'posting',
  'in_transit',
  'posted',
  'delivered',
  'refunding',
  'refunded',
  'closed',
] as const;
export type CaseStanding = (typeof CASE_STANDINGS)[number];

export const CaseRow = z.object({
  form_session_id: Id24,
  /** One of CASE_STANDINGS; the service may be newer than the page, so a page reads any. */
  standing: z.string(),
  /** Legal name of the defendant; an empty string while the claim has none. */
  defendant: z.string(),
  /** In US dollars; null while no amount is given. */
  amount: z.nullable(z.number()),
  package_title: z.nullable(z.string()),
  has_court_papers: z.boolean(),
  created_at: Instant,
  paid_at: z.nullable(Instant),
  /** End of the change window while approved. */
  window_ends_at: z.nullable(Instant),
  posted_at: z.nullable(Instant),
  /** When the other side's own copy was delivered. */
  delivered_at: z.nullable(Instant),
  /** Day by which the letter asks for an answer, `YYYY-MM-DD`; null before it is approved, or when it names none. */
  answer_by: z.nullable(z.string()),
  /** Copies of the letter, and those among them that did not arrive or were not mailed. */
  letters: z.int(),
  letters_lost: z.int(),
});
export type CaseRow = z.output<typeof CaseRow>;

export const getCases = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/cases',
  summary:
    "The person's claims as far as paying and where each is, the most urgent first, among equals the newest; 6 a page unless said.",
  access: 'user',
  query: z.object({
    page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
    page_size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
  }),
  answer: z.object({ cases: z.array(CaseRow), total: z.int() }),
  errors: ['NOT_SIGNED_IN'],
});

/** One row of the ledger: what the claimant reported of money between the parties, which never passes through us (R47). */
const MoneyRow = z.object({
  id: Id24,
  kind: z.enum(['all', 'part', 'none']),
  /** In US dollars; 0 of `none`. */
  amount: z.number(),
  /** When it came, `YYYY-MM-DD`; null of `none`. */
  day: z.nullable(z.string()),
  reported_at: Instant,
  /** Only rows that count are in the sums. */
  standing: z.enum(['counts', 'corrected', 'withdrawn']),
});
export type MoneyRow = z.output<typeof MoneyRow>;

/** An offer to pay in parts, in US dollars; `now` is 0 and `now_day` null where nothing is paid before the parts. */
const OfferTerms = z.object({
  now: z.number(),
  now_day: z.nullable(z.string()),
  each: z.number(),
  every: z.enum(PLAN_PERIODS),
  /** Day of the first part, `YYYY-MM-DD`. */
  from: z.string(),
});

/** What the other side answered, as the claimant reported it. */
const AnswerRow = z.object({
  id: Id24,
  /** One of ANSWER_KINDS; the service may be newer. */
  kind: z.string(),
  reported_at: Instant,
  /** Reasons of a dispute; else an empty string. */
  words: z.string(),
  terms: z.nullable(OfferTerms),
  standing: z.enum(['counts', 'withdrawn']),
});
export type AnswerRow = z.output<typeof AnswerRow>;

export const CaseFile = z.extend(CaseRow, {
  /** Of the letter, for its files; null before there is one. */
  demand_id: z.nullable(Id24),
  /** Whether a proof of mailing can be had. */
  has_proof: z.boolean(),
  /** A step of the domain's `nextStepOf`, and the last day for it; the service may be newer, so a page reads any. */
  next: z.object({ step: z.string(), until: z.nullable(z.string()) }),
  /**
   * What has happened, the oldest first. `what`: begun, paid, approved, handed_over, carrier, money_all, money_part, money_none,
   * withdrawn, closed, opened, offer, dispute, not_them, signed. `text`: of `carrier`, what its scan means. `amount`: in US dollars.
   */
  timeline: z.array(
    z.object({ at: Instant, what: z.string(), text: z.nullable(z.string()), amount: z.nullable(z.number()) }),
  ),
  papers: z.array(z.object({ id: Id24, title: z.string(), version: z.int(), made_at: Instant })),
  /** In US dollars: `claimed = received + balance - over`. */
  sums: z.object({ claimed: z.number(), received: z.number(), balance: z.number(), over: z.number() }),
  ledger: z.array(MoneyRow),
  answers: z.array(AnswerRow),
  /** The last offer of parts with its payments, in US dollars; `signed_on` once both signed. `open`: what has not come of it. */
  plan: z.nullable(
    z.object({
      sum: z.number(),
      signed_on: z.nullable(z.string()),
      payments: z.array(z.object({ day: z.string(), amount: z.number(), open: z.number() })),
    }),
  ),
  /** Why nothing more is done: `paid` or one of CLOSE_REASONS. */
  closed: z.nullable(z.string()),
  /** Kinds of `CASE_PAPERS` that hold as the case stands; the service may be newer, so a page reads any. */
  to_print: z.array(z.string()),
  /** The letter was mailed: what came of it can be reported. */
  can_report: z.boolean(),
  /** Address of a calendar of its days, which needs no sign-in; null: none is open. */
  calendar: z.optional(z.nullable(z.string())),
  /** Counts the reports; the next one names it, so that two tabs do not report past each other. */
  revision: z.int(),
  /** Today at the place where it happened: the last day on which money can have come. */
  today: z.string(),
  /** The letter after the first: one a case. Null while there is none and none can be had. */
  second_letter: z.nullable(
    z.object({
      /** Its row of the price table, and what it costs before tax, in US dollars. */
      package_id: z.string(),
      title: z.string(),
      price: z.number(),
      /** Where the second letter itself stands (CASE_STANDINGS); `offered` until it is bought. */
      standing: z.string(),
      /** Its own, once it was opened. */
      form_session_id: z.nullable(Id24),
    }),
  ),
  /** What the order cost, in US dollars; null before it is paid. */
  cost: z.nullable(z.object({ order_number: z.string(), total: z.number(), refunded: z.number() })),
});
export type CaseFile = z.output<typeof CaseFile>;

export const getCase = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/case',
  summary: 'One claim: what happened and when, the one next step, letter, papers, proof, sums, ledger and cost.',
  access: 'user',
  query: z.object({ form_session_id: Id24 }),
  answer: CaseFile,
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND'],
});

export const reportPayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/case/report',
  summary:
    'What the claimant says of the money (none, all, a part) and of an answer (offer, dispute, not them, signed); a report is put right or withdrawn; the case is closed or opened.',
  access: 'user',
  body: z.object({
    form_session_id: Id24,
    /** Made by the page: a report that arrives twice counts once. */
    report_id: Id24,
    /** The ledger it was made on. */
    revision: z.int().check(z.gte(0)),
    kind: z.enum(['none', 'all', 'part', 'withdraw', 'close', 'open', ...ANSWER_KINDS]),
    /** Of `part`, in US dollars. */
    amount: z.optional(z.number()),
    /** Of `all` and `part`: the day on which the money came; of `signed`: on which the last of both signed. */
    day: z.optional(z.string()),
    /** The report that this one takes the place of, or that is withdrawn. */
    replaces: z.optional(Id24),
    /** Of `offer`. */
    terms: z.optional(OfferTerms),
    /** Of `dispute`. */
    words: z.optional(z.string().check(z.maxLength(2000, 'text.tooLong'), z.overwrite(withoutDirections))),
    /** Of `close`. */
    reason: z.optional(z.enum(CLOSE_REASONS)),
  }),
  answer: CaseFile,
  // CONFLICT: another tab reported meanwhile, or this cannot be said as the case stands.
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
});

export const casePaper = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/case/paper',
  summary:
    'A paper about the money of a case as PDF, made from its ledger as it stands: a receipt, a letter of balance or an agreement.',
  access: 'user',
  effect: false,
  kind: 'blob',
  body: z.object({ form_session_id: Id24, paper: z.enum(CASE_PAPERS) }),
  answer: z.object({}),
  // DOCUMENT_NOT_READY: this paper does not hold as the case stands.
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'DOCUMENT_NOT_READY'],
  timeoutMs: 30_000,
});

export const switchCaseCalendar = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/case/calendar',
  summary: 'Give a case an address for its calendar, or take it away for good.',
  access: 'user',
  body: z.object({ form_session_id: Id24, on: z.boolean() }),
  answer: CaseFile,
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'VALIDATION_FAILED'],
});

export const caseCalendar = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/case/calendar.ics',
  summary: 'The days of a case as iCalendar, by a signed address that its owner can take away: no name, sum or story.',
  access: 'anyone',
  kind: 'blob',
  query: z.object({ key: z.string().check(z.maxLength(200)) }),
  answer: z.object({}),
  errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
});

/** The signed key of an address in a mail: one account, one kind of reminder. */
const StopQuery = z.object({ key: z.string().check(z.maxLength(200)) });

export const stopRemindersPage = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/reminders/stop',
  summary: 'A page with one button that stops one kind of reminder. Opening it changes nothing.',
  access: 'anyone',
  kind: 'redirect',
  query: StopQuery,
  answer: z.object({}),
  errors: ['VALIDATION_FAILED'],
});

export const stopReminders = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/reminders/stop',
  summary:
    'Stops one kind of reminder by one press in a mail program (RFC 8058). An exception to R5: `List-Unsubscribe=One-Click` is taken from anywhere, with a signed key, and can do nothing else.',
  access: 'anyone',
  effect: false,
  kind: 'raw',
  query: StopQuery,
  answer: z.object({}),
  errors: ['VALIDATION_FAILED'],
  maxBodyBytes: 1024,
});

export const openSecondLetter = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/case/second-letter',
  summary:
    'The second letter of a case as it would go out now, and the claim it is bought as: the same one, whoever asks.',
  access: 'user',
  body: z.object({ form_session_id: Id24 }),
  answer: z.object({
    form_session_id: Id24,
    /** The letter it follows: create-payment-intent names it. */
    follows_demand_id: Id24,
    package_id: z.string(),
    demand_letter: z.string(),
  }),
  // FOLLOW_UP_NOT_NOW: the case is closed or paid, its day has not passed, or its address had three in a year.
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'FOLLOW_UP_NOT_NOW', 'ALREADY_PAID', 'LETTER_GENERATION_FAILED', 'OVERLOADED'],
});

export const caseEndpoints = {
  getCases,
  getCase,
  reportPayment,
  casePaper,
  stopRemindersPage,
  stopReminders,
  switchCaseCalendar,
  caseCalendar,
  openSecondLetter,
} as const;
