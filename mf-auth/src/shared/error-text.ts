import type { ApiError } from '@redress/api-client';

/** The server's sentence when there is one; else this screen's own for "refused" or "could not be asked". */
export const errorText = ({ message, status }: ApiError, refused: string, unreachable: string): string =>
  message || (status > 0 ? refused : unreachable);
