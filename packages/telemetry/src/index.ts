export { CORRELATION_HEADER, correlationIdFrom, isCorrelationId, newCorrelationId } from './correlation.ts';
export { LOG_FIELDS, allowFields, scrubText } from './redaction.ts';
export type { FieldRule, FieldRules } from './redaction.ts';
