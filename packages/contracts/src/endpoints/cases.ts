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
    "The person's claims and where each is, the most urgent first, among equals the newest; 6 a page unless said.",
  access: 'user',
  query: z.object({
    page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
    page_size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
  }),
  answer: z.object({ cases: z.array(CaseRow), total: z.int() }),
  errors: ['NOT_SIGNED_IN'],
});

export const caseEndpoints = { getCases } as const;
