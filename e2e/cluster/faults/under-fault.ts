import { setTimeout as wait } from 'node:timers/promises';
import type { RunningCluster } from '../rehearsal/running-cluster.ts';
import { startLoad } from '../rehearsal/load.ts';
import type { Figure } from '../rehearsal/proof-page.ts';
import type { Program } from '../../support/program.ts';
import { countPosted, startClaimants } from '../claimants.ts';
import { startSaves } from '../saves.ts';

export const PER_SECOND = 20;
/** How long people go on after a fault, so that what it left behind is met too. */
const AFTER_MS = 12_000;
/** docs/reliability.md, Invariants. */
const HEALED_WITHIN_MS = 10_000;
/** Within this a caller is told that the database is away. */
const REFUSED_WITHIN_MS = 6_000;

/** Roles that cannot do their work without the database. */
export const NEED_DATABASE: readonly string[] = ['releases', 'claims', 'worker'];

export interface Drilling {
  cluster: RunningCluster;
  program: Program;
}

/** What a process says of itself. */
export interface Said {
  name: string;
  role: string;
  status: number;
  text: string;
}

/** @returns what `/readyz` of these roles answers, each process asked itself */
export const readiness = ({ cluster }: Drilling, roles: readonly string[]): Promise<Said[]> =>
  Promise.all(
    cluster.layout.members
      .filter(({ role }) => roles.includes(role))
      .map(async ({ name, role, port }) => {
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(
          (error: Error) => new Response(error.message, { status: 599 }),
        );
        return { name, role, status: answer.status, text: await answer.text() };
      }),
  );

/** Which PostgreSQL takes writes now, and which one follows it. */
export async function servers({
  cluster,
}: Drilling): Promise<Record<'primary' | 'replica', { name: string; port: number }>> {
  const { postgres } = cluster.layout.ports;
  const status = await cluster.ask('status');
  const index = postgres.indexOf(Number(/primary\s+127\.0\.0\.1:(\d+)/.exec(status.at(-1) ?? '')?.[1]));
  const one = (at: number) => ({ name: `postgres-${at + 1}`, port: postgres[at] as number });
  return { primary: one(index), replica: one(1 - index) };
}

/** A figure about what processes say: each must be of this status, with these words. */
export function sayingFigure(what: string, said: readonly Said[], status: number, words: RegExp): Figure {
  const wrong = said.filter((each) => each.status !== status || !words.test(each.text));
  for (const { name, status: code, text } of wrong) process.stdout.write(`  ${name} ${code} ${text}\n`);
  return {
    what,
    measured: `${said.length - wrong.length} of ${said.length} processes`,
    limit: `each ${status}, with the reason`,
    isReached: wrong.length === 0 && said.length > 0,
  };
}

/** How often each process was started again because it had ended by itself. */
async function ends({ cluster }: Drilling): Promise<number> {
  const lines = await cluster.ask('status');
  return lines.reduce((sum, line) => sum + Number(/started again (\d+) times/.exec(line)?.[1] ?? 0), 0);
}

/**
 * What people meet while `fault` lasts and for a while after it.
 * @param how.stops - of what they do: nothing; what needs the database, until the fault is over
 * @param how.kills - the fault ends processes of the product itself
 * @param how.mayMeet - what people may meet who do not finish, and nothing else
 */
export async function underFault(
  what: string,
  drilling: Drilling,
  fault: () => Promise<void>,
  {
    stops = 'nothing',
    kills = false,
    mayMeet,
  }: {
    stops?: 'nothing' | 'database';
    kills?: boolean;
    mayMeet?: { what: string; words: RegExp };
  } = {},
): Promise<Figure[]> {
  process.stdout.write(`\n${what}\n`);
  const { cluster, program } = drilling;
  const endsBefore = await ends(drilling);
  const load = startLoad(cluster.layout.origin, PER_SECOND);
  const claimants = startClaimants(program);
  const saves = await startSaves(program);
  let over = performance.now();
  try {
    await fault();
    over = performance.now();
    await wait(AFTER_MS);
  } finally {
    await load.end();
    await claimants.end();
    await saves.end();
  }
  const { claims, failed, cameAgain } = claimants;
  for (const line of [...load.failed.slice(0, 10), ...failed.slice(0, 10), ...cameAgain.slice(0, 10)])
    process.stdout.write(`  ${line}\n`);
  const sandbox = cluster.layout.members.find(({ role }) => role === 'sandbox');
  const { mailings, missing, twice } = await countPosted(program, sandbox?.environment['DATA_DIR'] ?? '', claims);
  await cluster.untilAllReady();
  const ended = (await ends(drilling)) - endsBefore;
  const letters = {
    what: `${what}: letters at the carrier`,
    measured: `${mailings}, ${missing} missing, ${twice} twice`,
    limit: 'each once',
    isReached: missing === 0 && twice === 0,
  };
  const processes = {
    what: `${what}: processes that ended by themselves`,
    measured: String(ended),
    limit: 'none',
    isReached: ended === 0,
  };
  const returns = {
    what: `${what}: calls of these people that were told to come later, and came`,
    measured: String(cameAgain.length),
    isReached: true,
  };
  const always = kills ? [returns, letters] : [returns, letters, processes];
  if (stops === 'nothing') {
    return [
      {
        what: `${what}: requests failed`,
        measured: `${load.failed.length} of ${load.sent()}`,
        limit: 'none',
        isReached: load.failed.length === 0,
      },
      {
        what: `${what}: people who ${mayMeet?.what ?? 'could not finish their claim'}`,
        measured: `${failed.length} of ${claims.length + failed.length}`,
        limit: mayMeet ? 'nothing else' : 'none',
        isReached: claims.length > 0 && failed.every((why) => mayMeet?.words.test(why)),
      },
      ...always,
    ];
  }
  const pages = load.failed.filter((line) => !line.startsWith('/api/'));
  const { refused, lost, firstAfter } = await saves.outcome(over);
  const slowest = Math.max(0, ...refused.map(({ ms }) => ms));
  return [
    {
      what: `${what}: pages and files that failed`,
      measured: `${pages.length} of ${load.sent()} requests`,
      limit: 'none',
      isReached: pages.length === 0,
    },
    {
      what: `${what}: saves refused, the slowest answer`,
      measured: `${refused.length}, ${(slowest / 1_000).toFixed(1)} s`,
      limit: `refused within ${REFUSED_WITHIN_MS / 1_000} s`,
      isReached: slowest <= REFUSED_WITHIN_MS,
    },
    {
      what: `${what}: acknowledged saves that are lost`,
      measured: String(lost),
      limit: 'none',
      isReached: lost === 0,
    },
    {
      what: `${what}: from its end to the next save that was acknowledged`,
      measured: `${(firstAfter / 1_000).toFixed(1)} s`,
      limit: `at most ${HEALED_WITHIN_MS / 1_000} s`,
      isReached: firstAfter <= HEALED_WITHIN_MS,
    },
    {
      what: `${what}: people who finished their claim, and who met the fault`,
      measured: `${claims.length}, ${failed.length}`,
      isReached: claims.length > 0,
    },
    ...always,
  ];
}
