import { AsyncLocalStorage } from 'node:async_hooks';
import type { LiveSpan } from './span.ts';

/** What is being served: a request or a job, and the innermost span of it where traces are on. */
interface Work {
  correlationId?: string;
  span?: LiveSpan;
}

const current = new AsyncLocalStorage<Work>();

/** Runs `work` (a request, a job) so that every log line and outgoing call below it carries this id. */
export const withCorrelation = <T>(id: string, work: () => T): T =>
  current.run({ ...current.getStore(), correlationId: id }, work);

/** The id of the request or job being served, if any. */
export const currentCorrelationId = (): string | undefined => current.getStore()?.correlationId;

export const withSpan = <T>(span: LiveSpan, work: () => T): T => current.run({ ...current.getStore(), span }, work);

export const currentSpan = (): LiveSpan | undefined => current.getStore()?.span;
