import {
  ANSWER_KINDS,
  CASE_PAPERS,
  CLOSE_REASONS,
  FURTHER_LETTERS,
  PLAN_PERIODS,
  withoutDirections,
} from '@redress/domain';
import * as z from 'zod/mini';
import { fitsEnvelope } from '../claim/fields.ts';
import { Recipient } from '../claim/form-data.ts';
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
  /** US dollars that are still open, by what was reported; null while no amount is given. */
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
  /** Zone of the clock on which it and all that the carrier did is told: as `letterTracking` has it. */
  time_zone: z.optional(z.string()),
  /** Day by which the letter asks for an answer, `YYYY-MM-DD`; null before it is approved, or when it names none. */
  answer_by: z.nullable(z.string()),
  /** The first day on which something is due in an open case, and what: a kind of the domain's `REMINDER_KINDS`; a service may know more. */
  due: z.optional(z.nullable(z.object({ kind: z.string(), day: z.string(), is_over: z.boolean() }))),
  /** Copies of the letter, and those among them that did not arrive or were not mailed. */
  letters: z.int(),
  letters_lost: z.int(),
});
export type CaseRow = z.output<typeof CaseRow>;

/** Which cases are listed: those in which something is due within a week or overdue, the other open ones, the closed ones. */
export const CASE_VIEWS = ['due', 'later', 'closed'] as const;

export const getCases = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/cases',
  summary:
    "The person's claims as far as paying and where each is, the most urgent first, among equals the newest; 6 a page unless said. A view lists mailed cases by the day on which something is due, overdue ones first, or those closed last.",
  access: 'user',
  query: z.object({
    view: z.optional(z.enum(CASE_VIEWS)),
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
  /** US dollars; 0 of `none`. */
  amount: z.number(),
  /** When it came, `YYYY-MM-DD`; null of `none`. */
  day: z.nullable(z.string()),
  reported_at: Instant,
  /** Standing of the row: only those that count are in the sums. */
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

/** What the claimant types from the papers of the court; days are `YYYY-MM-DD`. */
const CourtDates = z.object({
  case_number: z.string().check(z.maxLength(60, 'text.tooLong'), z.overwrite(withoutDirections), z.trim()),
  hearing_day: z.nullable(z.string()),
  /** When the other side got the papers; of several defendants the last one. */
  served_day: z.nullable(z.string()),
  judgment_day: z.nullable(z.string()),
  /** Sum of the judgment, in US dollars. A page or a service of before has none. */
  awarded: z.optional(z.nullable(z.number().check(z.positive(), z.lte(10_000_000)))),
});

/** What to do after a judgment; `rule` (its title), `url` and `note` are empty where no text was read: ask the clerk. */
const JudgmentStep = z.object({
  asks: z.string(),
  says: z.string(),
  note: z.string(),
  rule: z.string(),
  url: z.string(),
});

export const CaseFile = z.extend(CaseRow, {
  /** Id of the letter, for its files; null before there is one. */
  demand_id: z.nullable(Id24),
  /** Whether a proof of mailing can be had. */
  has_proof: z.boolean(),
  /**
   * A step of the domain's `nextStepOf`, and the last day for it; the service may be newer, so a page reads any. `letter`: which
   * of `further_letters` it is about, the last of this package.
   */
  next: z.object({ step: z.string(), until: z.nullable(z.string()), letter: z.nullable(z.string()) }),
  /**
   * What has happened, the oldest first. `what`: begun, paid, approved, handed_over, carrier, money_all, money_part, money_none,
   * withdrawn, closed, opened, offer, dispute, not_them, signed, court. `text`: of `carrier`, what its scan means. `amount`: in US dollars.
   */
  timeline: z.array(
    z.object({ at: Instant, what: z.string(), text: z.nullable(z.string()), amount: z.nullable(z.number()) }),
  ),
  papers: z.array(z.object({ id: Id24, title: z.string(), version: z.int(), made_at: Instant })),
  /** Sums in US dollars: `claimed = received + balance - over`; `claimed` is the sum of the judgment once it is known. */
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
  /** Whether there is a document for the hearing. */
  has_hearing: z.optional(z.boolean()),
  /** Whether figures for the form to be excused from the fee can be given. */
  has_fee_figures: z.optional(z.boolean()),
  /** The case in court. A service of before has none. */
  court: z.optional(
    z.extend(CourtDates, {
      /** Two letters of the place; empty where none is known. */
      state: z.string(),
      /** Kind of court of the place, where a text confirms it; else empty. */
      name: z.string(),
      /**
       * Of the domain's COURT_DAYS, the earliest first; `day` null: none is counted. `says`, `rule` (its title) and `url` are
       * empty where none was read: ask the clerk.
       */
      days: z.array(
        z.object({
          kind: z.string(),
          day: z.nullable(z.string()),
          says: z.string(),
          rule: z.string(),
          url: z.string(),
        }),
      ),
    }),
  ),
  /** The domain's `afterJudgment`, once the day of a decision was typed. A service of before has none. */
  judgment: z.optional(
    z.nullable(
      z.object({
        pays: z.string(),
        from: z.nullable(z.string()),
        first: z.array(z.string()),
        careful: z.string(),
        ways: z.array(JudgmentStep),
        satisfaction: JudgmentStep,
        lost: z.array(z.string()),
      }),
    ),
  ),
  /** Kinds of `CASE_PAPERS` that hold as the case stands; the service may be newer, so a page reads any. */
  to_print: z.array(z.string()),
  /** Those of CLOSE_REASONS by which it can be closed now: before the letter is mailed those that stop it. */
  close_reasons: z.array(z.enum(CLOSE_REASONS)),
  /** Letters to the same reader, in all cases, that are not mailed: such a reason, or "not them", stops and pays back each. */
  would_stop: z.array(z.object({ order_number: z.string(), /** In US dollars. */ refund: z.number() })),
  /** The letter was mailed: what came of it can be reported. */
  can_report: z.boolean(),
  /** Address of a calendar of its days, which needs no sign-in; null: none is open. */
  calendar: z.optional(z.nullable(z.string())),
  /** Counts the reports; the next one names it, so that two tabs do not report past each other. */
  revision: z.int(),
  /** Today at the place where it happened, and where the claimant is: the last day on which money can have come. */
  today: z.string(),
  own_today: z.optional(z.string()),
  /** Letters after the first: those that were bought, then those that can be had now, the most useful first. */
  further_letters: z.array(
    z.object({
      /** Its row of the price table, and what it costs before tax, in US dollars. */
      package_id: z.string(),
      title: z.string(),
      price: z.number(),
      /** Where it stands (CASE_STANDINGS); `offered` until it is bought. */
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

/** So many cases are in one file; a business with more takes the newest. */
export const LEDGER_CASES = 50_000;

export const caseLedgers = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/cases/ledger.csv',
  summary:
    'What was asked, awarded and what came in every mailed case as CSV (RFC 4180, UTF-8), the newest case first: case number, other side, date, kind, amount, balance. At most 50,000 cases.',
  access: 'user',
  kind: 'blob',
  answer: z.object({}),
  errors: ['NOT_SIGNED_IN', 'RATE_LIMITED'],
  timeoutMs: 300_000,
});

export const reportPayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/case/report',
  summary:
    'What the claimant says of the money (none, all, a part) and of an answer (offer, dispute, not them, signed); its days in court; a report is put right or withdrawn; the case is closed or opened.',
  access: 'user',
  body: z.object({
    form_session_id: Id24,
    /** Id made by the page: a report that arrives twice counts once. */
    report_id: Id24,
    /** The ledger it was made on. */
    revision: z.int().check(z.gte(0)),
    kind: z.enum(['none', 'all', 'part', 'withdraw', 'close', 'open', 'court', ...ANSWER_KINDS]),
    /** Amount of `part`, in US dollars. */
    amount: z.optional(z.number()),
    /** Day of `all` and `part`: the one on which the money came; of `signed`: on which the last of both signed. */
    day: z.optional(z.string()),
    /** The report that this one takes the place of, or that is withdrawn. */
    replaces: z.optional(Id24),
    /** Terms of `offer`. */
    terms: z.optional(OfferTerms),
    /** Words of `dispute`. */
    words: z.optional(z.string().check(z.maxLength(2000, 'text.tooLong'), z.overwrite(withoutDirections))),
    /** Dates of `court`: all of them, also what stays as it was. */
    court: z.optional(CourtDates),
    /** Reason of `close`. */
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

/** Where a letter goes that came back from the address it had. */
export const NewPlace = /* @__PURE__ */ (() =>
  z
    .pick(Recipient, { address: true, apt: true, city: true, state: true, zipcode: true })
    .check(fitsEnvelope('address', 'apt')))();

export const openFurtherLetter = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/case/further-letter',
  summary:
    'A second letter, a first-class twin, or the letter for a new address, as it would go out now, and the claim it is bought as: the same one, whoever asks.',
  access: 'user',
  body: z.object({
    form_session_id: Id24,
    package_id: z.enum(FURTHER_LETTERS),
    /** Place of `new-address`: where the letter goes now. */
    place: z.optional(NewPlace),
  }),
  answer: z.object({
    form_session_id: Id24,
    /** The letter it follows: create-payment-intent names it. */
    follows_demand_id: Id24,
    package_id: z.string(),
    demand_letter: z.string(),
  }),
  // FOLLOW_UP_NOT_NOW: closed or paid, not the step now, or the address had three in a year. ADDRESS_RETURNED: a letter to this place came back.
  errors: [
    'NOT_SIGNED_IN',
    'NOT_FOUND',
    'FOLLOW_UP_NOT_NOW',
    'ADDRESS_RETURNED',
    'ALREADY_PAID',
    'VALIDATION_FAILED',
    'LETTER_GENERATION_FAILED',
    'OVERLOADED',
  ],
});

export const caseEndpoints = {
  getCases,
  getCase,
  caseLedgers,
  reportPayment,
  casePaper,
  stopRemindersPage,
  stopReminders,
  switchCaseCalendar,
  caseCalendar,
  openFurtherLetter,
} as const;
