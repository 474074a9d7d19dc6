import { AsyncLocalStorage } from 'node:async_hooks';

const correlation = new AsyncLocalStorage<string>();

/** Runs `work` (a request, a job) so that every log line and outgoing call below it carries this id. */
export const withCorrelation = <T>(id: string, work: () => T): T => correlation.run(id, work);

/** The id of the request or job being served, if any. */
export const currentCorrelationId = (): string | undefined => correlation.getStore();
