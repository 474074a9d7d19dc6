import { AppError, ERRORS, isAppError, type Endpoint, type Refusal } from '@redress/contracts';
import { signInPath } from '@redress/contracts/releases';
import { describeDatabaseError } from '@redress/database';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { plainPage } from './plain-page.ts';
import { redirectTo, type PageAnswer, type SpecialAnswer } from './route.ts';

type Text = Platform['text'];

/** A full disk, a used-up quota, a file system made read-only: where PDFs and signatures are kept. */
const CANNOT_WRITE = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS']);
/** As soon as there is space, what a browser keeps is to be saved within 5 s (docs/reliability.md, Invariants). */
const FULL_RETRY_SECONDS = 5;
const STORE_RETRY_SECONDS = 5;

/** An error thrown in a route, as one of the catalogue's refusals. An unknown one is INTERNAL. */
export function asAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('TOO_LARGE', { cause: error });
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) return new AppError('BAD_REQUEST', { cause: error });
  if (code === 'STORE_AWAY') {
    const details = { provider: 'files', reason: 'store away' };
    return new AppError('PROVIDER_DOWN', { cause: error, details, retryAfterSeconds: STORE_RETRY_SECONDS });
  }
  const { kind } = describeDatabaseError(error);
  if (kind === 'unavailable' || kind === 'timeout') {
    return new AppError('OVERLOADED', { cause: error, details: { reason: `database ${kind}` }, retryAfterSeconds: 2 });
  }
  if (kind === 'full' || CANNOT_WRITE.has(code)) {
    const reason = kind === 'full' ? 'database full' : 'disk full';
    return new AppError('STORAGE_FULL', { cause: error, details: { reason }, retryAfterSeconds: FULL_RETRY_SECONDS });
  }
  return new AppError('INTERNAL', { cause: error });
}

/** The refusal as it goes over the wire. */
export function refusalOf(error: AppError, path: string, errorId: string, text: Text): Refusal {
  const { retryAfterSeconds } = error;
  const message = text(ERRORS[error.code].text, {
    ...error.values,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
  const fields = error.fields
    ? Object.fromEntries(Object.entries(error.fields).map(([field, key]) => [field, text(key, error.values)]))
    : undefined;
  return {
    success: false,
    code: error.code,
    message,
    ...(path.includes('/stripe/') ? { error: message } : {}),
    ...(fields ? { errors: fields } : {}),
    errorId,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(error.other === undefined ? {} : { other: error.other }),
  };
}

/** Whether a browser asks to show the answer: a person opened a link, a bookmark, an address of a mail. */
export const isOpened = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');

export const refusalPage = ({ code, message }: Refusal, text: Text): PageAnswer =>
  plainPage(
    {
      title: text('refused.title'),
      sentence: message,
      link: { path: '/dashboard', label: text('refused.goOn') },
    },
    ERRORS[code].status,
  );

/**
 * A refusal for who opened the address of a document: a page instead of JSON. Who is not signed in is led to sign in, and
 * back to a document that is a page; a file is had from the page where it stands.
 * @returns null for a call that a page makes
 */
export function openedRefusal(
  refusal: Refusal,
  { kind }: Endpoint,
  request: FastifyRequest,
  text: Text,
): SpecialAnswer | null {
  if (!isOpened(request) || (kind !== 'redirect' && kind !== 'blob')) return null;
  if (refusal.code !== 'NOT_SIGNED_IN') return refusalPage(refusal, text);
  return redirectTo(signInPath(kind === 'redirect' ? request.url : '/dashboard'));
}

interface Issue {
  path: PropertyKey[];
  message: string;
}

const KEY = /^[a-z][A-Za-z]*\.[A-Za-z.]+$/;

/** Field errors of a schema: one a field, the first. Messages are copy keys; zod's own messages become "not valid". */
export function validationFields(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.map(String).join('.') || 'body';
    fields[field] ??= `validation.${KEY.test(message) ? message : 'field.check'}`;
  }
  return fields;
}

export const validationError = (issues: readonly Issue[]): AppError =>
  new AppError('VALIDATION_FAILED', { fields: validationFields(issues), details: { count: issues.length } });
