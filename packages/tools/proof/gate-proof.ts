/** Writes docs/proof/gate.md from runs of the gate. Words: the file of the runs, their commit, the command that made them. */
import { readFileSync } from 'node:fs';
import { secondsFor } from '../lib/gate-times.mjs';
import { openProof, proofTable, type ProofBody } from './proof.ts';

interface Time {
  name: string;
  seconds: number;
}

/** As `runGate` answers it (lib/gate-runs.mjs). */
export interface GateRun {
  load: string;
  note?: string;
  /** That it could use. */
  cores: number;
  seconds: number;
  passed: number;
  failed: number;
  /** Where the seconds went; missing of a run that was stopped. */
  times?: { steps: Time[]; files: Time[] } | null;
}

/** Longest time of a run, in seconds; beside a busy loop none is set. */
const longest = ({ load, cores }: GateRun): number => (load === 'busy loop' ? Infinity : secondsFor(cores));

const timeTable = (title: string, what: string, rows: Time[]) =>
  `## ${title}\n\n${proofTable(
    [what, 'seconds'],
    rows.map(({ name, seconds }) => [name, seconds.toFixed(1)]),
  )}`;

const RUNS = 8;

export function gateProof(runs: readonly GateRun[], commit: string): ProofBody {
  const rows = runs.map((run, index) => [
    index + 1,
    `${run.load} ${run.note ?? ''}`.trim(),
    run.cores,
    `${run.seconds} s`,
    longest(run) === Infinity ? '' : `${longest(run)} s`,
    run.passed,
    run.failed,
  ]);
  const failures = runs.flatMap(({ failed }, index) => (failed > 0 ? [`Run ${index + 1}: ${failed} failed.`] : []));
  const late = runs.flatMap((run, index) =>
    run.seconds > longest(run) ? [`Run ${index + 1} took ${run.seconds} s (${longest(run)}).`] : [],
  );
  const times = runs.find((run) => run.times)?.times;
  const where = times
    ? [timeTable('Seconds of each step', 'step', times.steps), timeTable('Slowest files', 'file', times.files)]
    : [];
  return {
    body: [
      `The whole gate of commit ${commit}; no test is tried twice. Where the seconds went is of the first run that says so.`,
      proofTable(['run', 'machine', 'cores', 'time', 'to reach', 'passed', 'failed'], rows),
      ...where,
    ].join('\n\n'),
    notReached: [...failures, ...late, ...(runs.length < RUNS ? [`${runs.length} of ${RUNS} runs were made.`] : [])],
  };
}

const [file, commit, command] = process.argv.slice(2);
if (import.meta.main && file !== undefined && commit !== undefined && command !== undefined) {
  const part = openProof({ name: 'gate', title: 'The gate', command, chromium: true });
  process.stdout.write(`${await part.write(gateProof(JSON.parse(readFileSync(file, 'utf8')) as GateRun[], commit))}\n`);
}
