/**
 * `npm run cluster -- drill short`, a part of `npm run verify`: the drills that take a minute or two each, one after the other in one
 * cluster. Ends after ten minutes, whatever is left.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openCluster } from './rehearsal/running-cluster.ts';
import { REPOSITORY } from './rehearsal/places.ts';

const LIMIT_MS = 600_000;
const DRILLS = ['e2e/cluster/restarts.ts', 'e2e/cluster/failover.ts', 'e2e/cluster/rollback.ts'];

const limit = AbortSignal.timeout(LIMIT_MS);
const cluster = await openCluster();
try {
  for (const file of DRILLS) {
    process.stdout.write(`\n${file}\n`);
    // SIGTERM when the time is over: then the drill has failed.
    const child = spawn(process.execPath, [path.join(REPOSITORY, file)], { stdio: 'inherit', signal: limit });
    const code = await once(child, 'close').then(
      ([ended]) => ended as number | null,
      () => process.stdout.write(`Not done in ${LIMIT_MS / 60_000} minutes.\n`),
    );
    if (code !== 0) process.exitCode = 1;
  }
} finally {
  await cluster.end();
}
