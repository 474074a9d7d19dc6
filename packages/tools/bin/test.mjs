// `npm test`: the gate. Everything a change must pass, without a question and without a terminal.
// `npm test -- mf-wizard domain`: only these workspaces' own checks. `npm test -- e2e faults/ --headed`: these journeys.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { findAsvsFaults } from '../lib/asvs.mjs';
import { findUnlistedStorage } from '../lib/browser-storage.mjs';
import { findCapabilityFaults } from '../lib/capabilities.mjs';
import { ensureBrowserFonts, ensureCheckTools, ensureChromium } from '../lib/chromium.mjs';
import { findClusterSuiteFaults } from '../lib/cluster-suite.mjs';
import { findDeadFacadeNames } from '../lib/facades.mjs';
import { listFailures } from '../lib/failures.mjs';
import { ensureInstalled, readPackage, workspaces } from '../lib/install.mjs';
import { lintedTogether, lintWorkspaces } from '../lib/lint.mjs';
import { findLockfileFaults } from '../lib/lockfile.mjs';
import { findBrokenReferences } from '../lib/references.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { createLacks } from '../lib/lacks.mjs';
import { openMemoryFolder } from '../lib/memory-folder.mjs';
import { browserResult, checkResult, jestResult, loopDelayLine, summarise } from '../lib/results.mjs';
import { findUnsharedStyles } from '../lib/shared-styles.mjs';
import { findOversize } from '../lib/size-of-tree.mjs';
import { explain, logFile, runLogged, step, StepFailed, tail } from '../lib/steps.mjs';
import { runTasks } from '../lib/turbo.mjs';
import { checkTypes, typecheckGroups } from '../lib/typecheck.mjs';

/** A dash begins an option of Playwright, a slash stands in a part of a journey's path. */
const isForPlaywright = (argument) => argument.startsWith('-') || argument.includes('/');
const names = process.argv.slice(2).filter((argument) => !isForPlaywright(argument));
const options = process.argv.slice(2).filter(isForPlaywright);
const isWanted = (folder) => names.length === 0 || names.includes(path.basename(folder));

// Hundreds of Node processes load the same modules; each compiles only what none before it has.
process.env.NODE_COMPILE_CACHE ??= inRoot('.cache/compiled');

const E2E = 'e2e';
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
  workspaces().filter(
    (folder) => folder !== E2E && isWanted(folder) && readPackage(folder).scripts?.test !== undefined,
  );

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
  { name: 'styles', title: 'Styles', find: findUnsharedStyles, about: 'These classes belong beside their feature:' },
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
async function checkSources() {
  // A result of an earlier run must not stand for one of this run; a cached task brings its own back.
  for (const folder of tested()) rmSync(jestFile(folder), { force: true });
  const [programs, { ran, tasks }] = await step('Format, promises, dead code, lint, types, builds, tests', () =>
    Promise.all([runPrograms(), runWorkspaceTasks()]),
  );
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
  const output = path.join(folder, 'test-results/playwright.json');
  rmSync(output, { force: true });
  rmSync(LOOP_DELAYS, { force: true });
  const log = logFile('e2e');
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: output,
    PLAYWRIGHT_JSON_OUTPUT_NAME: output,
    // Its compiled tests; its own place for them is the temp folder.
    PWTEST_CACHE_DIR: inRoot('.cache/playwright'),
  };
  await step('Journeys in the browser', () =>
    runLogged(NODE, [runner, 'test', '--reporter=line,json', ...options], { log, cwd: folder, env }),
  );
  const result = browserResult(output);
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
  if (!isWanted(E2E) || process.env.TMPDIR !== undefined) return;
  const { folder, reason, remove } = openMemoryFolder();
  process.stdout.write(`Data of tests: ${folder ?? `on the disk, because ${reason}`}\n`);
  if (folder === null) return;
  process.env.TMPDIR = folder;
  process.on('exit', remove);
}

function revision() {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' });
  return stdout?.trim() || 'no revision';
}

/** @throws {StepFailed} for a word that would choose nothing: its run would test nothing and be green */
function checkArguments() {
  const known = workspaces().map((folder) => path.basename(folder));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new StepFailed(`${unknown} is no workspace`, { advice: `choose of: ${known.sort().join(', ')}` });
  if (options.length > 0 && !isWanted(E2E))
    throw new StepFailed(`${options[0]} is for the journeys`, {
      advice: `write: npm test -- e2e ${options.join(' ')}`,
    });
}

try {
  const started = Date.now();
  checkArguments();
  await ensureInstalled();
  chooseTempFolder();
  const lacking = await ensureTools();
  const results = [...(await checkRepository()), ...(await checkSources()), ...lacking];
  try {
    results.push(...(await checkBrowser()));
  } catch (error) {
    explain(error);
    results.push(checkResult('journeys', E2E, false));
  }
  const { table, passed, failed } = summarise(results);
  const seconds = Math.round((Date.now() - started) / 1000);
  const delay = loopDelayLine(LOOP_DELAYS);
  const failures = listFailures(results.flatMap((result) => result.failures));
  const parts = [table, failures, `${delay && `${delay}\n`}${revision()}, ${seconds} s`].filter(Boolean);
  process.stdout.write(`\n${parts.join('\n\n')}\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  explain(error);
  process.stdout.write('0 passed, 1 failed\n');
}
