import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './repository.mjs';
import { runLogged } from './steps.mjs';

const environment = () => ({
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  FORCE_COLOR: '0',
  PATH: [inRoot('packages/tools/shims'), inRoot('node_modules/.bin'), process.env.PATH ?? ''].join(path.delimiter),
});

/**
 * Runs tasks of the graph in turbo.json; what has not changed is taken from the cache.
 * @returns each task with its outcome; `ran: false` when turbo itself could not run
 */
export async function runTasks(tasks, { log, filters = [], concurrency }) {
  const summaries = inRoot('.turbo/runs');
  rmSync(summaries, { recursive: true, force: true });
  const args = [
    ...['run', ...tasks, '--continue', '--summarize', '--output-logs=errors-only', '--log-prefix=task'],
    ...filters.map((filter) => `--filter=${filter}`),
    // Named workspaces are checked for themselves, without what they stand on.
    ...(filters.length > 0 ? ['--only'] : []),
    ...(concurrency ? [`--concurrency=${concurrency}`] : []),
  ];
  const code = await runLogged(inRoot('node_modules/.bin/turbo'), args, { log, env: environment() });
  const [summary] = existsSync(summaries) ? readdirSync(summaries) : [];
  if (summary === undefined) return { ran: false, ok: code === 0, tasks: [] };
  const { tasks: rows } = JSON.parse(readFileSync(path.join(summaries, summary), 'utf8'));
  return {
    ran: true,
    ok: code === 0,
    tasks: rows
      // A workspace without such a script stands in the graph only to carry its hash on.
      .filter(({ command }) => command !== '<NONEXISTENT>')
      .map(({ task, package: workspace, directory, execution, cache }) => ({
        task,
        workspace,
        directory,
        // A task that never came to run, because one before it failed, has failed as well.
        ok: execution?.exitCode === 0,
        isCached: cache?.status === 'HIT',
        seconds: execution ? (execution.endTime - execution.startTime) / 1000 : 0,
      })),
  };
}
