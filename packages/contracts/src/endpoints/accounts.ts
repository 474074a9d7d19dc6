import * as z from 'zod/mini';
import { Email, NewPassword, Password, ReplacementPassword, SixDigitCode } from '../claim/fields.ts';
import { Id24 } from '../claim/wire-values.ts';
import { endpoint, GOOGLE_START } from '../endpoint.ts';
import { checkAuth, logout, viewUserData } from './session.ts';

const Message = z.object({ message: z.string() });

/** Fields kept for the wire and never sent (R3): codes are read in the mailbox. */
const neverSent = { debug: z.optional(z.string()), verification_code: z.optional(z.string()) };

export const login = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/login.php',
  summary: 'Sign in. An unverified account gets a new code and `action: requires_verification`.',
  access: 'anyone',
  repeatable: true,
  body: z.object({ email: Email, password: Password, form_session_id: z.optional(Id24) }),
  answer: z.object({
    message: z.string(),
    action: z.enum(['signed_in', 'requires_verification']),
    requires_verification: z.boolean(),
  }),
  errors: ['LOGIN_FAILED', 'RATE_LIMITED', 'VALIDATION_FAILED'],
});

export const register = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/register/auth.php',
  summary: 'Register, or sign in at the gate (R6b).',
  access: 'anyone',
  body: z.object({ email: Email, password: NewPassword, form_session_id: z.optional(Id24) }),
  answer: z.object({
    message: z.string(),
    action: z.enum(['requires_verification', 'skip_verification']),
    requires_verification: z.boolean(),
    skip_verification: z.boolean(),
    ...neverSent,
  }),
  errors: ['ACCOUNT_EXISTS', 'RATE_LIMITED', 'VALIDATION_FAILED'],
});

export const verifyEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/register/verify.php',
  summary: 'Prove the address with the mailed code; signs in, and adopts the draft of this browser.',
  access: 'anyone',
  body: z.object({ email: Email, verification_code: SixDigitCode, form_session_id: z.optional(Id24) }),
  answer: Message,
  errors: ['CODE_WRONG', 'CODE_EXPIRED', 'CODE_TRIES_USED', 'RATE_LIMITED', 'VALIDATION_FAILED'],
});

export const resendCode = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/register/resend_code.php',
  summary: 'Mail a new code; answers alike whether or not the address has an account.',
  access: 'anyone',
  body: z.object({ email: Email }),
  answer: z.object({ message: z.string(), ...neverSent }),
  errors: ['RATE_LIMITED', 'VALIDATION_FAILED'],
});

export const checkSessionCode = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/register/check_session_code.php',
  summary: 'Whether this browser has a code under way, so that the code window can open again after a reload.',
  access: 'anyone',
  answer: z.object({
    has_code: z.boolean(),
    message: z.string(),
    email: z.optional(z.string()),
    verification_code: z.optional(z.string()),
  }),
  errors: [],
});

export const checkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/register/check_email.php',
  summary: 'Whether an address has an account; at most 10 addresses a visitor in 15 minutes (R26).',
  access: 'anyone',
  body: z.object({ email: Email }),
  answer: z.object({ user_exists: z.boolean() }),
  errors: ['RATE_LIMITED', 'VALIDATION_FAILED'],
});

export const getUserId = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/get-user-id.php',
  summary: 'Id of the signed-in person.',
  access: 'user',
  answer: z.object({ user_id: Id24 }),
  errors: ['NOT_SIGNED_IN'],
});

export const googleRedirect = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: GOOGLE_START,
  summary: 'Start of federated sign-in; opened in a popup, or as a whole page with `return_to`.',
  access: 'anyone',
  kind: 'redirect',
  query: z.object({ return_to: z.optional(z.string().check(z.maxLength(200))), form_session_id: z.optional(Id24) }),
  answer: z.object({}),
  errors: ['RATE_LIMITED', 'PROVIDER_DOWN'],
});

export const googleCallback = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/google/callback',
  summary:
    "End of federated sign-in: a page that posts 'google-login-success' (or '…-failed', '…-needs-link') and closes.",
  access: 'anyone',
  kind: 'redirect',
  answer: z.object({}),
  errors: ['SIGN_IN_CANCELLED', 'SIGN_IN_NEEDS_LINK', 'PROVIDER_DOWN'],
});

export const googleLink = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/google/link',
  summary: 'Join a provider to an existing account, proven by its password or a mailed code.',
  access: 'anyone',
  body: z.object({
    password: z.optional(Password),
    code: z.optional(SixDigitCode),
    send_code: z.optional(z.boolean()),
  }),
  answer: z.object({ message: z.string(), linked: z.boolean(), email: z.string() }),
  errors: ['LOGIN_FAILED', 'CODE_WRONG', 'CODE_EXPIRED', 'CODE_TRIES_USED', 'RATE_LIMITED', 'NOT_FOUND'],
});

export const requestPasswordReset = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/request_password_reset.php',
  summary: 'Mail a reset code; answers alike for every address.',
  access: 'anyone',
  body: z.object({ email: Email }),
  answer: Message,
  errors: ['RATE_LIMITED', 'VALIDATION_FAILED'],
});

export const verifyResetCode = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/verify-reset-code.php',
  summary: 'Check a reset code without using it up.',
  access: 'anyone',
  body: z.object({ email: Email, code: SixDigitCode }),
  answer: Message,
  errors: ['CODE_WRONG', 'CODE_EXPIRED', 'CODE_TRIES_USED', 'RATE_LIMITED', 'VALIDATION_FAILED'],
});

export const resetPassword = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/reset-password.php',
  summary: 'Set a new password with the code; ends every session and tells the owner by mail.',
  access: 'anyone',
  body: z.object({ email: Email, code: SixDigitCode, newPassword: ReplacementPassword }),
  answer: Message,
  errors: ['CODE_WRONG', 'CODE_EXPIRED', 'CODE_TRIES_USED', 'RATE_LIMITED', 'VALIDATION_FAILED'],
});

export const accountEndpoints = {
  checkAuth,
  viewUserData,
  login,
  register,
  verifyEmail,
  resendCode,
  checkSessionCode,
  checkEmail,
  logout,
  getUserId,
  googleRedirect,
  googleCallback,
  googleLink,
  requestPasswordReset,
  verifyResetCode,
  resetPassword,
} as const;
