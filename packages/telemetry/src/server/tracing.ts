import { currentSpan, withSpan } from './context.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { LiveSpan, SpanFacts, SpanStart } from './span.ts';

export interface TracingOptions {
  /** Address of an OTLP receiver over HTTP, such as `http://collector:4318`; `/v1/traces` is appended. */
  endpoint: string;
  /** Asked for at each sending: they are secrets, which change. */
  headers?: () => Record<string, string>;
  /** Share of traces that are recorded, 0 to 1. */
  ratio: number;
  /** `service.name`: the role of this process. */
  service: string;
  log: Pick<Logger, 'warn'>;
  metrics: Metrics;
}

export type BeginSpan = (start: SpanStart, within: LiveSpan | undefined) => LiveSpan;

let begin: BeginSpan | null = null;

/**
 * Turns traces on for this process. Without it `inSpan` only runs its work, and nothing of OpenTelemetry is loaded.
 * @returns how to end: what is recorded is sent, in 2 s at most
 */
export async function startTracing(options: TracingOptions): Promise<{ stop(): Promise<void> }> {
  const { openTraces } = await import('./otlp.ts');
  const traces = openTraces(options);
  begin = traces.begin;
  return {
    stop() {
      begin = null;
      return traces.close();
    },
  };
}

const CODE = /^[A-Za-z][A-Za-z0-9_]{1,40}$/;

/** Never the message, which may quote a person. */
function errorTypeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return [code, name].find((text): text is string => typeof text === 'string' && CODE.test(text)) ?? 'Error';
}

/**
 * Runs `work` as one span: what it logs carries the id of the trace, and calls and jobs below it belong to it. A call to an
 * outside service that belongs to no request and no job (a check of `/readyz`) is none.
 * @param work - is given `note`, for what is known only later
 */
export async function inSpan<T>(start: SpanStart, work: (note: (facts: SpanFacts) => void) => Promise<T>): Promise<T> {
  const within = currentSpan();
  if (!begin || (start.kind === 'client' && !within)) return work(() => {});
  const span = begin(start, within);
  try {
    return await withSpan(span, () => work((facts) => span.note(facts)));
  } catch (error) {
    span.fail(errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Runs one call of an outside service as a span. @param operation - `paymentIntents.create`: of few values */
export const inClientSpan = <T>(service: string, operation: string, call: () => Promise<T>): Promise<T> =>
  inSpan({ kind: 'client', name: `${service} ${operation}`, facts: { 'peer.service': service } }, call);

/** `traceparent` of the work being done, for a job that is kept; `undefined` where traces are off. */
export const currentTraceparent = (): string | undefined => currentSpan()?.traceparent;

/**
 * `fetch` of an outside service as a span, which ends with the head of the answer. It is given `traceparent`; its address,
 * which may hold ids, is no part of the span.
 * @param service - `stripe`, `places`
 */
export function tracedFetch(
  service: string,
  url: string | URL,
  init: RequestInit & { headers?: Record<string, string> },
): Promise<Response> {
  const method = init.method ?? 'GET';
  const facts = { 'peer.service': service, 'http.request.method': method };
  return inSpan({ kind: 'client', name: `${service} ${method}`, facts }, async (note) => {
    const traceparent = currentTraceparent();
    const headers = { ...init.headers, ...(traceparent && { traceparent }) };
    const response = await fetch(url, { ...init, headers });
    note({ 'http.response.status_code': response.status });
    return response;
  });
}
