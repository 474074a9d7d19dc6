/**
 * Calls of accounts and settings that every page makes. Apart from the others, because a bundler keeps every schema of a
 * file from which one is used, and these are on the first visit.
 */
import * as z from 'zod/mini';
import { Id24 } from '../claim/wire-values.ts';
import { endpoint } from '../endpoint.ts';

/** Who is signed in. `display_name` falls back to the name given as the claimant, then to the part of the address before the @. */
export const UserData = z.object({
  user_id: Id24,
  display_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  /** False for an account that has only ever signed in through a provider. */
  has_password: z.boolean(),
});
export type UserData = z.output<typeof UserData>;

export const checkAuth = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/checkAuth.php',
  summary: 'Whether this browser is signed in.',
  access: 'anyone',
  answer: z.object({ isAuthenticated: z.boolean() }),
  errors: [],
});

export const viewUserData = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/register/view_user_data.php',
  summary: 'The signed-in person.',
  access: 'user',
  answer: z.object({ user_data: UserData }),
  errors: ['NOT_SIGNED_IN'],
});

export const logout = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/logout.php',
  summary: 'End this session.',
  access: 'anyone',
  effect: true,
  answer: z.object({ message: z.string() }),
  errors: ['CROSS_SITE'],
});

export const csrfToken = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/csrf_token.php',
  summary: 'A token for the calls that carry one; bound to this session.',
  access: 'user',
  answer: z.object({ csrf_token: z.string(), message: z.string() }),
  errors: ['NOT_SIGNED_IN'],
});
