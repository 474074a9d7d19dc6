/** Writes docs/proof/gate.md from the table of `npm run verify -- --gate=8`. Words: the table's file, its commit. */
import { readFileSync } from 'node:fs';
import { openProof, proofTable, type ProofBody } from './proof.ts';

/** As `runGate` answers it (lib/gate-runs.mjs). */
export interface GateRun {
  load: string;
  note?: string;
  seconds: number;
  passed: number;
  failed: number;
}

/** Longest time of a run, in seconds; beside a busy loop none is set. */
const LONGEST: Readonly<Record<string, number>> = { quiet: 600, 'two cores': 900 };

const RUNS = 8;

export function gateProof(runs: readonly GateRun[], commit: string): ProofBody {
  const rows = runs.map(({ load, note = '', seconds, passed, failed }, index) => [
    index + 1,
    `${load} ${note}`.trim(),
    `${seconds} s`,
    LONGEST[load] === undefined ? '' : `${LONGEST[load]} s`,
    passed,
    failed,
  ]);
  const failures = runs.flatMap(({ failed }, index) => (failed > 0 ? [`Run ${index + 1}: ${failed} failed.`] : []));
  const late = runs.flatMap(({ load, seconds }, index) =>
    seconds > (LONGEST[load] ?? Infinity) ? [`Run ${index + 1} took ${seconds} s (${LONGEST[load]}).`] : [],
  );
  return {
    body: `The whole gate of commit ${commit}, run again and again: nothing is taken from a cache of results, and no test is tried twice.\n\n${proofTable(['run', 'machine', 'time', 'to reach', 'passed', 'failed'], rows)}`,
    notReached: [...failures, ...late, ...(runs.length < RUNS ? [`${runs.length} of ${RUNS} runs were made.`] : [])],
  };
}

const [file, commit] = process.argv.slice(2);
if (import.meta.main && file !== undefined && commit !== undefined) {
  const part = openProof({
    name: 'gate',
    title: 'The gate, eight times',
    command: 'npm run verify -- --gate=8 --proof',
    chromium: true,
  });
  process.stdout.write(`${await part.write(gateProof(JSON.parse(readFileSync(file, 'utf8')) as GateRun[], commit))}\n`);
}
