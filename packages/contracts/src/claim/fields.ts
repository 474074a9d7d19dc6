import { streetLines } from '@redress/domain';
import * as z from 'zod/mini';

/** A schema that a bundler may leave out where nobody uses it: it cannot tell that `check` and the like change nothing. */
const schema = <Schema>(make: () => Schema): Schema => make();

/** Messages are keys of `@redress/copy/validation`: a language is chosen at the edge. */
export const required = (key = 'field.required') => z.string().check(z.trim(), z.minLength(1, key));

/**
 * Same rule as a browser's own e-mail field, plus a dot in the domain.
 * Composed (NFC) and lower-cased: an address is one account however it is typed.
 */
export const Email = /* @__PURE__ */ schema(() =>
  z
    .string('email.required')
    .check(
      z.trim(),
      z.normalize(),
      z.toLowerCase(),
      z.minLength(1, 'email.required'),
      z.maxLength(254, 'email.tooLong'),
      z.regex(
        /^[^\s@<>()[\]\\,;:"]+@[a-z0-9\u00a1-\uffff](?:[a-z0-9\u00a1-\uffff-]*\.)+[a-z\u00a1-\uffff]{2,}$/u,
        'email.format',
      ),
    ),
);

/** 6 to 128 characters as typed: never trimmed, any character (R25). */
export const NewPassword = /* @__PURE__ */ schema(() =>
  z
    .string('password.required')
    .check(z.minLength(1, 'password.required'), z.minLength(6, 'password.short'), z.maxLength(128, 'password.long')),
);

/** New password of somebody who has one. Its form asks for nothing else, so a missing one has an error sentence of its own. */
export const ReplacementPassword = /* @__PURE__ */ schema(() =>
  z
    .string('newPassword.required')
    .check(z.minLength(1, 'newPassword.required'), z.minLength(6, 'password.short'), z.maxLength(128, 'password.long')),
);

/** An existing password: only its length is bounded, so that a newer rule locks no account out. */
export const Password = /* @__PURE__ */ schema(() =>
  z.string('password.required').check(z.minLength(1, 'password.required'), z.maxLength(128, 'password.long')),
);

/** Spaces and dashes are forgiven: codes are pasted from mail. */
export const SixDigitCode = /* @__PURE__ */ schema(() =>
  z.pipe(
    z.pipe(
      z.string('code.required'),
      z.transform((text: string) => text.replace(/[\s-]/g, '')),
    ),
    z.string().check(z.minLength(1, 'code.required'), z.regex(/^[0-9]{6}$/, 'code.sixDigits')),
  ),
);

/** A street with its unit fits on the two lines of an envelope: nothing of it is cut. */
export const fitsEnvelope = (street: string, unit: string) =>
  z.refine(
    (input: unknown) => {
      const answers = input as Record<string, unknown>; // an object: the schema it is a check of has parsed it
      const text = (field: string) => (typeof answers[field] === 'string' ? answers[field] : '');
      return streetLines(text(street), text(unit)).rest === '';
    },
    { error: 'address.tooLong', path: [street] },
  );
