import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { COMMANDS, fileOf } from './commands.mjs';
import { NODE, ROOT } from './repository.mjs';

const CAPABILITIES = 'docs/capabilities.json';
const VIEWS = 'services/releases/console/views.ts';
const PAGES_AT_TOP = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'LICENSE'];

const run = promisify(execFile);
/** A program without the settings of whoever runs the check. */
const output = async (cwd, ...args) => (await run(NODE, args, { cwd, maxBuffer: 1e8 })).stdout;
const evaluate = async (cwd, program) => JSON.parse(await output(cwd, '--input-type=module', '-e', program));

const READ_CALLS = `
import { endpoints } from '@redress/contracts';
import * as api from '@redress/contracts/release-api';
const tables = {
  claims: endpoints,
  releases: { ...api.releaseEndpoints, ...api.signInEndpoints },
  site: { ...api.publicReleaseEndpoints, ...api.adapterEndpoints },
};
process.stdout.write(JSON.stringify(Object.entries(tables).flatMap(([table, calls]) =>
  Object.entries(calls).map(([name, { method, path }]) => [table + ' ' + method + ' ' + path, name]))));`;

const readScreens = (files) => `
const found = [];
for (const file of ${JSON.stringify(files)}) {
  const { config } = await import(file);
  for (const { path } of config.routes) found.push(['screen ' + path, config.name]);
  for (const slot of Object.keys(config.slots ?? {})) found.push(['slot ' + slot, config.name]);
}
process.stdout.write(JSON.stringify(found));`;

/** Pages and settings below a folder; pictures and sample papers are no capabilities. */
function documentsIn(root, folder = 'docs') {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return documentsIn(root, name);
    return (/\.(md|json)$/.test(name) || folder.startsWith('docs/deploy')) && name !== CAPABILITIES ? [name] : [];
  });
}

/** Scripts of npm whose program is there. */
const programsOf = (scripts) =>
  Object.entries(scripts)
    .map(([name, script]) => [
      `npm run ${name}`,
      name in COMMANDS ? path.relative(ROOT, fileOf(COMMANDS[name])) : script.replace(/^node /, ''),
    ])
    .filter(([, program]) => existsSync(path.join(ROOT, program)));

/**
 * What can be done today: scripts of npm, commands of the release service and of the operator's desk, calls of the
 * contract tables, screens and slots of the builds, views of the console, documents.
 * @param {string} root - the repository's folder
 * @returns {Promise<Map<string, string>>} by name, what answers it: a file, an endpoint, a build
 */
async function readAnswers(root) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const configs = readdirSync(root)
    .map((folder) => path.join(root, folder, 'remote.config.ts'))
    .filter((file) => existsSync(file));
  const [calls, screens, releaseHelp, opsHelp] = await Promise.all([
    evaluate(path.join(root, 'services/claims'), READ_CALLS),
    evaluate(root, readScreens(configs)),
    output(root, 'services/releases/cli/release.ts', 'help'),
    output(root, 'services/claims/src/ops/cli.ts', 'help'),
  ]);
  return new Map([
    ...programsOf(JSON.parse(read('package.json')).scripts),
    ...[...releaseHelp.matchAll(/^ {2}([a-z-]+)\b.*\n {6}\S/gm)].map(([, name]) => [
      `release ${name}`,
      'npm run release',
    ]),
    ...[...opsHelp.matchAll(/npm run ops -- ([a-z-]+)/g)].map(([, name]) => [`ops ${name}`, 'npm run ops']),
    ...calls,
    ...screens,
    ...[...read(VIEWS).matchAll(/\{ key: '([\w-]+)'/g)].map(([, key]) => [`view ${key}`, VIEWS]),
    ...[...PAGES_AT_TOP.filter((file) => existsSync(path.join(root, file))), ...documentsIn(root)].map((file) => [
      file,
      file,
    ]),
  ]);
}

const NOW = 'now: ';
const GONE = 'gone because: ';

/**
 * Rows that do not hold. A row says `now: <what answers it>`, or `now: <another row>` where another name answers today, or
 * `gone because: <why, and what carries it now>`.
 * @param {Record<string, string>} rows - of docs/capabilities.json
 * @param {Map<string, string>} answers - from `readAnswers`
 * @returns {string[]} one line each, with the line to write
 */
export function compareCapabilities(rows, answers) {
  const faults = [];
  for (const [name, row] of Object.entries(rows)) {
    const answer = answers.get(name);
    if (row.startsWith(NOW)) {
      const said = row.slice(NOW.length);
      if (said === answer || (answer === undefined && answers.has(said))) continue;
      faults.push(
        answer === undefined
          ? `"${name}" does not answer: say "${NOW}<the row that answers now>" or "${GONE}<why; what carries it now>"`
          : `"${name}" is answered by "${NOW}${answer}"`,
      );
    } else if (!row.startsWith(GONE) || row.length < GONE.length + 10)
      faults.push(`"${name}" does not say why it is gone`);
    else if (answer !== undefined) faults.push(`"${name}" is said to be gone and answers: "${NOW}${answer}"`);
  }
  for (const [name, answer] of answers) if (!(name in rows)) faults.push(`has no row "${name}": "${NOW}${answer}"`);
  return faults;
}

/** @returns {Promise<string[]>} what is wrong with docs/capabilities.json, one line each */
export const findCapabilityFaults = async (root) =>
  compareCapabilities(JSON.parse(readFileSync(path.join(root, CAPABILITIES), 'utf8')), await readAnswers(root));
