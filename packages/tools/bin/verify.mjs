// `npm run verify`: what takes too long for every change (VERIFY=1: more cases of the rules, every journey), then the short
// drills of the cluster and two minutes of the soak, in parts. Parts that passed are not run again: what was stopped goes
// on with `--commit=<hash>`, and after a mend with `--since=<hash>`: parts that passed at that commit count. When all have passed
// they are docs/proof/verify.md, each with its commit; `npm test` says the age of the oldest.
// `npm run verify -- claims`, `npm run verify -- e2e faults/`: only of these, in the tree as it is.
// `npm run verify -- --gate=8`: the whole gate eight times, quiet, on two cores and beside a busy loop. On four cores two of
// the runs on two cores are at work at the same time, the second in a clone of its own.
// With `--proof` its table becomes docs/proof/gate.md.
// `npm run verify -- --tests=100 [text]`: each test of data/repeated-tests.json (whose name holds the text) 100 times.
// All run in a clone at one commit (`--commit=<hash>`, else the newest), so that work in the tree goes on beside them.
// Their tables are kept by commit in .cache/gate: what was stopped goes on where it was,
// the journeys behind their last step of 5 runs, other tests behind one of 20.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhatChanged } from '../lib/build.mjs';
import { frozenClone, hasUncommitted, resolveCommit } from '../lib/frozen-clone.mjs';
import {
  allowedCores,
  keepEvidence,
  openRunTable,
  planRuns,
  printRuns,
  readOutcome,
  reasonAgainstTwo,
  runGate,
} from '../lib/gate-runs.mjs';
import { keyOf, nextStep, printRepeated, readRepeatedTests, repeatTests, sumOfSteps } from '../lib/repeated-tests.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { explain, runShown, runShownAndRead, StepFailed } from '../lib/steps.mjs';

const args = process.argv.slice(2);
const GATE = 'packages/tools/bin/test.mjs';
const gate = inRoot(GATE);
/** Set in the clone: where the tree keeps its tables. */
const tables = process.env.REDRESS_RUN_TABLES;

const DRILL = inRoot('packages/tools/bin/cluster-drill.mjs');
/** Of the journeys, each a few minutes: what was stopped has lost at most one of these. */
const SHARES = 6;
const PARTS = [
  { name: 'checks and tests of all workspaces', words: [gate, '--sources'] },
  ...Array.from({ length: SHARES }, (_, index) => ({
    name: `journeys, part ${index + 1} of ${SHARES}`,
    words: [gate, '--journeys', `--shard=${index + 1}/${SHARES}`],
  })),
  { name: 'short drills of the cluster', words: [DRILL, 'e2e/cluster/short.ts'] },
  { name: 'backup and restore of the cluster', words: [DRILL, 'e2e/cluster/restore.ts'] },
  { name: 'soak, two minutes', words: [DRILL, 'e2e/soak/run.ts', '--minutes=2', '--wizards=100'] },
];

const valueOf = (name) => args.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

function countOf(name) {
  const value = valueOf(name);
  if (value === undefined) return 0;
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > 1000)
    throw new StepFailed(`--${name}=${value} is not a number of runs`, { advice: `write --${name}=8` });
  return count;
}

/** The installation of a clone must not count as time of a run. */
async function secondClone() {
  const folder = frozenClone(resolveCommit(), { mark: '-second' });
  const install = pathToFileURL(path.join(folder, 'packages/tools/lib/install.mjs')).href;
  const code = await runShown(process.execPath, ['-e', `import('${install}').then((m) => m.ensureInstalled())`]);
  if (code !== 0) throw new StepFailed(`The packages of ${folder} could not be installed`);
  return folder;
}

/** Of runs at the same time each line says whose it is. */
const showOutput = (mark) => (chunk) =>
  process.stdout.write(mark ? chunk.toString().replace(/^(?=.)/gm, `${mark}: `) : chunk);

/** Asked anew before each group: memory that was taken may be free by then. */
function nextGates(count, rows) {
  const reason = reasonAgainstTwo();
  const [group] = planRuns(count, rows, { cores: allowedCores(), isForTwo: reason === null });
  if (group?.[0].load === 'two cores' && reason !== null) process.stdout.write(`\nOne run at a time: ${reason}\n`);
  return group;
}

async function runManyGates(commit, count) {
  const table = openRunTable(path.join(tables, `${commit}.json`));
  const next = () => nextGates(count, table.rows());
  for (let group = next(); group; group = next()) {
    const clones = group.length > 1 ? [inRoot(), await secondClone()] : [inRoot()];
    for (const { load, note } of group)
      process.stdout.write(
        `\n${commit}, ${table.rows().length} of ${count} runs ended: ${`${load} ${note}`.trimEnd()}\n`,
      );
    await Promise.all(
      group.map(async (run, index) => {
        const row = await runGate(path.join(clones[index], GATE), run, showOutput(group.length > 1 ? run.cores : ''));
        table.add(row);
        if (row.failed > 0) {
          const evidence = path.join(tables, `${commit}-failed-run-${table.rows().length}`);
          keepEvidence(clones[index], evidence);
          process.stdout.write(`Pictures, traces and logs of this run: ${evidence}\n`);
        }
      }),
    );
  }
  const rows = table.rows().slice(0, count);
  process.stdout.write(`\n${commit}\n${printRuns(rows, count)}\n`);
  return rows.every(({ failed }) => failed === 0);
}

async function runManyTests(commit, count) {
  const table = openRunTable(path.join(tables, `${commit}-tests-${count}.json`));
  const entries = readRepeatedTests(args.find((argument) => !argument.startsWith('-')));
  const rowOf = (entry) => sumOfSteps(table.rows(), entry);
  await buildWhatChanged();
  const next = () => nextStep(entries, (entry) => rowOf(entry).runs, count);
  for (let step = next(); step; step = next()) {
    const { first, runs } = step;
    process.stdout.write(
      `${commit}, ${first} to ${first + runs - 1} of ${count}: ${step.entries.map(keyOf).join(', ')}\n`,
    );
    const started = Date.now();
    table.add(...(await repeatTests(step)));
    process.stdout.write(`${Math.round((Date.now() - started) / 1000)} s\n`);
  }
  const rows = entries.map(rowOf);
  process.stdout.write(`\n${commit}\n${printRepeated(rows, entries.length)}\n`);
  return rows.every(({ failed }) => failed === 0);
}

/** One part. @returns its row: seconds, passed, failed */
async function runPart({ name, words }) {
  process.stdout.write(`\n${name}\n`);
  const started = Date.now();
  const { code, output } = await runShownAndRead(process.execPath, words, { env: { ...process.env, VERIFY: '1' } });
  // A drill ends well or not, and counts as one.
  const { passed, failed } = readOutcome(output) ?? { passed: code === 0 ? 1 : 0, failed: 0 };
  const seconds = Math.round((Date.now() - started) / 1000);
  return { name, seconds, passed, failed: code === 0 ? failed : Math.max(1, failed) };
}

const partsFile = (commit) => path.join(tables, `${commit}-parts.json`);

/** Parts that passed at an earlier commit, the oldest first, with the commit at which they did. */
function keepParts(table, commit) {
  const since = valueOf('since') && resolveCommit(valueOf('since')).slice(0, 7);
  if (!since || since === commit || table.rows().length > 0) return;
  const rows = openRunTable(partsFile(since)).rows();
  if (rows.length === 0) throw new StepFailed(`No part has been run at ${since}`);
  table.add(...rows.filter(({ failed }) => failed === 0).map((row) => ({ commit: since, ...row })));
}

/** Those that have not passed yet, one after the other. */
async function runParts(commit) {
  const table = openRunTable(partsFile(commit));
  keepParts(table, commit);
  // Journeys are run on the builds that are there, and a new clone has none.
  await buildWhatChanged();
  const passedOf = (part) => table.rows().find(({ name, failed }) => name === part.name && failed === 0);
  for (const part of PARTS.filter((part) => !passedOf(part))) table.add(await runPart(part));
  const missing = PARTS.filter((part) => !passedOf(part)).map(({ name }) => name);
  process.stdout.write(`\n${commit}: ${PARTS.length - missing.length} of ${PARTS.length} parts passed\n`);
  if (missing.length > 0) process.stdout.write(`Did not pass: ${missing.join('; ')}\n`);
  return missing.length === 0;
}

/** The same command in the clone, which has tools and packages of its own. */
function runInClone() {
  const commit = resolveCommit(valueOf('commit'));
  if (hasUncommitted()) process.stdout.write('Changes that are not committed are not part of this.\n');
  const folder = frozenClone(commit);
  process.stdout.write(`${commit.slice(0, 7)} in ${folder}\n`);
  return runShown(process.execPath, [path.join(folder, 'packages/tools/bin/run.mjs'), 'verify', ...args], {
    cwd: folder,
    env: { ...process.env, REDRESS_RUN_TABLES: inRoot('.cache/gate'), INIT_CWD: folder },
  });
}

/** By the project's own Node: it reads TypeScript. */
async function writeGateProof() {
  const commit = resolveCommit(valueOf('commit')).slice(0, 7);
  const command = 'npm run verify -- --gate=8 --proof';
  const words = [
    inRoot('packages/tools/proof/gate-proof.ts'),
    inRoot('.cache/gate', `${commit}.json`),
    commit,
    command,
  ];
  if ((await runShown(NODE, words)) !== 0) throw new StepFailed('docs/proof/gate.md was not written');
}

async function writeVerifyProof() {
  const commit = resolveCommit(valueOf('commit')).slice(0, 7);
  const words = [inRoot('packages/tools/proof/verify-proof.ts'), inRoot('.cache/gate', `${commit}-parts.json`), commit];
  if ((await runShown(NODE, words)) !== 0) throw new StepFailed('docs/proof/verify.md was not written');
}

const isWhole = args.every((argument) => /^--(commit|since)=/.test(argument));

function runMany(commit, { gates, tests }) {
  if (gates) return runManyGates(commit, gates);
  return tests ? runManyTests(commit, tests) : runParts(commit);
}

try {
  const [gates, tests] = [countOf('gate'), countOf('tests')];
  if (gates + tests === 0 && !isWhole) {
    process.exitCode = await runShown(process.execPath, [gate, ...args], { env: { ...process.env, VERIFY: '1' } });
  } else if (!tables) {
    process.exitCode = await runInClone();
    if (gates && args.includes('--proof')) await writeGateProof();
    if (isWhole && process.exitCode === 0) await writeVerifyProof();
  } else {
    process.exitCode = (await runMany(resolveCommit().slice(0, 7), { gates, tests })) ? 0 : 1;
  }
} catch (error) {
  explain(error);
}
