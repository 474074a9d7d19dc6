// `npm test`: the gate. Everything a change must pass, without a question and without a terminal.
// `npm test -- mf-wizard domain`: only these workspaces' own checks. `npm test -- e2e faults/ --headed`: these journeys.
// `npm test -- --sources`: all but the journeys. `npm test -- --journeys`: these alone, on the builds that are there.
// `npm test -- --proof`: its seconds become docs/proof/gate.md.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { findAsvsFaults } from '../lib/asvs.mjs';
import { findUnlistedStorage } from '../lib/browser-storage.mjs';
import { findCapabilityFaults } from '../lib/capabilities.mjs';
import { ensureBrowserFonts, ensureCheckTools, ensureChromium } from '../lib/chromium.mjs';
import { findClusterSuiteFaults } from '../lib/cluster-suite.mjs';
import { findDeadFacadeNames } from '../lib/facades.mjs';
import { listFailures } from '../lib/failures.mjs';
import {
  browserTimes,
  GATE_BUDGET,
  jestTimes,
  keepTimes,
  printTimes,
  readTimes,
  secondsFor,
  slowest,
} from '../lib/gate-times.mjs';
import { ensureInstalled, readPackage, workspaces } from '../lib/install.mjs';
import { lintedTogether, lintWorkspaces } from '../lib/lint.mjs';
import { findLockfileFaults } from '../lib/lockfile.mjs';
import { findBrokenReferences } from '../lib/references.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { createLacks } from '../lib/lacks.mjs';
import { openMemoryFolder } from '../lib/memory-folder.mjs';
import { browserResult, checkResult, jestResult, loopDelayLine, readResult, summarise } from '../lib/results.mjs';
import { findUnsharedStyles } from '../lib/shared-styles.mjs';
import { findOversize } from '../lib/size-of-tree.mjs';
import { endedSteps, explain, logFile, runLogged, runShown, step, StepFailed, tail } from '../lib/steps.mjs';
import { runTasks } from '../lib/turbo.mjs';
import { checkTypes, typecheckGroups } from '../lib/typecheck.mjs';
import { findVerifyOnlyFaults, judgeLastVerify } from '../lib/verify-only.mjs';

const E2E = 'e2e';
/** A dash begins an option of Playwright, a slash stands in a part of a journey's path. */
const isForPlaywright = (argument) => argument.startsWith('-') || argument.includes('/');
const OWN_OPTIONS = ['--sources', '--journeys', '--proof'];
if (process.argv.includes('--help')) {
  const [text] = /^(?:\/\/.*\n)+/.exec(readFileSync(import.meta.filename, 'utf8')) ?? [''];
  process.stdout.write(text.replaceAll(/^\/\/ /gm, ''));
  process.exit();
}
const words = process.argv.slice(2).filter((argument) => !OWN_OPTIONS.includes(argument));
const names = words.filter((argument) => !isForPlaywright(argument));
const options = words.filter(isForPlaywright);
const hasJourneys = !process.argv.includes('--sources');
const hasSources = !process.argv.includes('--journeys');
const isNamed = (folder) => names.length === 0 || names.includes(path.basename(folder));
const isWanted = (folder) => isNamed(folder) && (hasJourneys || folder !== E2E);
const isVerify = process.env.VERIFY === '1';
/** All of it, as a change must pass it. */
const isWholeGate = names.length + options.length === 0 && hasJourneys && hasSources && !isVerify;

// Hundreds of Node processes load the same modules; each compiles only what none before it has.
process.env.NODE_COMPILE_CACHE ??= inRoot('.cache/compiled');

/** Of the whole repository one process checks many workspaces; named workspaces are checked each for itself. */
const TYPE_GROUPS = names.length === 0 ? typecheckGroups() : [];
const LINTED = names.length === 0 ? lintedTogether() : [];
/** Tasks of turbo for the workspaces with such a script that no process has together with others. */
const tasksAlone = (script, together) =>
  names.length > 0
    ? [script]
    : workspaces()
        .filter((folder) => !together.includes(folder) && readPackage(folder).scripts?.[script] !== undefined)
        .map((folder) => `${readPackage(folder).name}#${script}`);
const TASKS = ['build', 'test', ...tasksAlone('lint', LINTED), ...tasksAlone('typecheck', TYPE_GROUPS.flat())];

/** Every workspace that promises tests; a promise without a result is a failure. */
const tested = () =>
  workspaces().filter((folder) => isNamed(folder) && readPackage(folder).scripts?.test !== undefined);

const JOURNEYS = inRoot(E2E, 'test-results/playwright.json');
const LOOP_DELAYS = inRoot(E2E, 'test-results/loop-delay.jsonl');
const jestFile = (folder) => inRoot(folder, 'test-results/jest.json');

/** Of files by their text; as for turbo, `TURBO_FORCE` checks everything anew. */
const FORMAT_CACHE =
  process.env.TURBO_FORCE === 'true'
    ? []
    : ['--cache', '--cache-strategy=content', `--cache-location=${inRoot('.cache/prettier')}`];

/** Programs over the whole repository; the advice is printed after the end of a log. */
const PROGRAMS = [
  {
    name: 'format',
    title: 'Format',
    command: ['prettier/bin/prettier.cjs', '--check', '.', '--log-level=warn', ...FORMAT_CACHE],
    advice: 'Correct it with: npm run format',
  },
  {
    name: 'promises',
    title: 'Promises and import cycles',
    // Rules that need types, five times faster than in ESLint (decision 0211).
    command: ['oxlint/bin/oxlint', '--type-aware', '.'],
    advice:
      'Await a promise, or write `void` where it handles its own failure. Move what two files share into a third.',
  },
  {
    name: 'dead code',
    title: 'Dead files, exports, dependencies',
    command: ['knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'],
    advice: 'Delete them. What a program reads by its path or name stands in knip.config.js.',
  },
];

async function runPrograms() {
  const results = [];
  for (const { name, title, command, advice } of PROGRAMS) {
    const [file, ...args] = command;
    const log = logFile(name.replace(' ', '-'));
    const ok = (await runLogged(NODE, [inRoot('node_modules', file), ...args], { log })) === 0;
    if (!ok) process.stdout.write(`\n${title}\n${tail(log, 40)}\n${advice}\n`);
    results.push(checkResult(name, 'repository', ok));
  }
  const together = [
    ...(LINTED.length > 0 ? [{ name: 'lint', title: 'Lint', check: () => lintWorkspaces(LINTED) }] : []),
    ...TYPE_GROUPS.map((group) => ({ name: 'typecheck', title: 'Types', check: () => checkTypes(group) })),
  ];
  for (const { name, title, check } of together) {
    const { log, results: checked } = await check();
    if (checked.some(({ ok }) => !ok)) process.stdout.write(`\n${title}\n${tail(log, 40)}\n`);
    results.push(...checked.map(({ workspace, ok }) => checkResult(name, workspace, ok)));
  }
  return results;
}

/** Checks over the whole repository: no workspace's test, because its result depends on files that no cache watches. */
const REPOSITORY_CHECKS = [
  { name: 'references', title: 'References', find: findBrokenReferences, about: 'These citations lead nowhere:' },
  {
    name: 'asvs',
    title: 'Security requirements',
    find: findAsvsFaults,
    about: 'docs/security/asvs.json does not hold:',
  },
  {
    name: 'cluster suite',
    title: 'Suite of the cluster',
    find: findClusterSuiteFaults,
    about: 'The list of what the cluster is not asked does not hold:',
  },
  {
    name: 'capabilities',
    title: 'Capabilities',
    find: findCapabilityFaults,
    about: 'docs/capabilities.json does not hold:',
  },
  { name: 'lockfile', title: 'Lockfile', find: findLockfileFaults, about: 'These packages may not be installed:' },
  { name: 'facades', title: 'Facades', find: findDeadFacadeNames, about: 'These shared names are not imported:' },
  { name: 'storage', title: 'Browser storage', find: findUnlistedStorage, about: 'The data inventory lacks these:' },
  { name: 'styles', title: 'Styles', find: findUnsharedStyles, about: 'These classes belong beside their feature:' },
  {
    name: 'long tests',
    title: 'List of the long tests',
    find: findVerifyOnlyFaults,
    about: 'The list of what only verify runs does not hold:',
  },
  { name: 'size', title: 'Size of the tree', find: findOversize, about: 'These kinds of lines outgrew their budget:' },
];

async function checkRepository() {
  const results = [];
  for (const { name, title, find, about } of REPOSITORY_CHECKS) {
    const faults = await step(title, async () => find(inRoot()));
    if (faults.length > 0) process.stdout.write(`${about}\n${faults.join('\n')}\n`);
    results.push(checkResult(name, 'repository', faults.length === 0));
  }
  return results;
}

async function runWorkspaceTasks() {
  const log = logFile('tasks');
  const run = await runTasks(TASKS, {
    log,
    // A task keeps more than one core busy: Jest starts workers of its own.
    concurrency: process.env.TEST_CONCURRENCY ?? String(Math.max(2, availableParallelism() - 1)),
    filters: names.map((name) => `@redress/${name}`),
  });
  if (!run.ran || run.tasks.some(({ ok }) => !ok)) process.stdout.write(`\n${tail(log, 250)}\n`);
  return run;
}

/** Beside each other: a formatter keeps one core busy, and the others would wait for it. */
async function checkSources(ended) {
  // A result of an earlier run must not stand for one of this run; a cached task brings its own back.
  for (const folder of tested()) rmSync(jestFile(folder), { force: true });
  const [programs, { ran, tasks }] = await step('Format, promises, dead code, lint, types, builds, tests', () =>
    Promise.all([runPrograms(), runWorkspaceTasks()]),
  );
  ended.push(...tasks);
  if (!ran) return [...programs, checkResult('tasks', 'turbo', false)];
  return [
    ...programs,
    ...tasks.filter(({ task }) => task !== 'test').map(({ task, workspace, ok }) => checkResult(task, workspace, ok)),
    ...tested().map((folder) =>
      jestResult(
        folder,
        jestFile(folder),
        tasks.find(({ task, directory }) => task === 'test' && directory === folder),
      ),
    ),
  ];
}

async function checkBrowser() {
  // Without Chromium the row that says so stands in the table already.
  if (!isWanted(E2E) || !process.env.CHROMIUM_PATH) return [];
  const folder = inRoot(E2E);
  const runner = path.join(folder, 'node_modules/@playwright/test/cli.js');
  if (!existsSync(runner)) return [];
  rmSync(JOURNEYS, { force: true });
  rmSync(LOOP_DELAYS, { force: true });
  const log = logFile('e2e');
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: JOURNEYS,
    PLAYWRIGHT_JSON_OUTPUT_NAME: JOURNEYS,
    // Without those of e2e/verify-only.json; journeys that somebody names are run wherever they stand.
    ...(isVerify || options.length > 0 ? {} : { E2E_GATE: '1' }),
    // Its compiled tests; its own place for them is the temp folder.
    PWTEST_CACHE_DIR: inRoot('.cache/playwright'),
  };
  await step('Journeys in the browser', () =>
    runLogged(NODE, [runner, 'test', '--reporter=line,json', ...options], { log, cwd: folder, env }),
  );
  const result = browserResult(JOURNEYS);
  if (result.failed > 0) process.stdout.write(`${tail(log, 250)}\n`);
  return [result];
}

/** What tests call of this machine. Without it everything else is run, and the end says what was not. */
async function ensureTools() {
  const lacks = createLacks();
  if (isWanted('services/claims')) {
    await lacks.unless('pdftotext', 'tests that read PDFs fail without it', ensureCheckTools);
  }
  if (isWanted(E2E) || isWanted('services/sandbox')) {
    const effect = 'journeys and the card form in a browser were not run';
    const chromium = await lacks.unless('Chromium', effect, ensureChromium);
    // Read by tests in turbo's tasks as well; part of the key of their cached results.
    if (chromium) process.env.CHROMIUM_PATH = chromium;
    else delete process.env.CHROMIUM_PATH;
    await lacks.unless('Liberation fonts', 'journeys that watch for shifts fail without them', ensureBrowserFonts);
  }
  return lacks.results();
}

/**
 * Databases, builds and browser profiles of tests stand in memory where there is room: decided before the first of them
 * is made. Workspaces alone use the temp folder, where the database server of the run before may still be there.
 */
function chooseTempFolder() {
  if ((names.length > 0 && !isWanted(E2E)) || process.env.TMPDIR !== undefined) return;
  const { folder, reason, remove } = openMemoryFolder();
  process.stdout.write(`Data of tests: ${folder ?? `on the disk, because ${reason}`}\n`);
  if (folder === null) return;
  process.env.TMPDIR = folder;
  process.on('exit', remove);
}

/** Where the seconds went, of tasks that ran and files that were run. */
function timesOf(tasks) {
  const ran = tasks.filter(({ isCached }) => !isCached);
  return {
    steps: [
      ...endedSteps,
      ...['build', 'test']
        .map((name) => ({
          name: `of it: ${name} of workspaces, added up`,
          seconds: ran.filter(({ task }) => task === name).reduce((sum, { seconds }) => sum + seconds, 0),
        }))
        .filter(({ seconds }) => seconds > 0),
    ],
    files: slowest([
      ...ran
        .filter(({ task }) => task === 'test')
        .flatMap(({ directory }) => jestTimes(readResult(jestFile(directory)))),
      ...browserTimes(readResult(JOURNEYS)),
    ]),
  };
}

/** Whether the long tests passed not too long ago, and the journeys of the gate are not too many. */
function judgeSelf(results) {
  const { ok, sentence } = judgeLastVerify(inRoot());
  process.stdout.write(`${sentence}.\n`);
  const journeys = results.filter(({ kind }) => kind === 'journeys').reduce((sum, { passed }) => sum + passed, 0);
  const isSmall = journeys <= GATE_BUDGET.journeys;
  if (!isSmall) process.stdout.write(`${journeys} journeys, at most ${GATE_BUDGET.journeys}: move one to verify.\n`);
  return [checkResult('long tests passed', 'repository', ok), checkResult('journeys at most', E2E, isSmall)];
}

/** By the project's own Node: it reads TypeScript. */
async function writeProof({ seconds, passed, failed }) {
  const file = inRoot('.cache/gate-run.json');
  const cores = availableParallelism();
  writeFileSync(file, JSON.stringify([{ load: 'as it is', cores, seconds, passed, failed, times: readTimes() }]));
  const words = [inRoot('packages/tools/proof/gate-proof.ts'), file, revision(), 'npm test -- --proof'];
  if ((await runShown(NODE, words)) !== 0) throw new StepFailed('docs/proof/gate.md was not written');
}

function revision() {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' });
  return stdout?.trim() || 'no revision';
}

/** @throws {StepFailed} for a word that would choose nothing, or reach Playwright only after minutes of other checks */
function checkArguments() {
  const known = workspaces().map((folder) => path.basename(folder));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new StepFailed(`${unknown} is no workspace`, { advice: `choose of: ${known.sort().join(', ')}` });
  if (options.length > 0 && hasSources && !names.includes(E2E))
    throw new StepFailed(
      `${options[0]} is ${names.length > 0 ? 'not for these' : `none of ${OWN_OPTIONS.join(', ')}`}`,
      {
        advice: `for the journeys write npm test -- e2e ${options.join(' ')}`,
      },
    );
}

try {
  const started = Date.now();
  checkArguments();
  await ensureInstalled();
  chooseTempFolder();
  const lacking = await ensureTools();
  const tasks = [];
  const results = hasSources ? [...(await checkRepository()), ...(await checkSources(tasks))] : [];
  results.push(...lacking);
  try {
    results.push(...(await checkBrowser()));
  } catch (error) {
    explain(error);
    results.push(checkResult('journeys', E2E, false));
  }
  if (isWholeGate) results.push(...judgeSelf(results));
  const { table, passed, failed } = summarise(results);
  const seconds = Math.round((Date.now() - started) / 1000);
  const delay = loopDelayLine(LOOP_DELAYS);
  const failures = listFailures(results.flatMap((result) => result.failures));
  const times = timesOf(tasks);
  const most = secondsFor(availableParallelism());
  const late = isWholeGate && seconds > most ? `, over its budget of ${most} s` : '';
  const parts = [
    table,
    printTimes(times),
    failures,
    `${delay && `${delay}\n`}${revision()}, ${seconds} s${late}, load ${loadavg()[0].toFixed(1)}`,
  ].filter(Boolean);
  process.stdout.write(`\n${parts.join('\n\n')}\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
  if (isWholeGate) keepTimes(times);
  if (isWholeGate && process.argv.includes('--proof')) await writeProof({ seconds, passed, failed });
} catch (error) {
  explain(error);
  process.stdout.write('0 passed, 1 failed\n');
}
