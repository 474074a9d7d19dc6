import { AppError } from '@redress/contracts';

/** The deepest body of the contract has five levels, the one with most values about 1,500 (docs: bench:api prints each). */
const MAX_DEPTH = 24;
const MAX_VALUES = 5_000;

const refuse = (reason: string, cause?: unknown) => new AppError('BAD_REQUEST', { cause, details: { reason } });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** `[`, `{` and `]`, `}` differ in a bit that their pairs share. */
const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d;

/**
 * Counts before anything is made of them: half a megabyte of `{},` is 170,000 objects, which take a fifth of a second to make and
 * to look at, while everybody else waits. What is no JSON is left to the parser.
 * @throws {AppError} BAD_REQUEST
 */
function assertFew(bytes: Buffer): void {
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (isOpening(byte)) {
      depth += 1;
      values += 1;
    } else if (byte === COMMA) values += 1;
    else if (isClosing(byte)) depth -= 1;
    if (depth > MAX_DEPTH) throw refuse('nested too deep');
    if (values > MAX_VALUES) throw refuse('too many values');
  }
}

/**
 * Text as PostgreSQL can keep it: half of a surrogate pair becomes the replacement character. NUL, which no column can
 * hold and no keyboard sends, is refused: dropping it would change a password silently.
 * @throws {AppError} BAD_REQUEST
 */
function cleanText(text: string): string {
  if (text.includes('\0')) throw refuse('NUL');
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** No contract has these keys; only a hostile client sends them. */
const HOSTILE = ['__proto__', 'constructor', 'prototype'];

/** Cleans what was just parsed, in place: it belongs to nobody else, and a copy of each object is what a body costs most. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  const held = value as Record<string, unknown>;
  for (const key of HOSTILE) if (Object.hasOwn(held, key)) delete held[key];
  for (const key of Object.keys(held)) {
    if (cleanText(key) !== key) throw refuse('a key that is no text');
    const item = held[key];
    const cleaned = clean(item);
    if (cleaned !== item) held[key] = cleaned;
  }
  return value;
}

/** @throws {AppError} BAD_REQUEST unless the bytes are one JSON object; nothing stands for `{}` */
export function parseJsonObject(bytes: Buffer): Record<string, unknown> {
  assertFew(bytes);
  const text = bytes.toString('utf8');
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw refuse('no JSON', cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('not an object');
  return clean(value) as Record<string, unknown>;
}

/** A query string's fields, cleaned alike; a field given twice stays a list and fails its schema. */
export const cleanQuery = (query: unknown): Record<string, unknown> =>
  clean(typeof query === 'object' && query !== null ? { ...query } : {}) as Record<string, unknown>;
