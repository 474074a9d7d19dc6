/**
 * `npm run bench:api`: what the claims API does on this machine, against the figures of docs/reliability.md (Load). The service runs
 * in a process of its own over a durable embedded PostgreSQL (or DATABASE_URL); the load tool runs here.
 * `--seconds=8` per row; `--bodies` prints what the largest body of each call costs, alone; `--proof` writes its part of docs/proof.md. What stays flat for half an hour: `npm run soak`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon, { type Client, type Request } from 'autocannon';
import {
  createFormSession,
  createPaymentIntent,
  finalizePayment,
  generateDemandLetter,
  generateSecurePdf,
  getFormSession,
  login,
  saveFormData,
  serverTime,
} from '@redress/contracts';
import { openProof, percentile, postgres, proofTable, proofWanted } from '@redress/tools/proof';
import Stripe from 'stripe';
import { aClaim, aSignature } from '../src/testing/claims.ts';
import { largestBodies } from './largest-bodies.ts';
import { startSandbox } from './sandbox.ts';

interface Person {
  email: string;
  sessionId: string;
  cookie: string;
}
interface World {
  origin: string;
  people: Person[];
  password: string;
}
interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  /** Of the service's process, for one accepted call: says more than the rate on a machine that others use too. */
  cpuMs: number;
  accepted: number;
  refused: number;
  failed: number;
}

const option = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
const SECONDS = option('seconds', 8);
const OVERLOADED = 503;
/** Most that one body may hold up all others. */
const LARGEST_MS = 25;
const LARGEST_TRIES = 5;

const proof = openProof({
  name: 'api',
  title: 'Requests a second of the claims API',
  command: `npm run bench:api -- ${['--proof', ...process.argv.slice(2).filter((argument) => argument !== '--proof')].join(' ')}`,
  database: postgres(),
});

const sandbox = await startSandbox();
const server = fork(new URL('./api-server.ts', import.meta.url), {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, BENCH_STRIPE: JSON.stringify(sandbox.stripe) },
});
const [world] = (await once(server, 'message')) as [World];
const { origin, people, password } = world;

const usage = async (): Promise<{ memory: number; cpuMs: number; mainMs: number }> => {
  server.send('usage');
  const [answer] = (await once(server, 'message')) as [{ memory: number; cpuMs: number; mainMs: number }];
  return answer;
};

/** Runs one kind of request; each connection has its own people, so that no two type into one draft at once. */
async function run(
  requestsOf: (mine: Person[]) => Request[],
  { connections = 50, seconds = SECONDS, rate }: { connections?: number; seconds?: number; rate?: number } = {},
): Promise<Figures> {
  const times: number[] = [];
  const counts = { accepted: 0, refused: 0, failed: 0 };
  let next = 0;
  const setupClient = (client: Client) => {
    const index = next++;
    const mine = people.filter((_, person) => person % Math.min(connections, people.length) === index % people.length);
    client.setRequests(requestsOf(mine.length ? mine : [people[index % people.length]!]));
    client.on('response', (status, _bytes, milliseconds) => {
      if (status === 200) {
        counts.accepted += 1;
        times.push(milliseconds);
      } else if (status === OVERLOADED) counts.refused += 1;
      else counts.failed += 1;
    });
  };
  const before = (await usage()).cpuMs;
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    setupClient,
    ...(rate ? { overallRate: rate } : {}),
  });
  const cpuMs = ((await usage()).cpuMs - before) / Math.max(1, counts.accepted);
  counts.failed += result.errors;
  return {
    perSecond: counts.accepted / result.duration,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpuMs,
    ...counts,
  };
}

const headersOf = ({ cookie }: Person) => ({
  cookie,
  origin,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
});
const story = (mark: string) => `${mark} ${'He promised to pay it back in June, and has not. '.repeat(40)}`;
const saves = (mine: Person[]): Request[] =>
  ['one', 'two', 'three'].flatMap((mark) =>
    mine.map((person) => ({
      method: 'POST' as const,
      path: saveFormData.path,
      headers: headersOf(person),
      body: JSON.stringify({
        form_session_id: person.sessionId, situation: 'debt-collection', amount: '1250.50', firstname: 'Zoë', lastname: 'Núñez',
        address: '12 Elm St', city: 'Austin', country: 'TX', defendantFirstname: 'Ivo', claimDescription: story(mark),
        claimCalculation: story('sum').slice(0, 800), step: 4, sub_step: 0,
      }), // prettier-ignore
    })),
  );
const reads = (mine: Person[]): Request[] =>
  mine.map((person) => ({
    method: 'GET',
    path: `${getFormSession.path}?form_session_id=${person.sessionId}`,
    headers: headersOf(person),
  }));
const signIns = (mine: Person[]): Request[] =>
  mine.map((person) => ({
    method: 'POST',
    path: login.path,
    headers: { ...headersOf(person), cookie: person.cookie.split('; ')[1]! },
    body: JSON.stringify({ email: person.email, password }),
  }));
const plain = (): Request[] => [{ method: 'GET', path: serverTime.path }];

/** One call of ours. @returns the answer, and how long it took */
async function ask<T>(person: Person, path: string, body: object): Promise<{ answer: T; ms: number }> {
  const started = performance.now();
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: headersOf(person),
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as T;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return { answer, ms: performance.now() - started };
}

/**
 * Orders from the price to the recorded payment: intent, card (at the sandbox, not counted in the times), finalize. Some
 * at once, each by another person.
 */
async function payments(orders: number, atOnce: number): Promise<Figures> {
  const drafts: { person: Person; id: string }[] = [];
  for (let index = 0; index < orders; index += 1) {
    const person = people[index % people.length]!;
    const { answer } = await ask<{ form_session_id: string }>(person, createFormSession.path, {});
    const id = answer.form_session_id;
    await ask(person, saveFormData.path, { form_session_id: id, ...aClaim({ signature: aSignature() }) });
    drafts.push({ person, id });
  }
  const stripe = new Stripe(sandbox.stripe.secretKey, {
    host: new URL(sandbox.stripe.baseUrl).hostname,
    port: new URL(sandbox.stripe.baseUrl).port,
    protocol: 'http',
    telemetry: false,
  });
  const times: number[] = [];
  let failed = 0;
  const payOne = async ({ person, id }: (typeof drafts)[number]) => {
    const intent = await ask<{ payment_intent: { id: string } }>(person, createPaymentIntent.path, {
      form_session_id: id,
      email: person.email,
      package_id: 'demand-letter',
      state_code: 'TX',
      cardholder_name: 'Zoë Núñez',
      zip_code: '78702',
      billing_country: 'US',
      terms_version: '2026-11-01',
    });
    const intentId = intent.answer.payment_intent.id;
    await stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
    const done = await ask(person, finalizePayment.path, { payment_intent_id: intentId, form_session_id: id });
    times.push(intent.ms + done.ms);
    paidClaims.push({ person, id });
  };
  const before = (await usage()).cpuMs;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = drafts.pop(); next; next = drafts.pop()) {
        await payOne(next).catch((error: unknown) => {
          failed += 1;
          process.stderr.write(`${String(error)}\n`);
        });
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpuMs: ((await usage()).cpuMs - before) / Math.max(1, times.length),
    accepted: times.length,
    refused: 0,
    failed,
  };
}

/** Claims that were paid for, each with its person. */
const paidClaims: { person: Person; id: string }[] = [];

/** Others read at 100 a second while one account asks for 150 PDFs at once. @returns what the others had */
async function besideHeavyCalls(): Promise<Figures & { drawn: number; turnedAway: number }> {
  const { person, id } = paidClaims[0]!;
  const { answer } = await ask<{ demand_id: string }>(person, generateDemandLetter.path, { form_session_id: id });
  const counts = { drawn: 0, turnedAway: 0 };
  const heavy = async () => {
    const response = await fetch(origin + generateSecurePdf.path, {
      method: 'POST',
      headers: headersOf(person),
      body: JSON.stringify({ demand_id: answer.demand_id, action: 'download' }),
    });
    await response.arrayBuffer();
    if (response.ok) counts.drawn += 1;
    else if (response.status === OVERLOADED) {
      counts.turnedAway += 1;
      await wait(1_000); // as `Retry-After` says
    } else throw new Error(`${generateSecurePdf.path}: ${response.status}`);
  };
  let isOver = false;
  const others = run((mine) => reads(mine.filter((each) => each !== person)), {
    connections: 20,
    seconds: 4,
    rate: 100,
  });
  const asking = Promise.all(
    Array.from({ length: 150 }, async () => {
      while (!isOver) await heavy();
    }),
  );
  const figures = await others;
  isOver = true;
  await asking;
  return { ...figures, ...counts };
}

/** The costliest of some tries at each call's largest bodies: what everybody else waits for it, by the clock of the thread. */
async function ofLargestBodies(): Promise<string> {
  const person = people[0]!;
  const cells: string[][] = [];
  for (const { endpoint, what, body } of largestBodies({
    form_session_id: person.sessionId,
    base_revision: undefined,
  })) {
    let [most, status] = [0, 0];
    for (let tries = 0; tries < LARGEST_TRIES; tries += 1) {
      const before = (await usage()).mainMs;
      const response = await fetch(origin + endpoint.path, {
        method: endpoint.method,
        headers: headersOf(person),
        body,
      });
      await response.arrayBuffer();
      ({ status } = response);
      // The first one also compiles what runs.
      if (tries > 0) most = Math.max(most, (await usage()).mainMs - before);
    }
    const kB = Buffer.byteLength(body) / 1_000;
    cells.push([
      endpoint.path,
      what,
      kB.toFixed(0),
      String(status),
      most.toFixed(1),
      most <= LARGEST_MS ? 'yes' : 'no',
    ]);
  }
  cells.sort((one, other) => Number(other[4]) - Number(one[4]));
  return proofTable(['call', 'body', 'kB', 'answer', 'main thread ms', `<= ${LARGEST_MS} ms`], cells);
}

type Row = [what: string, measured: string, load: string, target: string, reached: 'yes' | 'no'];
const rows: Row[] = [];
const show = (name: string, figures: Figures, target: string, reached: boolean) => {
  const { perSecond, p50, p99, cpuMs, refused, failed } = figures;
  const odd = [refused ? `${refused} refused` : '', failed ? `${failed} failed` : ''].filter(Boolean).join(', ');
  rows.push([
    name,
    `${Math.round(perSecond)}/s, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${cpuMs.toFixed(2)} ms CPU${odd ? `, ${odd}` : ''}`,
    proof.load(),
    target,
    reached ? 'yes' : 'no',
  ]);
};
await run(saves, { seconds: 2 });
const largest = await ofLargestBodies();
if (process.argv.includes('--bodies')) {
  process.stdout.write(`${largest}\n`);
  server.send('stop');
  await sandbox.stop();
  process.exit(0);
}
const time = await run(plain);
show('plain JSON', time, '10,000/s', time.perSecond >= 10_000);
const read = await run(reads);
show('session + form read', read, '1,200/s, p99 <= 100 ms', read.perSecond >= 1_200 && read.p99 <= 100);
const save = await run(saves);
show('3 kB autosave', save, '600/s, p99 <= 150 ms', save.perSecond >= 600 && save.p99 <= 150);
const signIn = await run(signIns, { connections: 10 });
show('sign-in', signIn, '15/s', signIn.perSecond >= 15);
const paid = await payments(200, 10);
show(
  'payment: intent and finalize',
  paid,
  '10/s, p99 <= 1 s',
  paid.perSecond >= 10 && paid.p99 <= 1_000 && !paid.failed,
);
const beside = await besideHeavyCalls();
show(
  `reads of others (100/s) beside one account's 150 PDF calls at once (${beside.drawn} drawn, ${beside.turnedAway} turned away)`,
  beside,
  'p99 <= 300 ms',
  beside.p99 <= 300 && beside.refused + beside.failed === 0,
);
const flood = await run(reads, { connections: 600, rate: Math.round(read.perSecond * 3) });
show(
  `three times the reads asked for, over 600 connections: ${Math.round((flood.perSecond / read.perSecond) * 100)} % of the single rate served`,
  flood,
  '>= 80 %, accepted p99 <= 1 s',
  flood.perSecond >= 0.8 * read.perSecond && flood.p99 <= 1_000 && flood.failed === 0,
);
const after = await run(reads, { seconds: 4 });
show('right after it', after, 'as before', after.perSecond >= read.perSecond * 0.7);
server.send('stop');
await sandbox.stop();

const table = proofTable(['what', 'measured', 'load average', 'to reach', 'reached'], rows);
const about = `The service in a process of its own; load tool, sandbox and database share the machine's cores with it. 50 connections, ${SECONDS} s a row. "CPU" is what the service's process spent on one accepted call.`;
const tables = `${table}\n\nThe largest bodies of each call, ms of the main thread:\n\n${largest}`;
process.stdout.write(`${about}\n\n${tables}\n`);
if (proofWanted()) {
  const notReached = rows
    .filter((row) => row[4] === 'no')
    .map(([what, measured, , target]) => `${what}: ${measured}; to reach: ${target}.`);
  process.stdout.write(`${await proof.write({ body: `${about}\n\n${tables}`, notReached })}\n`);
}
