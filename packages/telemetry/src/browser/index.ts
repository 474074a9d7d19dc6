export { observeVitals } from './vitals.ts';
export { watchErrors } from './errors.ts';
export { describeError } from './describe-error.ts';
export type { DescribedError } from './describe-error.ts';
