/** `npm run cluster`: starts every part, says where it is, keeps it up, and ends it all with Ctrl-C. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { programIn } from './acts.ts';
import { askCluster } from './control.ts';
import { startCluster } from './cluster.ts';
import { clusterPlaces, clusterPort, REPOSITORY } from './places.ts';
import { Missing } from './programs.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const places = clusterPlaces();
const firstPort = clusterPort();
const code = path.resolve(REPOSITORY, process.env['CLUSTER_CODE'] ?? '.');
const POOLER = '--pgbouncer';
const words = process.argv.slice(2).filter((word) => word !== POOLER);
const withPooler = process.argv.includes(POOLER);

async function start(): Promise<void> {
  if (!Number.isInteger(firstPort) || firstPort < 1_024 || firstPort > 65_000) {
    throw new Missing('CLUSTER_PORT must be a whole number from 1024 to 65000: correct it or unset it.');
  }
  if (!existsSync(programIn(code))) throw new Missing(`CLUSTER_CODE is no folder of the code: ${code}.`);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  const cluster = await startCluster({ places, firstPort, code, say, stopping: stop.signal, withPooler });
  if (!stop.signal.aborted) {
    say(cluster.lines());
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  }
  say('Ending.');
  await cluster.stop();
}

try {
  if (words.length === 0) {
    await start();
  } else {
    const answer = await askCluster(places.control, words, say);
    if (answer === null) say('No cluster runs here: npm run cluster');
    process.exitCode = answer === true ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof Missing)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}
