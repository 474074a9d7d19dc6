export { observeVitals } from './vitals.ts';
export { watchErrors } from './errors.ts';
