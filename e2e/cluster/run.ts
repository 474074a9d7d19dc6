/**
 * `npm run cluster -- drill e2e [file …]`: the suite in Chromium against the cluster, through nginx with TLS, while one process after
 * the other is killed. Prints what a cluster is not asked, and why.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningCluster } from './rehearsal/running-cluster.ts';
import type { Drilled, Figure } from './rehearsal/proof-page.ts';
import { release } from '../support/builds.ts';
import { joinCluster } from '../support/cluster.ts';
import { serveOwnBuilds } from '../support/own-builds.ts';
import type { Program } from '../support/program.ts';
import { drillCluster } from './drill-cluster.ts';
import { NOT_APPLICABLE } from './not-applicable.ts';

const E2E = path.resolve(import.meta.dirname, '..');
const KILL_EVERY_MS = 25_000;
/**
 * Journeys share the cluster; what changes a release has it to itself. There the release service is restarted in order: a
 * command that was sent when its process is killed is refused, and its operator looks and gives it again.
 */
const PARTS = [
  { folders: 'journeys,a11y', workers: 2, gently: null },
  { folders: 'releases', workers: 1, gently: 'releases' },
  { folders: 'faults', workers: 1, gently: 'releases' },
] as const;
/** The browser goes with whoever ends this program. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Part = (typeof PARTS)[number];

interface Stats {
  expected: number;
  unexpected: number;
  skipped: number;
}

/** Who signs in to the console of the sandbox world (services/site/src/program): production invites nobody by itself. */
const OPERATORS = [
  ['manager', 'Release manager', 'release-manager'],
  ['second', 'Second manager', 'release-manager'],
  ['wizard', 'Wizard developer', 'developer', 'team-wizard'],
  ['holder', 'Key holder', 'key-holder'],
] as const;

async function inviteOperators(program: Program): Promise<void> {
  const people = await release(program, 'people', '--as', 'key-holder', '--json');
  const known = (JSON.parse(people) as { handle: string }[]).map((person) => person.handle);
  for (const [handle, name, role, team] of OPERATORS) {
    if (known.includes(handle)) continue;
    const about = [
      '--name',
      name,
      '--email',
      `${handle}@example.org`,
      '--role',
      role,
      ...(team ? ['--team', team] : []),
    ];
    await release(program, 'people', 'add', handle, ...about, '--as', 'key-holder');
  }
}

/** Ends the first and second process of each role in turn, until it is asked to end. @returns whom it ended, each act once */
async function endInTurn(
  { layout, ask }: RunningCluster,
  gently: Part['gently'],
  over: AbortSignal,
): Promise<string[]> {
  const ended: string[] = [];
  const members = [1, 2].flatMap((number) => layout.members.filter(({ name }) => name.endsWith(`-${number}`)));
  for (let turn = 0; ; turn += 1) {
    await wait(KILL_EVERY_MS, undefined, { signal: over }).catch(() => {});
    if (over.aborted) return ended;
    const { name, role } = members[turn % members.length] as (typeof members)[number];
    const act = role === gently ? 'restart' : 'kill';
    await ask(act, name);
    process.stdout.write(`  ${act} ${name}\n`);
    ended.push(`${act} ${role}`);
  }
}

async function runPart(
  { places }: RunningCluster,
  { folders, workers, gently }: Part,
  files: readonly string[],
): Promise<Stats> {
  const results = path.join(E2E, `test-results/cluster-${folders.replace(',', '-')}.json`);
  rmSync(results, { force: true });
  const runner = path.join(E2E, 'node_modules/@playwright/test/cli.js');
  const args = [runner, 'test', '--config=cluster.config.ts', `--workers=${workers}`, '--pass-with-no-tests', ...files];
  const child = spawn(process.execPath, args, {
    cwd: E2E,
    stdio: 'inherit',
    env: {
      ...process.env,
      E2E_ON_CLUSTER: 'yes',
      CLUSTER_TESTS: folders,
      CLUSTER_RESULTS: results,
      // Of programs that tests start: its certificate signs itself.
      NODE_EXTRA_CA_CERTS: places.certificate,
      ...(gently ? { CLUSTER_FRESH: 'yes' } : {}),
    },
  });
  const endIt = () => child.kill('SIGTERM');
  for (const name of ENDS) process.once(name, endIt);
  await once(child, 'exit');
  for (const name of ENDS) process.off(name, endIt);
  if (!existsSync(results)) throw new Error(`The tests of ${folders} left no result.`);
  const { stats, errors } = JSON.parse(readFileSync(results, 'utf8')) as { stats: Stats; errors: unknown[] };
  return { ...stats, unexpected: stats.unexpected + errors.length };
}

async function drill(cluster: RunningCluster): Promise<Pick<Drilled, 'about' | 'figures'> | null> {
  const files = process.argv.slice(2);
  const figures: Figure[] = [];
  const ended: string[] = [];
  const program = await joinCluster();
  await inviteOperators(program);
  await serveOwnBuilds(program);
  for (const part of PARTS) {
    const over = new AbortController();
    const ending = endInTurn(cluster, part.gently, over.signal);
    const { expected, unexpected, skipped } = await runPart(cluster, part, files).finally(() => over.abort());
    ended.push(...(await ending));
    figures.push({
      what: `tests of ${part.folders.replace(',', ' and ')}`,
      measured: `${expected} passed, ${unexpected} failed, ${skipped} skipped or not begun`,
      limit: 'none fails',
      isReached: unexpected === 0 && (expected > 0 || files.length > 0),
    });
  }
  await cluster.untilAllReady();
  process.stdout.write(`\nNot asked of a cluster:\n`);
  for (const { file, title, why } of NOT_APPLICABLE)
    process.stdout.write(`  ${file}${title ? ` "${title}"` : ''}: ${why}\n`);
  const isWhole = files.length === 0;
  const killed = ended.filter((act) => act.startsWith('kill'));
  figures.push({
    what: 'processes killed, and restarted in order, meanwhile',
    measured: `${killed.length}, ${ended.length - killed.length}`,
    limit: 'one of each role killed',
    isReached: !isWhole || new Set(killed).size === 4,
  });
  if (!isWhole) {
    process.exitCode = figures.every(({ isReached }) => isReached) ? 0 : 1;
    return null;
  }
  return {
    about: `Through nginx with TLS and HTTP/2, a process killed every ${KILL_EVERY_MS / 1_000} s. ${NOT_APPLICABLE.length} files or tests are left out, each with its reason in e2e/cluster/not-applicable.json.`,
    figures,
  };
}

await drillCluster({ title: 'The suite in Chromium', command: 'npm run cluster -- drill e2e' }, drill);
