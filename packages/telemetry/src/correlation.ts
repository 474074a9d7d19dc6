/** One id follows a click through the site, the services and their jobs. */
const CORRELATION_HEADER = 'x-request-id';

const SHAPE = /^[A-Za-z0-9-]{8,64}$/;

export const newCorrelationId = (): string => crypto.randomUUID();

const isCorrelationId = (value: unknown): value is string => typeof value === 'string' && SHAPE.test(value);

/**
 * The caller's id when it is one, else a new one: an id is written into every log line, so a caller must not be able
 * to write anything else there.
 */
export function correlationIdFrom(headers: Record<string, string | readonly string[] | undefined>): string {
  const sent = headers[CORRELATION_HEADER];
  const first = typeof sent === 'string' ? sent : sent?.[0];
  return isCorrelationId(first) ? first : newCorrelationId();
}
