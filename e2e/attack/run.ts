/** `npm run attack`: tries to break into the running program, part by part, and writes what came of it. */
import { parseArgs } from 'node:util';
import { PARTS } from './parts.ts';
import { createPrograms } from './programs.ts';
import { openReport, printPart, writeReport, type PartRun } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '600' },
    bodies: { type: 'string', default: '1000' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

const say = (line: string) => void process.stdout.write(`${line}\n`);
const unknown = positionals.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(', ')}. There are:`);
  for (const { name, about } of PARTS) say(`  ${name.padEnd(10)} ${about}`);
  process.exit(2);
}

const chosen = positionals.length > 0 ? PARTS.filter(({ name }) => positionals.includes(name)) : PARTS;
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const programs = createPrograms();
const runs: PartRun[] = [];
say(`seed ${seed}; repeat with --seed ${seed}`);
const proof = openReport();
const options = { seed, seconds: Number(values.seconds), bodies: Number(values.bodies), isShort: false };
try {
  for (const part of chosen) {
    const [at, load] = [new Date(), proof.load()];
    const rows = await part.run({ ...options, ...programs, say });
    runs.push({ part, rows, at, load, seconds: Math.round((Date.now() - at.getTime()) / 1000) });
    printPart(runs.at(-1) as PartRun, say);
    // After each part: a run that is ended early leaves what it has.
    if (values.write) await writeReport(runs, options, proof);
  }
} finally {
  await programs.stop();
}
const found = runs.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.found.length, 0);
const tried = runs.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.count, 0);
say(`${tried} tries, ${found} found`);
process.exitCode = found > 0 ? 1 : 0;
