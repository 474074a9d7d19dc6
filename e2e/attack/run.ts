/** `npm run attack`: tries to break into the running program, part by part, and writes what came of it. */
import { parseArgs } from 'node:util';
import { PARTS } from './parts.ts';
import { createPrograms } from './programs.ts';
import { printPart, writeReport, type PartRun } from './report.ts';

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
try {
  for (const part of chosen) {
    const startedAt = Date.now();
    const options = { seed, seconds: Number(values.seconds), bodies: Number(values.bodies), isShort: false };
    const rows = await part.run({ ...options, ...programs, say });
    const run = { part, rows, seconds: Math.round((Date.now() - startedAt) / 1000) };
    runs.push(run);
    printPart(run, say);
    if (values.write) await writeReport(run, { seed, seconds: options.seconds, bodies: options.bodies });
  }
} finally {
  await programs.stop();
}
const found = runs.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.found.length, 0);
const tried = runs.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.count, 0);
say(`${tried} tries, ${found} found`);
process.exitCode = found > 0 ? 1 : 0;
