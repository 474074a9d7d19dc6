import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { getFormSession, saveFormData } from '@redress/contracts';
import { createDatabase } from '@redress/database';
import { percentile, proofTable, type ProofBody } from '@redress/tools/proof';
import { leasePorts } from '@redress/testing/ports';
import autocannon, { type Client, type Request } from 'autocannon';
import { lettersWeigh, type Weight } from './letter-weight.ts';
import { closedNetwork, fitQueue } from './model.ts';
import { growthOf } from './growth.ts';
import { firstPersonOf } from './population.ts';
import { ORIGIN } from './service.ts';

interface Person {
  cookie: string;
  sessionId: string;
}
interface Usage {
  cpuSeconds: number;
  rss: number;
}
export interface Run {
  callers: number;
  /** Calls a second. */
  throughput: number;
  /** CPU seconds of a call: of the API process, of PostgreSQL, of the program that calls. */
  api: number;
  database: number;
  tool: number;
}

const SECONDS = 1.5;
const WARM_UP_RUNS = 4;
const TICKS_PER_SECOND = 100;
/** The model is fitted to these and asked about the others. */
const FITTED = [2, 12] as const;
const ASKED = [4, 8, 24];
/** The median of so many runs each, in turns: what else the machine does falls on every load alike. */
const RUNS = 11;

/** CPU seconds of all processes that a process started, ended ones included. */
function cpuOfChildren(pid: number): number {
  const fields = (id: string): string[] => {
    try {
      return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    } catch {
      return []; // ended meanwhile
    }
  };
  const ticks = (of: string[], ...positions: number[]) => positions.reduce((sum, at) => sum + Number(of[at] ?? 0), 0);
  const children = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && fields(id)[1] === String(pid));
  const running = children.reduce((sum, id) => sum + ticks(fields(id), 11, 12), 0);
  return (running + ticks(fields(String(pid)), 13, 14)) / TICKS_PER_SECOND;
}

const requestsOf = (mine: readonly Person[]): Request[] =>
  ['one', 'two'].flatMap((mark) =>
    mine.flatMap(({ cookie, sessionId }): Request[] => {
      const headers = { cookie, origin: ORIGIN, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
      const story = `${mark} ${'He promised to pay it back in June, and has not. '.repeat(40)}`;
      return [
        {
          method: 'POST',
          path: saveFormData.path,
          headers,
          body: JSON.stringify({ form_session_id: sessionId, claimDescription: story }),
        },
        { method: 'GET', path: `${getFormSession.path}?form_session_id=${sessionId}`, headers },
      ];
    }),
  );

async function measureRuns(url: string, postmaster: number, first: number, say: (line: string) => void) {
  const ports = await leasePorts(1);
  const port = ports.first;
  const server = fork(new URL('./model-server.ts', import.meta.url), [url, String(port), String(first)]);
  const ask = async (word: string): Promise<Usage> => {
    server.send(word);
    return ((await once(server, 'message')) as [Usage])[0];
  };
  const [{ people }] = (await once(server, 'message')) as [{ people: Person[] }];
  const run = async (callers: number): Promise<Run> => {
    let next = 0;
    const before = {
      api: (await ask('usage')).cpuSeconds,
      database: cpuOfChildren(postmaster),
      tool: process.cpuUsage(),
    };
    const counts = { answered: 0, refused: 0 };
    const result = await autocannon({
      url: `http://127.0.0.1:${port}`,
      connections: callers,
      duration: SECONDS,
      setupClient(client: Client) {
        const index = next++;
        client.on('response', (status) => (counts[status === 200 ? 'answered' : 'refused'] += 1));
        // Each caller has drafts of its own, so that no two type into one.
        client.setRequests(
          requestsOf(people.filter((_, person) => person % Math.min(callers, people.length) === index)),
        );
      },
    });
    const { answered: calls, refused } = counts;
    if (calls === 0 || refused > calls / 10) throw new Error(`${refused} calls refused, ${calls} answered.`);
    const tool = process.cpuUsage(before.tool);
    return {
      callers,
      throughput: calls / result.duration,
      api: ((await ask('usage')).cpuSeconds - before.api) / calls,
      database: (cpuOfChildren(postmaster) - before.database) / calls,
      tool: (tool.user + tool.system) / 1e6 / calls,
    };
  };
  // Code is compiled, connections are opened and rows are read for the first time.
  for (let index = 0; index < WARM_UP_RUNS; index += 1) await run(8);
  const loads = [...FITTED, ...ASKED].toSorted((a, b) => a - b);
  const tries: Run[] = [];
  for (let round = 0; round < RUNS; round += 1) {
    // Another one begins each time.
    const first = round % loads.length;
    for (const callers of [...loads.slice(first), ...loads.slice(0, first)]) tries.push(await run(callers));
  }
  const runs = loads.map((callers): Run => {
    const own = tries.filter((each) => each.callers === callers);
    const of = (key: keyof Run) =>
      percentile(
        own.map((each) => each[key]),
        0.5,
      );
    say(
      `${callers} callers: ${of('throughput').toFixed(0)}/s, ${(of('api') * 1e3).toFixed(2)} + ${(of('database') * 1e3).toFixed(2)} ms`,
    );
    return { callers, throughput: of('throughput'), api: of('api'), database: of('database'), tool: of('tool') };
  });
  const { rss } = await ask('stop');
  await once(server, 'exit');
  await ports.release();
  return { runs, rss };
}

/** docs/proof/scaling.md, below its head. */
export async function measureModel(url: string, say: (line: string) => void): Promise<ProofBody> {
  const database = createDatabase({ url, name: 'model' });
  const { rows } = await database.pool.query<{ pid: number; accounts: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid,
       (select reltuples from pg_class where oid = 'claims.account'::regclass)::bigint as accounts`,
  );
  const weight: Weight = await lettersWeigh(database);
  await database.close();
  const { pid = 0, accounts = 0 } = rows[0] ?? {};
  const first = firstPersonOf({ accounts, letters: accounts * 4 });
  const { runs, rss } = await measureRuns(url, pid, first, say);
  const cores = availableParallelism();
  const [few, many] = FITTED.map((callers) => runs.find((run) => run.callers === callers) as Run) as [Run, Run];
  const queue = fitQueue(few, many);
  const asked = runs.map((run) => {
    const { throughput } = closedNetwork([{ name: 'API process', demand: queue.demand, servers: 1 }], {
      callers: run.callers,
      delaySeconds: queue.delaySeconds,
    });
    return { ...run, predicted: throughput, error: throughput / run.throughput - 1 };
  });
  const unseen = asked.filter(({ callers }) => ASKED.includes(callers));
  const meanError = unseen.reduce((sum, { error }) => sum + Math.abs(error), 0) / unseen.length;
  say(`mean error of runs it was not fitted on: ${(meanError * 100).toFixed(0)} %`);
  const ms = (seconds: number) => (seconds * 1_000).toFixed(2);
  const perCall = { api: fitMean(runs, 'api'), database: fitMean(runs, 'database') };
  const body = [
    '## One process',
    `One API process on ${cores} ${cores === 1 ? 'core' : 'cores'} which it shares with PostgreSQL and with the program that calls; half of the calls are saves of 2 kB, half are reads of a claim; nobody thinks. ${RUNS} runs of ${SECONDS} s of each, in turns, the median; ${WARM_UP_RUNS} before them were not counted. The process holds ${(rss / 2 ** 20).toFixed(0)} MB.`,
    proofTable(
      ['callers', 'calls/s', 'API, ms CPU', 'database, ms CPU', 'caller, ms CPU', 'the model says', 'error'],
      asked.map((run) => [
        `${run.callers}${ASKED.includes(run.callers) ? '' : ' (fitted)'}`,
        run.throughput.toFixed(0),
        ms(run.api),
        ms(run.database),
        ms(run.tool),
        `${run.predicted.toFixed(0)}/s`,
        `${(run.error * 100).toFixed(0)} %`,
      ]),
    ),
    `The model is a closed queueing network (\`services/claims/bench/scale/model.ts\`), one queue and a delay, fitted to the calls a second of the two runs marked so: a call has the queue for itself for ${ms(queue.demand)} ms, of which the API process computes for ${ms(perCall.api)} ms; the rest is waiting for a processor that others use. ${ms(queue.delaySeconds)} ms of a call go on beside it. Mean error of the runs it was **not** fitted on: **${(meanError * 100).toFixed(0)} %**.`,
    '## One letter',
    `What one letter leaves behind, measured with ${weight.letters} real ones from the wizard to the delivery: ${(weight.rowBytes / 1024).toFixed(1)} kB of rows in ${weight.rows.toFixed(0)} rows, ${(weight.indexBytes / 1024).toFixed(1)} kB of index entries, ${(weight.fileBytes / 1024).toFixed(0)} kB of files.`,
    '## Many',
    ...growthOf({ perCall, delaySeconds: queue.delaySeconds, weight }),
  ].join('\n\n');
  return {
    body,
    notReached: meanError > 0.25 ? [`A mean error below 25 %: ${(meanError * 100).toFixed(0)} %.`] : [],
  };
}

const fitMean = (runs: readonly Run[], key: 'api' | 'database'): number => {
  const fitted = runs.filter(({ callers }) => !ASKED.includes(callers));
  return fitted.reduce((sum, run) => sum + run[key], 0) / fitted.length;
};
