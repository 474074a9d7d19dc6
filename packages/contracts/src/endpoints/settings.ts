import { REMINDER_KINDS } from '@redress/domain';
import * as z from 'zod/mini';
import { Email, ReplacementPassword, SixDigitCode } from '../claim/fields.ts';
import { CsrfToken, Id24, Instant } from '../claim/wire-values.ts';
import { endpoint } from '../endpoint.ts';
import { csrfToken } from './session.ts';

const Message = z.object({ message: z.string() });

const SettingsBody = {
  firstName: z.string().check(z.trim(), z.maxLength(100, 'text.tooLong')),
  lastName: z.string().check(z.trim(), z.maxLength(100, 'text.tooLong')),
  phoneNumber: z.string().check(z.trim(), z.maxLength(20, 'text.tooLong'), z.regex(/^[0-9]*$/, 'phone.digits')),
};

export const getSettings = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/settings/get_settings.php',
  summary: 'Contact details. `pendingEmail` waits for the code sent to it.',
  access: 'user',
  answer: z.object({
    settings: z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      pendingEmail: z.nullable(z.string()),
      /** False where the person signs in with a provider only; absent from a service of the release before. */
      hasPassword: z.optional(z.boolean()),
      /** Kinds of reminders that are switched off; absent from a service of the release before. */
      remindersOff: z.optional(z.array(z.string())),
      /** Given as the claimant of a claim and missing here: offered in the form, kept only when it is saved. */
      fromClaim: z.optional(z.object({ firstName: z.string(), lastName: z.string(), phoneNumber: z.string() })),
    }),
  }),
  errors: ['NOT_SIGNED_IN'],
});

export const updateSettings = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/settings/update_settings.php',
  summary: 'Save contact details; a new e-mail address needs the password (R41) and takes effect after its code (R25).',
  access: 'user',
  csrf: true,
  body: z.object({
    ...SettingsBody,
    email: Email,
    /** Password, asked for only when the address changes. */
    password: z.optional(z.string().check(z.maxLength(128, 'password.long'))),
    csrf_token: CsrfToken,
  }),
  answer: z.object({ message: z.string(), email_code_sent: z.boolean() }),
  errors: ['NOT_SIGNED_IN', 'CSRF_TOKEN_WRONG', 'VALIDATION_FAILED', 'EMAIL_TAKEN', 'RATE_LIMITED'],
});

export const confirmEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/settings/confirm_email',
  summary: 'Put a new e-mail address into effect; ends the other sessions, renews this one, tells the old address.',
  access: 'user',
  csrf: true,
  body: z.object({ code: SixDigitCode, csrf_token: CsrfToken }),
  answer: z.object({ message: z.string(), email: z.string() }),
  errors: ['NOT_SIGNED_IN', 'CSRF_TOKEN_WRONG', 'CODE_WRONG', 'CODE_EXPIRED', 'CODE_TRIES_USED', 'EMAIL_TAKEN'],
});

export const updatePassword = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/settings/update_password.php',
  summary: 'Change the password; ends the other sessions, renews this one and tells the owner by mail.',
  access: 'user',
  csrf: true,
  body: z.object({
    /** Empty only for an account that has no password yet, which must have signed in just now. */
    currentPassword: z.string().check(z.maxLength(128, 'password.long')),
    newPassword: ReplacementPassword,
    confirmPassword: z.string().check(z.maxLength(128, 'password.long')),
    csrf_token: CsrfToken,
  }),
  answer: Message,
  errors: ['NOT_SIGNED_IN', 'CSRF_TOKEN_WRONG', 'VALIDATION_FAILED', 'RATE_LIMITED'],
});

export const listDevices = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/account/devices',
  summary: 'Browsers signed in to this account.',
  access: 'user',
  answer: z.object({
    devices: z.array(
      z.object({ id: Id24, label: z.string(), created_at: Instant, last_seen_at: Instant, is_current: z.boolean() }),
    ),
  }),
  errors: ['NOT_SIGNED_IN'],
});

export const revokeDevice = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/account/devices/revoke',
  summary: 'Sign one browser out, or all others with `id: "others"`.',
  access: 'user',
  csrf: true,
  body: z.object({ id: z.union([Id24, z.literal('others')]), csrf_token: CsrfToken }),
  answer: z.object({ ended: z.int() }),
  errors: ['NOT_SIGNED_IN', 'CSRF_TOKEN_WRONG', 'NOT_FOUND'],
});

export const exportData = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/account/export',
  summary: 'Everything kept about the person, as a JSON file.',
  access: 'user',
  kind: 'blob',
  answer: z.object({}),
  errors: ['NOT_SIGNED_IN', 'RATE_LIMITED'],
  // Of a business with 20,000 letters it is hundreds of megabytes.
  timeoutMs: 300_000,
});

export const deleteAccount = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/account/delete',
  summary: 'Delete the account; paid orders keep what tax law needs (R29).',
  access: 'user',
  csrf: true,
  body: z.object({
    password: z.string().check(z.maxLength(128)),
    confirm: z.literal('DELETE'),
    /** Fate of letters that are paid and not posted, asked for by LETTER_NOT_POSTED. */
    unposted: z.optional(z.enum(['post', 'refund'])),
    csrf_token: CsrfToken,
  }),
  answer: Message,
  errors: [
    'NOT_SIGNED_IN',
    'CSRF_TOKEN_WRONG',
    'LOGIN_FAILED',
    'LETTER_NOT_POSTED',
    'LETTER_MISSING',
    'LETTER_NOT_APPROVED',
    'VALIDATION_FAILED',
    'RATE_LIMITED',
  ],
  // All of a person goes in one transaction, or nothing.
  timeoutMs: 30_000,
});

export const switchReminders = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/settings/reminders',
  summary: 'Switch one kind of reminder on or off, mail and alert alike.',
  access: 'user',
  body: z.object({ kind: z.enum(REMINDER_KINDS), on: z.boolean() }),
  answer: z.object({ remindersOff: z.array(z.string()) }),
  errors: ['NOT_SIGNED_IN', 'VALIDATION_FAILED'],
});

export const settingsEndpoints = {
  switchReminders,
  csrfToken,
  getSettings,
  updateSettings,
  confirmEmail,
  updatePassword,
  listDevices,
  revokeDevice,
  exportData,
  deleteAccount,
} as const;
