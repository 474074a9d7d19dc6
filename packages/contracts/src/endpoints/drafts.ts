import * as z from 'zod/mini';
import { Id24, Instant } from '../claim/wire-values.ts';
import { ClaimFormData } from '../claim/form-data.ts';
import { endpoint } from '../endpoint.ts';
import { SourcedFact } from './reference.ts';

/** One saved form session with everything the wizard needs to continue it. */
export const FormSession = z.object({
  form_session_id: Id24,
  form_data: ClaimFormData,
  /** Counts saves; the next save names the revision it was typed on. */
  revision: z.int(),
  saved_at: z.nullable(Instant),
  current_step: z.string(),
  /** Percent, 0 to 100. */
  progress: z.int(),
  is_completed: z.boolean(),
  is_paid: z.boolean(),
  /** Completed session that an edit session edits. */
  original_session_id: z.nullable(Id24),
  /** Letter that a second letter follows. Its original session is then the case. */
  follows_demand_id: z.optional(Id24),
});
export type FormSession = z.output<typeof FormSession>;

export const SessionRow = z.object({
  session_id: Id24,
  form_session_id: Id24,
  package_title: z.string(),
  form_data: ClaimFormData,
  current_step: z.string(),
  progress: z.int(),
  status_label: z.string(),
  is_completed: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
});
export type SessionRow = z.output<typeof SessionRow>;

const Page = z.object({
  page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
  page_size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
});

export const saveFormData = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/register/save_form_data.php',
  summary: 'Save a draft. Unknown fields are dropped; an older save never overwrites a newer one (R15).',
  access: 'anyone',
  body: z.extend(ClaimFormData, {
    form_session_id: Id24,
    /** Accepted and ignored: the cookie says who asks. */
    user_id: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
    /** Revision these answers were typed on; without it the save is taken as made on the newest. */
    base_revision: z.optional(z.int()),
    /** Names this save, so that one sent twice counts once. */
    save_id: z.optional(z.string().check(z.maxLength(64))),
    step: z.optional(z.int()),
    sub_step: z.optional(z.int()),
  }),
  answer: z.object({
    form_session_id: Id24,
    revision: z.int(),
    saved_at: Instant,
    current_step: z.string(),
    progress: z.int(),
    message: z.string(),
  }),
  // FORM_CONFLICT carries the newer version: `other: FormSession`.
  errors: ['FORM_CONFLICT', 'NOT_FOUND', 'SESSION_COMPLETED', 'VALIDATION_FAILED', 'TOO_LARGE', 'RATE_LIMITED'],
  maxBodyBytes: 512 * 1024,
});

export const clearSessionForm = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/register/clear_session_form.php',
  summary: 'Unlink the draft from this browser; it is not deleted (R9a).',
  access: 'anyone',
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const createFormSession = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/sessions/create_form_session.php',
  summary: 'A new empty draft, bound to the account or to this browser.',
  access: 'anyone',
  answer: z.object({ form_session_id: Id24, revision: z.int() }),
  errors: ['RATE_LIMITED'],
});

export const getFormSession = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/sessions/form_session',
  summary: "One draft; without an id the browser's current one, `session: null` when there is none.",
  access: 'anyone',
  query: z.object({ form_session_id: z.optional(Id24) }),
  answer: z.object({ session: z.nullable(FormSession) }),
  errors: ['NOT_FOUND'],
});

export const createEditSession = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/documentedit/sessions/create_edit_session.php',
  summary: 'Open a completed session for editing; one already open is answered as `existing_edit_session_id`.',
  access: 'user',
  body: z.object({ original_session_id: Id24 }),
  answer: z.object({
    message: z.string(),
    existing_edit_session_id: z.nullable(Id24),
    data: z.object({ edit_session_id: Id24, form_data: ClaimFormData, revision: z.int() }),
  }),
  errors: ['NOT_SIGNED_IN', 'EDIT_ORIGINAL_INVALID', 'EDIT_SESSION_INVALID', 'VALIDATION_FAILED'],
});

export const getActiveSessions = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/sessions/get_active_sessions.php',
  summary: "The person's sessions, newest first; 20 a page unless said. `status` narrows to active or completed ones.",
  access: 'user',
  query: z.extend(Page, { status: z.optional(z.enum(['active', 'completed', 'all'])) }),
  answer: z.object({ sessions: z.array(SessionRow), total: z.int(), message: z.string() }),
  errors: ['NOT_SIGNED_IN'],
});

export const deleteSession = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/sessions/delete_session.php',
  summary: 'Delete a draft; paid ones are refused. It can be brought back for 30 days.',
  access: 'user',
  body: z.object({ session_id: Id24 }),
  answer: z.object({ message: z.string() }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'SESSION_COMPLETED'],
});

export const restoreSession = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/sessions/restore_session',
  summary: 'Undo a deletion.',
  access: 'user',
  body: z.object({ session_id: Id24 }),
  answer: z.object({ message: z.string() }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND'],
});

export const reviewCase = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/wizard/review_case',
  summary: "What 'Generating Your File' shows: a real result for each stage, and the watermarked letter (R13).",
  access: 'anyone',
  body: z.object({
    form_session_id: Id24,
    stage: z.enum(['details', 'jurisdiction', 'letter', 'court-papers', 'trial-support', 'done']),
  }),
  answer: z.object({
    stage: z.string(),
    /** One sentence a finding, each with its source where it is a fact of law. */
    findings: z.array(
      z.object({
        text: z.string(),
        tone: z.enum(['info', 'warning']),
        /** What the sentence lists, where it can be ticked off. */
        items: z.optional(z.array(z.string())),
        ...z.partial(SourcedFact).shape,
      }),
    ),
    /** The whole letter from stage `letter` on, to be shown with a watermark. */
    letter: z.optional(z.string()),
  }),
  errors: ['NOT_FOUND', 'CLAIM_INCOMPLETE', 'LETTER_GENERATION_FAILED', 'RATE_LIMITED'],
});

export const draftEndpoints = {
  saveFormData,
  clearSessionForm,
  createFormSession,
  getFormSession,
  createEditSession,
  getActiveSessions,
  deleteSession,
  restoreSession,
  reviewCase,
} as const;
