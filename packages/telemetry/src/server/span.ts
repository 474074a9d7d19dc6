/**
 * All that a span says, under the names of OpenTelemetry. Closed, so that neither an address nor an answer nor an id of a
 * person can be added by the way: each value is of a few that are known before (a template, a queue, a status, a code).
 */
export interface SpanFacts {
  'http.request.method'?: string;
  /** The template, `/api/save_form_data.php`, never the path with its query. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  'messaging.destination.name'?: string;
  /** 0 for the first try. */
  'redress.job.attempt'?: number;
  /** Outside service: `places`, `stripe`, `smtp`. */
  'peer.service'?: string;
  /** Code of an error, or the name of its class. */
  'error.type'?: string;
}

export interface SpanStart {
  /** Where the program is entered or left: a call from outside, a job, a call to an outside service. */
  kind: 'server' | 'job' | 'client';
  /** Of few values, as the facts. */
  name: string;
  facts: SpanFacts;
  /** `traceparent` of what this is part of: as a stranger sent it for `server`, as this product kept it for `job`. */
  parent?: string | undefined;
}

/** A span that has begun. Outside of this folder only `inSpan` makes one. */
export interface LiveSpan {
  traceId: string;
  /** What an outgoing call or a job is given, W3C Trace Context, 55 characters. */
  traceparent: string;
  note(facts: SpanFacts): void;
  fail(errorType: string): void;
  end(): void;
}
