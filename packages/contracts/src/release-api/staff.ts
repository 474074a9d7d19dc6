import * as z from 'zod/mini';
import { releaseEndpoint } from './endpoint.ts';
import { At, Channel, GivenReason, RowId } from './fields.ts';

/** What makes one browser staff, for rollouts that name staff. */
export const StaffPassRow = z.object({
  id: z.int(),
  channel: z.string(),
  person: z.string(),
  actor: z.string(),
  reason: z.nullable(z.string()),
  createdAt: At,
  expiresAt: At,
  /** When a browser took it; `null`: its address opens once until `openUntil`. */
  openedAt: z.nullable(At),
  openUntil: At,
});
export type StaffPassRow = z.output<typeof StaffPassRow>;

const REFUSED = ['TOKEN_UNKNOWN', 'NOT_ALLOWED', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'] as const;
const post = { method: 'POST', access: 'release-manager' } as const;

export const staffEndpoints = {
  staffPasses: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/staff',
    access: 'reader',
    summary: 'Staff passes in force, the next to end first. Their addresses are shown only when they are made.',
    query: z.object({ channel: Channel }),
    answer: z.array(StaffPassRow),
    errors: ['TOKEN_UNKNOWN', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'],
  }),
  addStaffPass: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/staff',
    summary:
      'Makes the address of a staff pass: the first browser that opens it, within a day, is staff until its end.',
    body: z.object({
      channel: Channel,
      person: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
      days: z._default(z.int().check(z.minimum(1), z.maximum(90)), 30),
      reason: z.optional(GivenReason),
    }),
    /** `path`: with the secret, shown only this once. */
    answer: z.object({ ...StaffPassRow.shape, path: z.string() }),
    errors: [...REFUSED, 'STAFF_PASS_LIMIT'],
  }),
  endStaffPass: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/staff/end',
    summary: 'The browser with this pass is staff no more: new loads at once.',
    body: z.object({ channel: Channel, id: RowId, reason: GivenReason }),
    /** `number`: of the snapshot by which sites learn of it; `null` while nothing rolls out to staff. */
    answer: z.object({ number: z.nullable(z.int()) }),
    errors: [...REFUSED, 'STAFF_PASS_UNKNOWN'],
  }),
} as const;
