/**
 * `npm run cluster -- drill failover`: 24 people save answers all the time while the primary PostgreSQL is
 * killed and its replica takes its place. Says how long saves were refused and whether one that was acknowledged is gone.
 * Ends with 1 when one is.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '../support/client.ts';
import { drillCluster } from './drill-cluster.ts';
import { longestGap } from './rehearsal/longest-gap.ts';
import type { Drilled } from './rehearsal/proof-page.ts';
import type { RunningCluster } from './rehearsal/running-cluster.ts';

const WRITERS = 24;
const BEFORE_MS = 3_000;
const AFTER_MS = 12_000;
const CALL_LIMIT_MS = 10_000;
/** From the new primary on. */
const AGAIN_WITHIN_MS = 5_000;

/** A client that saves answers of one draft in a loop. */
interface Writer {
  browser: Client;
  session: string;
  /** How many saves were acknowledged, and the words of the last. Each counts the revision up by one. */
  acknowledged: { first: number; count: number; words: string };
  failures: number;
}

async function newWriter(api: string, origin: string, index: number): Promise<Writer> {
  const browser = new Client(api, origin, { limitMs: CALL_LIMIT_MS });
  browser.always = { 'x-forwarded-for': `10.1.${index}.1` };
  const { status, text, json } = await browser.send('POST', '/api/sessions/create_form_session.php', { json: {} });
  if (status !== 200) throw new Error(`a form was not begun: ${status} ${text}`);
  const acknowledged = { first: Number(json?.['revision']), count: 0, words: '' };
  return { browser, session: String(json?.['form_session_id']), acknowledged, failures: 0 };
}

/** @param saved - the moments of acknowledged saves, by process */
async function write(writer: Writer, saved: Map<string, number[]>, over: AbortSignal): Promise<void> {
  const { browser, session, acknowledged } = writer;
  for (let count = 1; !over.aborted; count += 1) {
    const claimDescription = `Save ${count} of ${session}.`;
    const json = { form_session_id: session, save_id: randomUUID(), claimDescription, step: 4, sub_step: 0 };
    const answer = await browser.send('POST', '/api/register/save_form_data.php', { json }).catch(() => null);
    if (answer?.status === 429) throw new Error(`the limits count the writers as one visitor: ${answer.text}`);
    if (answer?.status === 200) {
      acknowledged.count += 1;
      acknowledged.words = claimDescription;
      saved.get(browser.url)?.push(performance.now());
    } else writer.failures += 1;
    await wait(20);
  }
}

/** @returns whether every acknowledged save was counted, and the last one is there unless one without an answer came after it */
async function isKept({ browser, session, acknowledged }: Writer): Promise<boolean> {
  const { json } = await browser.send('GET', '/api/sessions/form_session', { query: { form_session_id: session } });
  const { revision, form_data } = json?.['session'] as { revision: number; form_data: { claimDescription: string } };
  const counted = revision - acknowledged.first;
  return (
    counted > acknowledged.count ||
    (counted === acknowledged.count && form_data.claimDescription === acknowledged.words)
  );
}

async function drill({ layout, ask }: RunningCluster): Promise<Pick<Drilled, 'about' | 'figures'>> {
  /** Straight to the two processes: nginx would count all writers as one visitor. */
  const apis = layout.members.filter(({ role }) => role === 'claims').map(({ port }) => `http://127.0.0.1:${port}`);
  const saved = new Map<string, number[]>(apis.map((api) => [api, []]));
  const over = new AbortController();
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => newWriter(apis[index % apis.length] as string, layout.origin, index)),
  );
  const from = performance.now();
  const writing = Promise.all(writers.map((writer) => write(writer, saved, over.signal)));
  await wait(BEFORE_MS);
  const killedAt = performance.now();
  await ask('failover');
  const wholeAt = performance.now();
  await wait(AFTER_MS);
  over.abort();
  const to = performance.now();
  await writing;

  const kept = await Promise.all(writers.map(isKept));
  const lost = kept.filter((each) => !each).length;
  const gapsMs = [...saved.values()].map((times) =>
    longestGap(
      times.filter((at) => at < to),
      { from, to },
    ),
  );
  const longestMs = Math.max(...gapsMs);
  const saves = [...saved.values()].reduce((sum, times) => sum + times.length, 0);
  const refused = writers.reduce((sum, { failures }) => sum + failures, 0);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  return {
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
  };
}

await drillCluster({ title: 'Failover of the database', command: 'npm run cluster -- drill failover' }, drill);
