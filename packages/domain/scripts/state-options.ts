/**
 * Writes data/state-options.json, the slice of the states' data a browser needs at once.
 * Run it after a change of data/us-states.json: `node scripts/state-options.ts`.
 */
import { writeFileSync } from 'node:fs';
import data from '../data/us-states.json' with { type: 'json' };

const rows = data.states.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ code, name }) => [code, name]);

const lines = rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
writeFileSync(new URL('../data/state-options.json', import.meta.url), `[\n${lines}\n]\n`);
