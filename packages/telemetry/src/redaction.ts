/**
 * Redaction by allow-list: a log line keeps the fields named here and nothing else. An unclassified field is
 * dropped, so a new column can never leak by being forgotten.
 */

/**
 * - `plain`: kept when it is a number, boolean, or a short string that scrubs to itself.
 * - `text`: kept, with addresses, numbers and tokens in it blotted out.
 * - `count`: only how many there are (arrays, strings, maps).
 */
export type FieldRule = 'plain' | 'text' | 'count';
export type FieldRules = Readonly<Record<string, FieldRule>>;

/** What every service may log. Ids are our own row ids: no address, name, text or amount of a claim is among them. */
export const LOG_FIELDS = {
  // Keyed digests, which tell that two lines are of one account or network and not of which.
  account: 'plain',
  actorRole: 'plain',
  attempt: 'plain',
  build: 'plain',
  buildId: 'plain',
  bytes: 'plain',
  channel: 'plain',
  claimId: 'plain',
  code: 'plain',
  correlationId: 'plain',
  count: 'plain',
  deliveryId: 'plain',
  durationMs: 'plain',
  errorId: 'plain',
  event: 'plain',
  from: 'plain',
  handle: 'plain',
  hash: 'plain',
  job: 'plain',
  jobId: 'plain',
  kind: 'plain',
  letterId: 'plain',
  limit: 'plain',
  method: 'plain',
  migration: 'plain',
  network: 'plain',
  number: 'plain',
  operation: 'plain',
  orderId: 'plain',
  path: 'plain',
  paymentId: 'plain',
  pid: 'plain',
  port: 'plain',
  provider: 'plain',
  queue: 'plain',
  reason: 'text',
  remote: 'plain',
  retryAfterMs: 'plain',
  revision: 'plain',
  role: 'plain',
  roles: 'count',
  route: 'plain',
  sessionId: 'plain',
  signal: 'plain',
  snapshot: 'plain',
  state: 'plain',
  status: 'plain',
  to: 'plain',
  traceId: 'plain',
  url: 'text',
  userId: 'plain',
  version: 'plain',
} as const satisfies FieldRules;

const MAX_TEXT = 300;

const MASKS: ReadonlyArray<readonly [RegExp, string]> = [
  // E-mail addresses.
  [/[^\s"'<>(),;:@]{1,64}@[^\s"'<>(),;:@]{1,190}/g, '[address]'],
  // Keys, bearer tokens, JWTs and other long random words; our own ids (24 hex, UUID) are shorter or dashed.
  [/\b(?:sk|pk|rk|whsec|seti|pi|test|live)_[A-Za-z0-9_]{8,}/g, '[key]'],
  [/\beyJ[A-Za-z0-9_.-]{16,}/g, '[token]'],
  [/\b[A-Za-z0-9+/_-]{44,}={0,2}/g, '[token]'],
  // Telephone and card numbers: nine digits or more, with the usual separators between them.
  [/(?<![\w-])\+?\d(?:[\s().-]?\d){8,18}(?![\w-])/g, '[number]'],
  // Query strings hold whatever a form put there.
  [/\?[^\s"'<>]+/g, '?[query]'],
];

/** Text with everything blotted out that looks like a person's address, number or a secret; at most 300 characters. */
export function scrubText(text: string): string {
  let scrubbed = text;
  for (const [pattern, mask] of MASKS) scrubbed = scrubbed.replace(pattern, mask);
  return scrubbed.length > MAX_TEXT ? `${scrubbed.slice(0, MAX_TEXT)}…` : scrubbed;
}

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';

function applyRule(rule: FieldRule, value: unknown): unknown {
  if (rule === 'count') {
    if (Array.isArray(value) || typeof value === 'string') return value.length;
    return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
  }
  if (isPlain(value)) return typeof value === 'bigint' ? Number(value) : value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? scrubText(value) : undefined;
}

/** The part of `record` that may be written down. */
export function allowFields(record: Record<string, unknown>, rules: FieldRules = LOG_FIELDS): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined || value === undefined) continue;
    const allowed = applyRule(rule, value);
    if (allowed !== undefined) kept[name] = allowed;
  }
  return kept;
}
