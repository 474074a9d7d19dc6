import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Outcome = 'current build' | 'last good build' | 'panel';

export interface FaultRow {
  place: string;
  fault: string;
  outcome: Outcome;
  ms: number;
}

const FOLDER = path.resolve(import.meta.dirname, '../test-results');

/** Writes what a run saw as a table, place by place, to `test-results/faults-{name}.md`. */
export function writeFaultTable(name: string, rows: readonly FaultRow[]): string {
  const lines = rows.map(({ place, fault, outcome, ms }) => `| ${place} | ${fault} | ${outcome} | ${Math.round(ms)} |`);
  const table = ['| remote or slot | fault | outcome | ms |', '|---|---|---|---:|', ...lines].join('\n');
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, `faults-${name}.md`), `${table}\n`);
  return table;
}
