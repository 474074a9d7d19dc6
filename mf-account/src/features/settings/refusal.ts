import type { ApiError } from '@redress/api-client';
import type { SubmitRefusal } from '@redress/forms';

/** Field errors stand under their inputs; without any, the server's sentence or this screen's own. */
export function refusalOf(error: unknown, refused: string, unreachable: string): SubmitRefusal {
  const { message, fields, status } = error as ApiError; // the only error type of the API's base query
  if (fields && Object.keys(fields).length > 0) return { fields };
  return { message: message || (status > 0 ? refused : unreachable) };
}
