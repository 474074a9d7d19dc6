import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import { hasEnded } from '../../support/program.ts';
import { until } from '../../support/until.ts';
import { askCluster } from './control.ts';
import { clusterPlaces, readLayout, type Places } from './places.ts';

const START_LIMIT_MS = 300_000;
const READY_LIMIT_MS = 120_000;

async function started(places: Places, code?: string): Promise<ChildProcess> {
  const main = path.join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...(code === undefined ? {} : { CLUSTER_CODE: code }) },
    stdio: 'inherit',
  });
  const limit = Date.now() + START_LIMIT_MS;
  while ((await askCluster(places.control, ['status'], () => {})) === null) {
    // The cluster has printed the reason already: an uncaught error would print a stack behind it.
    if (hasEnded(child)) process.exit(1);
    if (Date.now() > limit) {
      child.kill('SIGTERM');
      throw new Error(`The cluster was not ready in ${START_LIMIT_MS / 1000} s.`);
    }
    await wait(500);
  }
  return child;
}

/**
 * The cluster that this environment names (`CLUSTER_DIR`, `CLUSTER_PORT`): the running one, else one that is started now.
 * From here on this program trusts its certificate.
 * @param code - folder of the code that a cluster which is started now runs
 */
export async function openCluster(code?: string) {
  const places = clusterPlaces();
  const isRunning = (await askCluster(places.control, ['status'], () => {})) !== null;
  if (isRunning && code !== undefined)
    throw new Error('A cluster runs here already, with code of its own: stop it first.');
  const own = isRunning ? null : await started(places, code);
  /** Ends the cluster if this program started it. */
  const end = async (): Promise<void> => {
    if (!own || hasEnded(own)) return;
    const gone = once(own, 'exit');
    own.kill('SIGTERM');
    await gone;
  };
  // A drill that is ended from outside takes its cluster with it. Where another call has started it, that one waits for its end.
  for (const name of own ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : [])
    process.once(name, () => void end().finally(() => process.exit(130)));
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(places.certificate, 'utf8')]);
  /** Does an act. @returns what was answered @throws with the answer, when it was refused or failed */
  const ask = async (...words: string[]): Promise<string[]> => {
    const said: string[] = [];
    if (!(await askCluster(places.control, words, (line) => said.push(line))))
      throw new Error(`${words.join(' ')}: ${said.at(-1) ?? 'the cluster does not answer'}`);
    return said;
  };
  return {
    places,
    layout: readLayout(places),
    ask,
    /** @throws when a member is not ready in two minutes */
    async untilAllReady(): Promise<void> {
      let lines: string[] = [];
      const isReady = async () => (lines = await ask('status')).every((line) => !line.includes('not ready'));
      await until(() => `all are ready, but ${lines.join('\n')}`, isReady, { limitMs: READY_LIMIT_MS });
    },
    end,
  };
}
export type RunningCluster = Awaited<ReturnType<typeof openCluster>>;
