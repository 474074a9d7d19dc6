// `npm run size-of-tree`: what the tree holds, against the budget that the gate keeps.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COMMANDS } from '../lib/commands.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { BUDGET, changeSinceVerify, kindOf, sizeOfTree } from '../lib/size-of-tree.mjs';

const LONG_FUNCTION_LINES = 100;

function longFunctions() {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-size-'));
  const config = path.join(folder, 'oxlint.json');
  const rules = { 'eslint/max-lines-per-function': ['warn', { max: LONG_FUNCTION_LINES }] };
  writeFileSync(config, JSON.stringify({ plugins: ['eslint'], categories: { correctness: 'off' }, rules }));
  const args = [inRoot('node_modules/oxlint/bin/oxlint'), '-c', config, '-f', 'json', '.'];
  const { stdout } = spawnSync(NODE, args, { cwd: inRoot(), encoding: 'utf8', maxBuffer: 1e8 });
  rmSync(folder, { recursive: true });
  return JSON.parse(stdout).diagnostics.filter(({ filename }) => kindOf(filename) === 'source').length;
}

const VIEWS = 'services/releases/console/views.ts';
const verified = changeSinceVerify(inRoot());
const sinceVerify = (kind) => {
  const lines = verified?.change[kind];
  return lines === undefined ? '' : `, ${lines > 0 ? '+' : ''}${lines} since the last verify`;
};

const rows = [
  ...Object.entries(sizeOfTree(inRoot())).map(([kind, lines]) => [
    kind === 'unformatted' ? 'statements unformatted' : `lines of ${kind}`,
    lines,
    `  at most ${BUDGET[kind]}${sinceVerify(kind)}`,
  ]),
  ['packages', readdirSync(inRoot('packages')).length],
  ['commands of npm run', Object.keys(COMMANDS).length],
  ['views of the console', readFileSync(inRoot(VIEWS), 'utf8').match(/\{ key: '/g)?.length ?? 0],
  [`functions over ${LONG_FUNCTION_LINES} lines`, longFunctions()],
];
for (const [name, count, more = ''] of rows)
  process.stdout.write(`${name.padEnd(26)}${String(count).padStart(8)}${more}\n`);
