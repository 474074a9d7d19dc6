/**
 * `npm run cluster:e2e [-- file …]`: the suite in Chromium against the cluster, through nginx with TLS, while one process after
 * the other is killed. Prints what a cluster is not asked, and why.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { clusterAtHand, type AtHand } from '@redress/cluster/at-hand';
import { keepDrilled, openClusterProof, type Figure } from '@redress/cluster/proof-page';
import { NOT_APPLICABLE } from './not-applicable.ts';

const E2E = path.resolve(import.meta.dirname, '..');
const COMMAND = 'npm run cluster:e2e';
const KILL_EVERY_MS = 25_000;
/** Journeys share the cluster; what changes a release has it to itself. */
const PARTS = [
  { folders: 'journeys', workers: 2 },
  { folders: 'releases', workers: 1 },
] as const;
type Part = (typeof PARTS)[number];

interface Stats {
  expected: number;
  unexpected: number;
  skipped: number;
}

/** Kills the first and second process of each role in turn, until it is asked to end. @returns whom it killed */
async function killInTurn({ layout, ask }: AtHand, over: AbortSignal): Promise<string[]> {
  const killed: string[] = [];
  const names = [1, 2].flatMap((number) =>
    layout.members.flatMap(({ name }) => (name.endsWith(`-${number}`) ? [name] : [])),
  );
  while (!over.aborted) {
    await wait(KILL_EVERY_MS, undefined, { signal: over }).catch(() => {});
    if (over.aborted) break;
    const name = names[killed.length % names.length] as string;
    await ask('kill', name);
    process.stdout.write(`  killed ${name}\n`);
    killed.push(name);
  }
  return killed;
}

async function runPart({ folders, workers }: Part, files: readonly string[]): Promise<Stats> {
  const results = path.join(E2E, `test-results/cluster-${folders}.json`);
  rmSync(results, { force: true });
  const runner = path.join(E2E, 'node_modules/@playwright/test/cli.js');
  const args = [runner, 'test', '--config=cluster.config.ts', `--workers=${workers}`, '--pass-with-no-tests', ...files];
  const child = spawn(process.execPath, args, {
    cwd: E2E,
    stdio: 'inherit',
    env: { ...process.env, E2E_ON_CLUSTER: 'yes', CLUSTER_TESTS: folders, CLUSTER_RESULTS: results },
  });
  await once(child, 'exit');
  if (!existsSync(results)) throw new Error(`The tests of ${folders} left no result.`);
  const { stats, errors } = JSON.parse(readFileSync(results, 'utf8')) as { stats: Stats; errors: unknown[] };
  return { ...stats, unexpected: stats.unexpected + errors.length };
}

async function drill(cluster: AtHand, files: readonly string[]): Promise<void> {
  const startedAt = new Date();
  const proof = openClusterProof(COMMAND);
  const over = new AbortController();
  const killing = killInTurn(cluster, over.signal);
  const figures: Figure[] = [];
  try {
    for (const part of PARTS) {
      const { expected, unexpected, skipped } = await runPart(part, files);
      figures.push({
        what: `tests of ${part.folders}`,
        measured: `${expected} passed, ${unexpected} failed, ${skipped} skipped as in the gate`,
        limit: 'none fails',
        isReached: unexpected === 0,
      });
    }
  } finally {
    over.abort();
  }
  const killed = await killing;
  const roles = new Set(killed.map((name) => name.replace(/-\d$/, '')));
  await cluster.untilAllReady();
  process.stdout.write(`\nNot asked of a cluster:\n`);
  for (const { file, title, why } of NOT_APPLICABLE)
    process.stdout.write(`  ${file}${title ? ` "${title}"` : ''}: ${why}\n`);
  const isWhole = files.length === 0;
  figures.push({
    what: 'processes killed meanwhile',
    measured: `${killed.length} (${[...roles].join(', ')})`,
    limit: 'one of each role',
    isReached: !isWhole || roles.size === 4,
  });
  if (!isWhole) {
    process.exitCode = figures.every(({ isReached }) => isReached) ? 0 : 1;
    return;
  }
  await keepDrilled(
    proof,
    {
      title: 'The suite in Chromium',
      command: COMMAND,
      about: `Through nginx with TLS and HTTP/2, a process killed every ${KILL_EVERY_MS / 1_000} s. ${NOT_APPLICABLE.length} files or tests are left out, each with its reason in e2e/cluster/not-applicable.json.`,
      figures,
    },
    startedAt,
  );
}

const cluster = await clusterAtHand();
try {
  await drill(cluster, process.argv.slice(2));
} finally {
  await cluster.end();
}
