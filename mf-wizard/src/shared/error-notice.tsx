import type { ApiError } from '@redress/api-client';
import { ERRORS, type ErrorCode } from '@redress/contracts';
import { CLIENT_ERROR_TEXTS, errorText } from '@redress/copy/errors';
import { LoadError } from '@redress/ui';

const isClientCode = (code: string): code is keyof typeof CLIENT_ERROR_TEXTS => Object.hasOwn(CLIENT_ERROR_TEXTS, code);
const isServerCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** The sentence for a refusal, in the language of the page. */
export function sentenceFor(code: string, values: { retryAfterSeconds?: number } = {}): string {
  const key = isClientCode(code)
    ? CLIENT_ERROR_TEXTS[code]
    : isServerCode(code)
      ? ERRORS[code].text
      : 'errors.internal';
  return errorText(key, values);
}

/** A refusal with its reference number and a way on. */
export function ErrorNotice({ error, title, onRetry }: { error: ApiError; title?: string; onRetry?: () => void }) {
  const wait = error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds };
  return <LoadError title={title} text={sentenceFor(error.code, wait)} reference={error.errorId} onRetry={onRetry} />;
}
