export { observeVitals } from './vitals.ts';
export type { Vital } from './vitals.ts';
export { watchErrors } from './errors.ts';
