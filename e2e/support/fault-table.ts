import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openProof, proofTable } from '@redress/tools/proof';

export type Outcome = 'current build' | 'last good build' | 'panel';

export interface FaultRow {
  place: string;
  fault: string;
  outcome: Outcome;
  ms: number;
}

const FOLDER = path.resolve(import.meta.dirname, '../test-results');

const proof = openProof({
  name: 'faults',
  title: 'Every remote and slot, every fault',
  command: 'PROOF=1 npm run verify',
  chromium: true,
});

/**
 * Writes what a run saw as a table, place by place, to `test-results/faults-{name}.md`, and as a part of the measured
 * proof where PROOF is set and every fault was tried in one run (VERIFY).
 * @param expected - rows of a whole run; a test that fails begins a new worker, whose table has only what came after
 */
export async function writeFaultTable(name: string, rows: readonly FaultRow[], expected: number): Promise<string> {
  const table = proofTable(
    ['remote or slot', 'fault', 'outcome', 'ms'],
    rows.map(({ place, fault, outcome, ms }) => [place, fault, outcome, Math.round(ms)]),
  );
  if (process.env['PROOF'] && process.env['VERIFY'] === '1' && rows.length === expected) {
    const panels = rows
      .filter(({ outcome }) => outcome === 'panel')
      .map(({ place, fault }) => `${place}, ${fault}: a panel.`);
    await proof.write({
      body: `Times count from the load of the page, for what fails later from the press.\n\n${table}`,
      notReached: panels,
    });
  }
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, `faults-${name}.md`), `${table}\n`);
  return table;
}
