import type { ApiError } from '@redress/api-client';

/** The server's sentence when there is one; else this screen's own for "refused" or "could not be asked". */
export const errorText = ({ message, status }: ApiError, refused: string, unreachable: string): string =>
  message || (status > 0 ? refused : unreachable);

/** The same beside the field of a code, about which something may be said itself. */
export const codeError = (error: ApiError, refused: string, unreachable: string): string =>
  error.fields?.['code'] ?? errorText(error, refused, unreachable);
