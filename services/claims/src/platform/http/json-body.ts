import { AppError } from '@redress/contracts';

const MAX_DEPTH = 24;

/**
 * Text as PostgreSQL can keep it: half of a surrogate pair becomes the replacement character. NUL, which no column can
 * hold and no keyboard sends, is refused: dropping it would change a password silently.
 * @throws {AppError} BAD_REQUEST
 */
function cleanText(text: string): string {
  if (text.includes('\0')) throw new AppError('BAD_REQUEST', { details: { reason: 'NUL' } });
  return text.isWellFormed() ? text : text.toWellFormed();
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new AppError('BAD_REQUEST', { details: { reason: 'nested too deep' } });
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  const cleaned: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) cleaned[cleanText(key)] = clean(item, depth + 1);
  // A plain object for the schemas. No contract has these keys; only a hostile client sends them.
  delete cleaned['__proto__'];
  delete cleaned['constructor'];
  delete cleaned['prototype'];
  return { ...cleaned };
}

/** @throws {AppError} BAD_REQUEST unless the text is one JSON object; an empty one stands for `{}` */
export function parseJsonObject(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('BAD_REQUEST', { cause, details: { reason: 'no JSON' } });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('BAD_REQUEST', { details: { reason: 'not an object' } });
  }
  return clean(value, 0) as Record<string, unknown>;
}

/** A query string's fields, cleaned alike; a field given twice stays a list and fails its schema. */
export const cleanQuery = (query: unknown): Record<string, unknown> =>
  clean(typeof query === 'object' && query !== null ? { ...query } : {}, 0) as Record<string, unknown>;
