import * as z from 'zod/mini';
import { CsrfToken, Id24, Instant } from '../claim/wire-values.ts';
import { endpoint } from '../endpoint.ts';
import { HEARING_PATH } from '../releases/document.ts';
import { PageImage, PageNo } from './page-image.ts';

const CourtDocument = z.object({
  id: Id24,
  title: z.nullable(z.string()),
  file_name: z.nullable(z.string()),
  /** Which paper of the package it is: `statement-of-claim`. */
  kind: z.optional(z.string()),
  /** Papers are drawn again when the letter's way turns, or a rule was read anew. */
  version: z.optional(z.int()),
  made_at: z.optional(Instant),
  /** The day `made_at` was at the place where it happened. */
  formatted_date: z.optional(z.string()),
});

export const getCourtDocuments = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/user/get_court_documents.php',
  summary: 'Court papers by demand, the newest first, 100 demands a page; with a token for downloading them.',
  access: 'user',
  effect: false,
  body: z.object({
    page: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
    page_size: z.optional(z.int().check(z.gte(1), z.lte(100))),
  }),
  answer: z.object({
    message: z.string(),
    /** Number of demands on all pages. */
    total: z.optional(z.int()),
    demands: z.array(
      z.object({
        demand_id: Id24,
        demand_identifier: z.string(),
        /** Whom the claim is against; missing from services of before it was told. */
        recipient: z.optional(z.string()),
        created_at: Instant,
        /** The day of the place where it happened, as it is written on the letter and the papers (R35). */
        formatted_date: z.optional(z.string()),
        demand_status: z.string(),
        court_documents_count: z.int(),
        court_documents: z.array(CourtDocument),
        /** The newest versions that a later one took the place of, as they were printed; of each paper the newest first. */
        earlier_documents: z.optional(z.array(CourtDocument)),
        /** Number of all such versions. */
        earlier_documents_count: z.optional(z.int()),
        /** True while papers are still being made. */
        pending: z.boolean(),
      }),
    ),
    csrf_token: z.string(),
  }),
  errors: ['NOT_SIGNED_IN'],
});

export const downloadCourtDocument = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/user/download_court_document.php',
  summary: 'One paper as PDF, to view or to keep.',
  access: 'user',
  csrf: true,
  kind: 'blob',
  body: z.object({ file_id: Id24, download: z.boolean(), csrf_token: CsrfToken }),
  answer: z.object({}),
  errors: ['NOT_SIGNED_IN', 'CSRF_TOKEN_WRONG', 'NOT_FOUND', 'DOCUMENT_NOT_READY'],
  timeoutMs: 30_000,
});

export const courtDocumentSet = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/court-documents/set',
  summary: 'Several papers as one PDF, in the order asked for: to keep, or to print each on sheets of its own.',
  access: 'user',
  effect: false,
  csrf: true,
  kind: 'blob',
  body: z.object({
    file_ids: z.array(Id24).check(z.minLength(1, 'field.required'), z.maxLength(50)),
    for_print: z.boolean(),
    csrf_token: CsrfToken,
  }),
  answer: z.object({}),
  errors: ['NOT_SIGNED_IN', 'CSRF_TOKEN_WRONG', 'NOT_FOUND', 'DOCUMENT_NOT_READY', 'PDF_FAILED'],
  timeoutMs: 30_000,
});

export const courtDocumentPage = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/court-documents/page',
  summary: 'One page of a paper as a picture, for browsers that show no PDF.',
  access: 'user',
  query: z.object({ file_id: Id24, page: PageNo }),
  answer: PageImage,
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'DOCUMENT_NOT_READY', 'PDF_FAILED'],
  timeoutMs: 30_000,
});

export const hearingDocument = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: HEARING_PATH,
  summary:
    'A document to have open at the hearing: a script with a clock, exhibits, the first questions. It asks for nothing more once it is there, and prints on one sheet.',
  access: 'user',
  kind: 'redirect',
  query: z.object({ form_session_id: Id24 }),
  answer: z.object({}),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'DOCUMENT_NOT_READY', 'OVERLOADED'],
});

/** A person's means, for one paper alone. */
const FeeFigures = z.object({
  /** Who depends on their money. */
  dependents: z.int().check(z.gte(0), z.lte(30)),
  benefits: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(40)),
  /** Sums in US dollars, by the names of the domain's FEE_FIGURES. */
  sums: z.record(z.string().check(z.maxLength(40)), z.number().check(z.gte(0), z.lte(10_000_000))),
});

const FeeForm = z.object({
  /** How one asks and who qualifies, by rows that were read; `rule` is the title of each text, `label` what it answers. */
  rows: z.array(z.object({ label: z.optional(z.string()), says: z.string(), rule: z.string(), url: z.string() })),
  groups: z.array(z.object({ title: z.string(), figures: z.array(z.object({ name: z.string(), label: z.string() })) })),
  benefits: z.array(z.string()),
  /** Null while none are kept. */
  figures: z.nullable(FeeFigures),
  /** The day on which they are deleted. */
  gone_on: z.nullable(z.string()),
});
export type FeeForm = z.output<typeof FeeForm>;

export const getFeeFigures = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/case/fee-figures',
  summary:
    'What the form to be excused from the fee asks for at the place of a case, and what its claimant gave of it.',
  access: 'user',
  query: z.object({ form_session_id: Id24 }),
  answer: FeeForm,
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'DOCUMENT_NOT_READY'],
});

export const keepFeeFigures = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/case/fee-figures',
  summary: 'Keeps the figures for 30 days, for their paper alone; null deletes them at once.',
  access: 'user',
  body: z.object({ form_session_id: Id24, figures: z.nullable(FeeFigures) }),
  answer: FeeForm,
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'DOCUMENT_NOT_READY', 'VALIDATION_FAILED'],
});

export const feeFiguresPaper = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/case/fee-figures/paper',
  summary: 'The figures as a list to copy into the official form, PDF. It is made when it is asked for and not kept.',
  access: 'user',
  effect: false,
  kind: 'blob',
  body: z.object({ form_session_id: Id24 }),
  answer: z.object({}),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'DOCUMENT_NOT_READY'],
  timeoutMs: 30_000,
});

export const paperEndpoints = {
  getCourtDocuments,
  downloadCourtDocument,
  courtDocumentSet,
  courtDocumentPage,
  hearingDocument,
  getFeeFigures,
  keepFeeFigures,
  feeFiguresPaper,
} as const;
