export { CORRELATION_HEADER, correlationIdFrom, newCorrelationId } from '../correlation.ts';
export { currentCorrelationId, withCorrelation } from './context.ts';
export { createLogger, describeError } from './logger.ts';
export type { Logger, LoggerOptions } from './logger.ts';
export { createMetrics, metricsContentType } from './metrics.ts';
export type { HttpObservation, Metrics } from './metrics.ts';
