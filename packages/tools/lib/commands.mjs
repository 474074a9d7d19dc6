import { inRoot } from './repository.mjs';
import { StepFailed } from './steps.mjs';

/** A program of the product, run by Node 24 in the workspace it belongs to. */
const program = (about, folder, file, ...first) => ({ about, kind: 'program', folder, file, first });
/** A Node program that stands beside this one and needs nothing installed. */
const tool = (about, file, ...first) => ({ about, kind: 'tool', file: inRoot('packages/tools/bin', file), first });

/**
 * What `npm run <name>` does. One table; README and CONTRIBUTING name the commands, this says where they lead.
 */
export const COMMANDS = {
  dev: tool(
    'the site with the named remotes rebuilt as you save; --alone: one by itself; --site: one inside a deployed site',
    'dev.mjs',
  ),
  build: tool('the shell and the remotes, what has changed of them', 'build.mjs'),
  cluster: tool('two of each role behind nginx, on PostgreSQL with a replica and S3, and its drills', 'cluster.mjs'),
  verify: tool('the long tests, in parts; goes on where it was stopped; writes docs/proof/verify.md', 'verify.mjs'),
  attack: program('attacks on the running program; writes docs/proof/attack.md', 'e2e', 'attack/run.ts'),
  bench: program('speed of the site against one bundle and a static page', 'e2e', 'bench/run.ts'),
  'bench:typing': program('how long a key takes in a story of 20,000 characters', 'e2e', 'bench/typing.ts'),
  'bench:size': program('bytes of a first visit of the measured pages, against their budgets', 'e2e', 'bench/size.ts'),
  'bench:api': program('requests a second of the claims API', 'services/claims', 'bench/api.ts'),
  'bench:jobs': program('how fast 1,000 jobs are done, and a code meanwhile', 'services/claims', 'bench/jobs.ts'),
  'bench:scale': program('a million accounts and four million letters', 'services/claims', 'bench/scale.ts'),
  'bench:pdf': program('letters a CPU-second', 'services/claims', 'bench/pdf.ts'),
  'size-of-tree': tool('lines of source, tests and docs against their budget; long functions', 'size-of-tree.mjs'),
  asvs: program('the page of security requirements, from its data', 'packages/tools', 'bin/asvs.mjs'),
  sbom: program('bills of materials of the services; builds get theirs when built', 'packages/tools', 'bin/sbom.mjs'),
  soak: tool('300 wizards for 30 minutes: does anything grow?', 'cluster-drill.mjs', 'e2e/soak/run.ts'),
  drill: program('every fault made on purpose and 200 kills; goes on where it was stopped', 'e2e', 'drill/run.ts'),
  'bench:release': program('from a rollback to new loads and open streams', 'e2e', 'bench/release.ts'),
  'bench:release-lists': program('lists of the console among 100,000 releases', 'services/releases', 'bench/lists.ts'),
  'bench:release-scale': program('promotion and rollback among many releases', 'services/releases', 'bench/scale.ts'),
  gen: tool('a new remote, feature, endpoint or decision from its template', 'gen.mjs'),
  release: program('publish, status, rollback, promote, diff, ledger', 'services/releases', 'cli/release.ts'),
  'pack-remote': program('packs what the repository of one remote installs', 'packages/remote', 'pack/run.ts'),
  contracts: program('every call and who serves it', 'services/claims', 'scripts/contracts.ts'),
  shots: program(
    'pictures of every screen',
    'e2e',
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=shots.config.ts',
  ),
  words: program(
    'reading grade and hardest sentences of each screen, mail and paper',
    'services/claims',
    'scripts/hardest-sentences.ts',
  ),
  law: program('the rows of the law', 'packages/domain', 'scripts/law.ts'),
  ops: program("the operator's desk: stuck payments, letters, jobs", 'services/claims', 'src/ops/cli.ts'),
  format: program(
    'formats every file',
    '.',
    'node_modules/prettier/bin/prettier.cjs',
    '--write',
    '.',
    '--log-level=warn',
  ),
};

/** Words and options behind `npm run <name> --`; none where a command is not named here. `release` and `ops` explain themselves. */
const USAGE = {
  dev: '[<remote> …] [--maps] | <remote> --alone|--site <address>|--replay <folder> [--port=<number>] [--record <folder>] [--api=site|fakes] [--allow-writes]',
  cluster: '[--pgbouncer] | status | drill <name> [options of the drill]',
  verify:
    '[--commit=<hash>] [--since=<hash>] | --gate=<runs> [--proof] | --tests=<runs> [text] | [options of npm test]',
  attack: '[<part> …] [--seed=<number>] [--seconds=600] [--bodies=1000] [--no-write]',
  bench: '[--rounds=7] [--profile=slow] [--proof]',
  'bench:typing': '[--keys=60]',
  'bench:size': '[--edit] [--proof]',
  'bench:api': '[--seconds=8] [--bodies] [--proof]',
  'bench:jobs': '[--count=1000] [--proof]',
  'bench:scale': 'make|measure|model|drop [--accounts=1000000] [--parts=asks,export,operators,sweeps] [--proof]',
  'bench:pdf': '[--proof]',
  soak: '[--wizards=300] [--minutes=30] [--proof]',
  drill: '[options of Playwright]',
  'bench:release': '[--remotes=<count> | --rollouts | --site [--streams=20000]] [--proof]',
  'bench:release-lists': '[--proof]',
  'bench:release-scale': '[--proof]',
  gen: 'remote|feature|endpoint|decision <name> …',
  'pack-remote': '<folder>',
  contracts: '[--diff <commit>]',
  shots: '[options of Playwright]',
  law: '[check] | build | table | open | door [<place> …] | second-reader [<id> …] | compare <file> [--write]',
};
const OWN_HELP = ['release', 'ops'];
const nameOf = (word) => word.split('=')[0];

/** @returns what `npm run <name>` takes, or `null` when that is not asked for, or the command says it itself */
export function helpOf(name, given) {
  if (OWN_HELP.includes(name) || !given.some((word) => word === '--help' || word === '-h')) return null;
  return `${[`npm run ${name}`, USAGE[name]].filter(Boolean).join(' -- ')}\n\n  ${COMMANDS[name].about}\n`;
}

/** @throws for an option that the command would ignore: before anything is built */
export function checkOptions(name, given) {
  const usage = USAGE[name] ?? '';
  if (OWN_HELP.includes(name) || usage.includes('options of')) return;
  const known = usage.match(/--[a-z-]+/g) ?? [];
  const unknown = given.map(nameOf).find((word) => word.startsWith('-') && !known.includes(word));
  if (unknown) throw new StepFailed(`There is no option ${unknown}: ${helpOf(name, ['--help']).trimEnd()}`);
}

/** `npm run cluster -- drill <name>`: each uses the running cluster, or starts and ends one. */
const DRILLS = {
  e2e: 'the suite in Chromium against the cluster, processes killed meanwhile',
  failover: 'saves while the primary database of the cluster is killed',
  faults: 'clocks apart; replica, database, store, names, workers and disks that fail, under requests and claims',
  rotate: 'certificate, keys, secret and login of the database change under requests',
  restore: 'backup of a cluster in use, its loss, and the way back in a new place; writes docs/proof/backup.md',
  restarts: 'requests while each process of the cluster is restarted, then killed',
  rollback: 'how long a rollback takes to both sites, with parts of the cluster lost',
  short: 'the drills of a few minutes, one after the other; part of verify',
  sizing: 'what a process of each role holds, without work and under it; writes docs/proof/sizing.md',
  upgrade: 'an upgrade from a commit with older schemas, process by process, under requests',
};

/** @param {string | undefined} name - of a drill. @throws with the drills that there are */
export function drillNamed(name) {
  if (name !== undefined && Object.hasOwn(DRILLS, name)) return `e2e/cluster/${name === 'e2e' ? 'run' : name}.ts`;
  const width = Math.max(...Object.keys(DRILLS).map((known) => known.length));
  const lines = Object.entries(DRILLS).map(([known, about]) => `  ${known.padEnd(width)}  ${about}`);
  throw new StepFailed(
    `${name === undefined ? 'Name a drill' : `There is no drill ${name}`}: npm run cluster -- drill <name>\n\n${lines.join('\n')}`,
  );
}

export const fileOf = ({ kind, folder, file }) => (kind === 'tool' ? file : inRoot(folder, file));

export function describeCommands() {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  return Object.entries(COMMANDS)
    .map(([name, { about }]) => `  npm run ${name.padEnd(width)}  ${about}`)
    .join('\n');
}
