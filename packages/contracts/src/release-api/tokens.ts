import * as z from 'zod/mini';
import { releaseEndpoint, ROLES } from './endpoint.ts';
import { At, GivenReason } from './fields.ts';

const TokenName = z.string().check(z.regex(/^[a-z][a-z0-9.-]{1,60}$/));

/** A token without its secret, which is kept as a hash alone. */
export const TokenSummary = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  team: z.nullable(z.string()),
  /** Whose it is; `null` for a token of the key folder. */
  person: z.nullable(z.string()),
  createdAt: At,
  /** `null` for a token of the key folder: it ends with its file. */
  expiresAt: z.nullable(At),
});
export type TokenSummary = z.output<typeof TokenSummary>;

/** The secret is shown only this once. */
const Issued = z.object({ ...TokenSummary.shape, token: z.string() });
const REFUSED = ['TOKEN_UNKNOWN', 'NOT_ALLOWED', 'REQUEST_INVALID'] as const;
const post = { method: 'POST', access: 'reader' } as const;
const Days = z._default(z.int().check(z.minimum(1), z.maximum(365)), 90);

export const tokenEndpoints = {
  tokens: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/tokens',
    access: 'reader',
    summary: 'Every token in force, without its secret.',
    answer: z.array(TokenSummary),
    errors: ['TOKEN_UNKNOWN'],
  }),
  addToken: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/tokens',
    summary: 'Gives a person a token for a time. For key holders. A developer has a team, others have none.',
    body: z.object({
      name: TokenName,
      person: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
      role: z.enum(ROLES),
      team: z._default(z.nullable(z.string().check(z.regex(/^[a-z][a-z0-9-]{1,60}$/))), null),
      days: Days,
    }),
    answer: Issued,
    errors: [...REFUSED, 'TOKEN_EXISTS'],
  }),
  rotateToken: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/tokens/rotate',
    summary: 'Gives a token of a person a new secret; the old one ends at once. For key holders and the person.',
    body: z.object({ name: TokenName, days: Days }),
    answer: Issued,
    errors: [...REFUSED, 'TOKEN_MISSING'],
  }),
  endToken: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/tokens/end',
    summary: 'Ends a token of a person at once. For key holders and the person.',
    body: z.object({ name: TokenName, reason: GivenReason }),
    answer: z.object({}),
    errors: [...REFUSED, 'TOKEN_MISSING'],
  }),
} as const;
