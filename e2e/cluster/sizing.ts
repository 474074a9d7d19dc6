/**
 * `npm run cluster -- drill sizing`: what a process of each role holds and uses, without work and under it: requests through nginx, people who
 * pay for claims and approve their letters. Writes docs/proof/sizing.md.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openCluster, type RunningCluster } from './rehearsal/running-cluster.ts';
import { startLoad } from './rehearsal/load.ts';
import { openProof, proofTable } from '@redress/tools/proof';
import { joinCluster } from '../support/cluster.ts';
import { countPosted, startClaimants } from './claimants.ts';
import { readUnit } from './rehearsal/deploy.ts';
import { cpuOf, memoryOf } from '../support/process-use.ts';

const COMMAND = 'npm run cluster -- drill sizing';
const PER_SECOND = 50;
const IDLE_MS = 15_000;
const WORK_MS = 120_000;
/** `MemoryMax` of the unit, which the compose file repeats as `mem_limit` (decision 0239). */
const LIMIT_MB = readUnit().memoryMb;
interface Use {
  nowMb: number;
  /** Since the process began. */
  mostMb: number;
  cpuSeconds: number;
  requests: number;
}

/** Every process of the product by its name; requests by its own count. */
async function look(cluster: RunningCluster): Promise<Map<string, Use>> {
  const lines = await cluster.ask('status');
  const uses = new Map<string, Use>();
  for (const { name, port, environment } of cluster.layout.members) {
    const pid = Number(/process (\d+)/.exec(lines.find((line) => line.split(' ')[0] === name) ?? '')?.[1]);
    const headers = { authorization: `Bearer ${environment['METRICS_TOKEN']}` };
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
    const counts = [...text.matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)/gm)];
    const requests = counts
      .filter(([, labels = '']) => !labels.includes('"/metrics"') && !labels.includes('"/readyz"'))
      .reduce((sum, [, , count]) => sum + Number(count), 0);
    uses.set(name, { nowMb: memoryOf(pid, 'VmRSS'), mostMb: memoryOf(pid, 'VmHWM'), cpuSeconds: cpuOf(pid), requests });
  }
  return uses;
}

async function measure(cluster: RunningCluster) {
  await cluster.untilAllReady();
  await wait(IDLE_MS);
  const idle = await look(cluster);
  const program = await joinCluster();
  const load = startLoad(cluster.layout.origin, PER_SECOND);
  const claimants = startClaimants(program);
  await wait(WORK_MS);
  await claimants.end();
  await load.end();
  const sandbox = cluster.layout.members.find(({ role }) => role === 'sandbox')?.environment['DATA_DIR'] ?? '';
  const posted = await countPosted(program, sandbox, claimants.claims);
  return { idle, worked: await look(cluster), load, claimants, posted };
}

const proof = openProof({
  name: 'sizing',
  title: 'What a process of each role holds',
  command: COMMAND,
  database: 'PostgreSQL with a streaming replica',
});
const cluster = await openCluster();
try {
  const { idle, worked, load, claimants, posted } = await measure(cluster);
  const notReached: string[] = [];
  const letters = posted.mailings;
  const rows = cluster.layout.members
    .filter(({ role }) => role !== 'sandbox')
    .map(({ name, role }) => {
      const before = idle.get(name) as Use;
      const after = worked.get(name) as Use;
      const requests = after.requests - before.requests;
      const cpuMs = (after.cpuSeconds - before.cpuSeconds) * 1_000;
      if (after.mostMb >= LIMIT_MB)
        notReached.push(`${name} held ${after.mostMb.toFixed(0)} MB (below ${LIMIT_MB} MB).`);
      const cores = requests === 0 ? '' : ((cpuMs / requests) * 0.1).toFixed(2);
      return [
        name,
        before.nowMb.toFixed(0),
        after.mostMb.toFixed(0),
        `${((after.mostMb / LIMIT_MB) * 100).toFixed(0)} %`,
        String(requests),
        role === 'worker' || role === 'releases' ? '' : cores,
        (cpuMs / WORK_MS).toFixed(2),
      ];
    });
  if (load.failed.length > 0) notReached.push(`${load.failed.length} of ${load.sent()} requests failed (none).`);
  if (claimants.failed.length > 0)
    notReached.push(`${claimants.failed.length} people could not finish their claim (none).`);
  await proof.write({
    body: [
      `${PER_SECOND} requests a second through nginx for ${WORK_MS / 60_000} minutes (documents, API, release calls), and people who paid for ${claimants.claims.length} claims: ${letters} letters were drawn and posted. Memory is what the kernel counts for a process (resident, and the most of it since its start), against the ${LIMIT_MB} MB of the unit and the compose file; the limit itself is not set here. Processor time of \`worker\` is that of letters, of \`releases\` that of its own work.`,
      proofTable(
        [
          'process',
          'MB without work',
          'MB at most',
          `of ${LIMIT_MB} MB`,
          'requests',
          'cores for 100 requests/s',
          'cores meanwhile',
        ],
        rows,
      ),
    ].join('\n\n'),
    notReached,
  });
  for (const row of rows) process.stdout.write(`${row.join('\t')}\n`);
  if (notReached.length > 0) process.exitCode = 1;
} finally {
  await cluster.end();
}
