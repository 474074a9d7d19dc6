/**
 * `npm run cluster -- drill failover`: 24 people save answers all the time while the primary PostgreSQL is
 * killed and its replica takes its place. Says how long saves were refused and whether one that was acknowledged is gone.
 * Ends with 1 when one is.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openCluster } from './rehearsal/running-cluster.ts';
import { longestGap } from './rehearsal/longest-gap.ts';
import { keepDrilled, openClusterProof } from './rehearsal/proof-page.ts';

const WRITERS = 24;
const BEFORE_MS = 3_000;
const AFTER_MS = 12_000;
const CALL_LIMIT_MS = 10_000;

/** From the new primary on. */
const AGAIN_WITHIN_MS = 5_000;
const COMMAND = 'npm run cluster -- drill failover';

const startedAt = new Date();
const proof = openClusterProof(COMMAND);
const cluster = await openCluster();
const { origin, members } = cluster.layout;
/** Straight to the two processes: nginx would count all writers as one visitor. */
const apis = members.filter(({ role }) => role === 'claims').map(({ port }) => `http://127.0.0.1:${port}`);

interface Writer {
  api: string;
  headers: Record<string, string>;
  session: string;
  /** How many saves were acknowledged, and the words of the last. Each counts the revision up by one. */
  acknowledged: { first: number; count: number; words: string };
  failures: number;
}

interface Call {
  status: number;
  cookies: string[];
  body: Record<string, unknown>;
}

async function call(api: string, route: string, headers: Record<string, string>, data?: object): Promise<Call> {
  const answer = await fetch(`${api}${route}`, {
    ...(data ? { method: 'POST', body: JSON.stringify(data) } : {}),
    headers: { ...headers, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  });
  const body = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, cookies: answer.headers.getSetCookie(), body };
}

async function newWriter(index: number): Promise<Writer> {
  const api = apis[index % apis.length] as string;
  const headers = { 'x-forwarded-for': `10.1.${index}.1` };
  const { status, cookies, body } = await call(api, '/api/sessions/create_form_session.php', headers, {});
  if (status !== 200) throw new Error(`a form was not begun: ${status} ${JSON.stringify(body)}`);
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  return {
    api,
    headers: { ...headers, cookie },
    session: String(body['form_session_id']),
    acknowledged: { first: Number(body['revision']), count: 0, words: '' },
    failures: 0,
  };
}

const acknowledgedAt = new Map<string, number[]>(apis.map((api) => [api, []]));
let isOver = false;

async function write(writer: Writer): Promise<void> {
  for (let count = 1; !isOver; count += 1) {
    const words = `Save ${count} of ${writer.session}.`;
    try {
      const { status, body } = await call(writer.api, '/api/register/save_form_data.php', writer.headers, {
        form_session_id: writer.session,
        save_id: randomUUID(),
        claimDescription: words,
        step: 4,
        sub_step: 0,
      });
      if (status === 200) {
        writer.acknowledged.count += 1;
        writer.acknowledged.words = words;
        acknowledgedAt.get(writer.api)?.push(performance.now());
      } else {
        writer.failures += 1;
        if (status === 429) throw new Error(`the limits count the writers as one visitor: ${JSON.stringify(body)}`);
      }
    } catch (error) {
      if ((error as Error).message.startsWith('the limits')) throw error;
      writer.failures += 1;
    }
    await wait(20);
  }
}

/** @returns whether every acknowledged save was counted, and the last one is there unless one without an answer came after it */
async function isKept({ api, headers, session, acknowledged }: Writer): Promise<boolean> {
  const { body } = await call(api, `/api/sessions/form_session?form_session_id=${session}`, headers);
  const { revision, form_data } = body['session'] as { revision: number; form_data: { claimDescription: string } };
  const counted = revision - acknowledged.first;
  return (
    counted > acknowledged.count ||
    (counted === acknowledged.count && form_data.claimDescription === acknowledged.words)
  );
}

async function drill(): Promise<void> {
  const writers = await Promise.all(Array.from({ length: WRITERS }, (_, index) => newWriter(index)));
  const from = performance.now();
  const writing = Promise.all(writers.map(write));
  await wait(BEFORE_MS);
  const killedAt = performance.now();
  await cluster.ask('failover');
  const wholeAt = performance.now();
  await wait(AFTER_MS);
  isOver = true;
  const to = performance.now();
  await writing;

  const kept = await Promise.all(writers.map(isKept));
  const lost = kept.filter((each) => !each).length;
  const gapsMs = [...acknowledgedAt.values()].map((times) =>
    longestGap(
      times.filter((at) => at < to),
      { from, to },
    ),
  );
  const longestMs = Math.max(...gapsMs);
  const saves = [...acknowledgedAt.values()].reduce((sum, times) => sum + times.length, 0);
  const refused = writers.reduce((sum, { failures }) => sum + failures, 0);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  await keepDrilled(
    proof,
    {
      title: 'Failover of the database',
      command: COMMAND,
      about: `${WRITERS} people save all the time, half at each API process, while the primary is killed and the replica takes its place. ${saves} saves were acknowledged, ${refused} refused and made again.`,
      figures: [
        {
          what: 'writers who lost an acknowledged save',
          measured: `${lost} of ${WRITERS}`,
          limit: 'none',
          isReached: lost === 0,
        },
        {
          what: 'longest time without an acknowledged save at one process',
          measured: seconds(longestMs),
          limit: `at most ${AGAIN_WITHIN_MS / 1_000} s`,
          isReached: longestMs <= AGAIN_WITHIN_MS,
        },
        {
          what: 'from the kill to a new primary with a new replica',
          measured: seconds(wholeAt - killedAt),
          isReached: true,
        },
      ],
    },
    startedAt,
  );
}

try {
  await drill();
} finally {
  await cluster.end();
}
