export { correlationIdFrom, newCorrelationId } from '../correlation.ts';
export { currentCorrelationId, withCorrelation } from './context.ts';
export { createLogger, describeError } from './logger.ts';
export type { Logger } from './logger.ts';
export { createMetrics, metricsContentType } from './metrics.ts';
export type { Metrics } from './metrics.ts';
export { currentTraceparent, inClientSpan, inSpan, startTracing, tracedFetch } from './tracing.ts';
export { redactMessage } from '../redact-message.ts';
