/**
 * Writes src/jurisdictions/state-options.ts, the slice of the states' data a browser needs at once.
 * Run it after a change of data/us-states.json: `node scripts/state-options.ts`.
 */
import { writeFileSync } from 'node:fs';
import { stateOptionsSource } from './state-options-source.ts';

writeFileSync(new URL('../src/jurisdictions/state-options.ts', import.meta.url), stateOptionsSource());
