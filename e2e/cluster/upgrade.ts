/**
 * `npm run cluster -- drill upgrade [--from=<commit>]`: a cluster is upgraded, a process after the other, under 50 requests a
 * second and people who pay for claims; the first upgrade is stopped half-way and taken back. From an earlier commit to this
 * one; without `--from` from this one to the same with a made-up migration in each service. UPGRADE_FROM and UPGRADE_TO are
 * the folders of both, built.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningCluster } from './rehearsal/running-cluster.ts';
import { startLoad } from './rehearsal/load.ts';
import type { Drilled } from './rehearsal/proof-page.ts';
import { joinCluster } from '../support/cluster.ts';
import { countPosted, startClaimants } from './claimants.ts';
import { drillCluster } from './drill-cluster.ts';

const PER_SECOND = 50;
/** People go on with what was just changed. */
const DWELL_MS = 5_000;

const { UPGRADE_FROM: from, UPGRADE_TO: to } = process.env;
if (from === undefined || to === undefined)
  throw new Error('UPGRADE_FROM or UPGRADE_TO is not set: npm run cluster -- drill upgrade sets them.');

/** In the order of docs/deploy: those that bring their schemas up to date first, sites last. */
const namesOf = ({ layout }: RunningCluster, numbers: readonly number[]): string[] =>
  ['releases', 'claims', 'worker', 'site']
    .flatMap((role) =>
      numbers.flatMap((number) =>
        layout.members.filter((member) => member.role === role && member.name.endsWith(`-${number}`)),
      ),
    )
    .map(({ name }) => name);

async function upgradeEach(cluster: RunningCluster, names: readonly string[], code: string): Promise<void> {
  for (const name of names) {
    await cluster.ask('upgrade', name, code);
    process.stdout.write(`  ${name} runs ${code === to ? 'the later code' : 'the earlier code'}\n`);
    await wait(1_000);
  }
  await wait(DWELL_MS);
}

async function drill(cluster: RunningCluster): Promise<Pick<Drilled, 'about' | 'figures'>> {
  const program = await joinCluster();
  const load = startLoad(cluster.layout.origin, PER_SECOND);
  const claimants = startClaimants(program);
  await wait(DWELL_MS);
  const half = namesOf(cluster, [1]);
  await upgradeEach(cluster, half, to as string);
  const beside = claimants.claims.length;
  await upgradeEach(cluster, half.toReversed(), from as string);
  const takenBack = claimants.claims.length;
  await upgradeEach(cluster, namesOf(cluster, [1, 2]), to as string);
  await load.end();
  await claimants.end();
  const { claims, failed } = claimants;
  for (const line of [...load.failed, ...failed].slice(0, 20)) process.stdout.write(`  ${line}\n`);
  const sandbox = cluster.layout.members.find(({ role }) => role === 'sandbox');
  const { mailings, missing, twice } = await countPosted(program, sandbox?.environment['DATA_DIR'] ?? '', claims);
  return {
    about: `Under ${PER_SECOND} requests a second; ${claims.length} people paid for a claim and approved its letter, ${beside} before and beside the half upgrade, ${takenBack - beside} while it was taken back: the earlier programs then ran on the later schema.`,
    figures: [
      {
        what: 'requests failed',
        measured: `${load.failed.length} of ${load.sent()}`,
        limit: 'none',
        isReached: load.failed.length === 0,
      },
      {
        what: 'people who could not finish their claim',
        measured: `${failed.length} of ${claims.length + failed.length}`,
        limit: 'none',
        isReached: failed.length === 0 && claims.length > 0,
      },
      {
        what: 'letters at the carrier, by its books',
        measured: `${mailings}, ${missing} missing, ${twice} twice`,
        limit: 'each once',
        isReached: missing === 0 && twice === 0 && mailings >= claims.length,
      },
    ],
  };
}

const title = 'A rolling upgrade, stopped half-way, taken back, and done';
await drillCluster({ title, command: 'npm run cluster -- drill upgrade', code: from }, drill);
