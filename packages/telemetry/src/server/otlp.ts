import { setTimeout as wait } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { LiveSpan, SpanFacts, SpanStart } from './span.ts';
import type { BeginSpan, TracingOptions } from './tracing.ts';

/** A receiver that is slow or away costs no more than this memory: spans above it are dropped. */
const MOST_WAITING = 4_096;
const SEND_EVERY_MS = 1_000;
/** docs/reliability.md, Time limits. Nothing but the sending of spans waits for it. */
const SEND_LIMIT_MS = 5_000;
const CLOSE_LIMIT_MS = 2_000;
const MOST_TEXT = 120;

const KINDS = { server: SpanKind.SERVER, job: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const;
/** Of a call that came in, a refusal is the caller's fault; of one that went out, ours or theirs. */
const FAILED_FROM = { server: 500, job: 500, client: 400 } as const;

/**
 * A provider of our own, not the global one: a library that traces itself would add attributes that were never looked at here.
 */
export function openTraces({ endpoint, headers = () => ({}), ratio, service, log, metrics }: TracingOptions) {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  // Without what may stand before the host.
  const { host } = new URL(url);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'redress' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: MOST_TEXT },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: watched(
          new OTLPTraceExporter({ url, headers: () => Promise.resolve(headers()), timeoutMillis: SEND_LIMIT_MS }),
          { host, log, metrics },
        ),
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: 2 * SEND_LIMIT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('redress');
  const counter = spanCounter(metrics);

  /**
   * The id of a trace may come from anybody; whether it is recorded is decided here, by a draw that does not depend on
   * that id. So a stranger can neither switch recording on nor choose ids that are always recorded.
   */
  const contextOf = ({ kind, parent }: SpanStart, within: LiveSpan | undefined): Context => {
    const sent = parseTraceParent(within?.traceparent ?? parent ?? '');
    if (!sent) return ROOT_CONTEXT;
    const { traceId, spanId } = sent;
    const isStrangers = !within && kind === 'server';
    const isSampled = isStrangers ? Math.random() < ratio : (sent.traceFlags & TraceFlags.SAMPLED) !== 0;
    return trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
      isRemote: !within,
    });
  };

  const begin: BeginSpan = (start, within) => {
    const { kind, name, facts } = start;
    const context = contextOf(start, within);
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...facts } }, context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    const fail = (errorType: string) => {
      span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
    };
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
      note(added: SpanFacts) {
        span.setAttributes({ ...added });
        const status = added['http.response.status_code'];
        if (status !== undefined && status >= FAILED_FROM[kind]) fail(added['error.type'] ?? String(status));
      },
      fail,
      end() {
        if (span.isRecording()) counter.inc({ outcome: 'recorded' });
        span.end();
      },
    };
  };

  let closing: Promise<void> | null = null;
  const close = async () => {
    const stop = new AbortController();
    const late = wait(CLOSE_LIMIT_MS, undefined, { signal: stop.signal }).catch(() => {});
    await Promise.race([provider.shutdown().catch(() => {}), late]);
    stop.abort();
  };
  return { begin, close: () => (closing ??= close()) };
}

/** What is recorded and neither sent nor lost waits, or was dropped because too many were waiting. */
const spanCounter = (metrics: TracingOptions['metrics']) =>
  metrics.counter('trace_spans_total', 'Spans recorded, sent and lost on their way to the receiver', ['outcome']);

/**
 * The same exporter, which counts what becomes of its batches and says when spans begin to get lost and when they arrive
 * again: by itself it is silent.
 */
function watched(
  exporter: SpanExporter,
  { host, log, metrics }: { host: string } & Pick<TracingOptions, 'log' | 'metrics'>,
): SpanExporter {
  const counter = spanCounter(metrics);
  let isLosing = false;
  const note = ({ code, error }: ExportResult, count: number) => {
    const isLost = code !== ExportResultCode.SUCCESS;
    counter.inc({ outcome: isLost ? 'lost' : 'sent' }, count);
    if (isLost && !isLosing) log.warn({ err: error }, `spans do not reach ${host} (OTEL_EXPORTER_OTLP_ENDPOINT)`);
    if (!isLost && isLosing) log.warn(`spans reach ${host} again`);
    isLosing = isLost;
  };
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        note(result, spans.length);
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
