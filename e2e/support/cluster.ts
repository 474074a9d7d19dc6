import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openCluster } from '../cluster/rehearsal/running-cluster.ts';
import type { Program, World } from './program.ts';

const refused = (act: string) => () =>
  Promise.reject(
    new Error(`A test on the cluster may not ${act} it: it belongs to all workers (cluster/not-applicable.ts).`),
  );

/** The running cluster in place of a program of one's own: behind nginx, with TLS, by role. */
export async function joinCluster(): Promise<Program> {
  const { layout } = await openCluster();
  const releases = layout.members.find(({ role }) => role === 'releases');
  if (!releases) throw new Error('The cluster has no process with the role releases.');
  const env = { ...process.env, ...releases.environment };
  return {
    url: layout.origin,
    origin: layout.origin,
    dataDir: env.DATA_DIR ?? '',
    world: (await (await fetch(`${layout.origin}/sandbox.json`)).json()) as World,
    env,
    // Through nginx: whichever process answers.
    cliArgs: ['--url', layout.consoleOrigin],
    consoleUrl: () => layout.consoleOrigin,
    keyFile: (name) => readFileSync(path.join(env.KEYS_DIR ?? '', name), 'utf8').trim(),
    output: () => '',
    kill: refused('kill'),
    start: refused('start'),
    stop: () => Promise.resolve(),
  };
}
