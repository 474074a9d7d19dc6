import { EventEmitter, once } from 'node:events';
import { startTraceReceiver, type TraceReceiver } from '../testing/index.ts';
import {
  createLogger,
  createMetrics,
  currentTraceparent,
  inClientSpan,
  inSpan,
  startTracing,
  tracedFetch,
} from './index.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const parentWith = (flags: string) => `00-${TRACE}-${PARENT}-${flags}`;
const metrics = createMetrics({ service: 'test' });
const lines: string[] = [];
const logged = new EventEmitter();
const log = createLogger({
  name: 'test',
  level: 'info',
  destination: {
    write(line: string) {
      lines.push(line);
      logged.emit('line');
    },
  },
});

const untilLogged = async (text: string) => {
  while (!lines.some((line) => line.includes(text))) await once(logged, 'line');
};

let receiver: TraceReceiver;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  receiver = await startTraceReceiver();
  lines.length = 0;
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await receiver.stop();
});

async function start(ratio: number): Promise<() => Promise<void>> {
  const { stop } = await startTracing({ endpoint: receiver.endpoint, ratio, service: 'claims', log, metrics });
  stops.push(stop);
  return stop;
}
const served = (parent?: string, work: () => Promise<unknown> = async () => {}) =>
  inSpan({ kind: 'server', name: 'GET /x', facts: { 'http.route': '/x' }, parent }, work);

it('only runs the work where traces are off', async () => {
  const parents: unknown[] = [];
  await served(parentWith('01'), async () => parents.push(currentTraceparent()));
  expect(parents).toEqual([undefined]);
});

it('makes one trace of a call, what it asks of others and a job that it adds', async () => {
  const stop = await start(1);
  let kept: string | undefined;
  await served(parentWith('00'), async () => {
    log.info('in');
    kept = currentTraceparent();
    await inClientSpan('stripe', 'paymentIntents.create', async () => {});
  });
  await inSpan({ kind: 'job', name: 'job mail.send', facts: {}, parent: kept }, async () => {});
  await stop();
  const [stripe, call, job] = receiver.spans;
  expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
  expect(call).toMatchObject({ name: 'GET /x', kind: 2, parentSpanId: PARENT, service: 'claims' });
  expect(stripe).toMatchObject({ name: 'stripe paymentIntents.create', kind: 3, parentSpanId: call?.spanId });
  expect(job).toMatchObject({ name: 'job mail.send', kind: 5, parentSpanId: call?.spanId });
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ msg: 'in', traceId: TRACE });
});

it.each([
  ['a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['a version that is none', `ff-${TRACE}-${PARENT}-01`],
  ['capital letters', parentWith('01').toUpperCase()],
  ['two in one header', `${parentWith('01')}, ${parentWith('01')}`],
  ['a line break and a field of a log', `${parentWith('01')}\n"level":"fatal"`],
  ['a long text', `${parentWith('01')}${'-1'.repeat(4_000)}`],
])('begins a trace of its own for %s', async (_what, parent) => {
  await start(1);
  const given: (string | undefined)[] = [];
  await served(parent, async () => given.push(currentTraceparent()));
  expect(given[0]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(given[0]).not.toContain(TRACE);
});

it('lets no stranger switch recording on, and records a share of those who ask for none', async () => {
  const stop = await start(0.1);
  const flags = async (sent: string) => {
    let recorded = 0;
    for (let call = 0; call < 400; call += 1) {
      await served(parentWith(sent), async () => (recorded += Number(currentTraceparent()?.endsWith('1'))));
    }
    return recorded;
  };
  // 40 of 400 with a standard deviation of 6.
  for (const sent of ['00', '01', 'ff']) expect(Math.abs((await flags(sent)) - 40)).toBeLessThan(40);
  await stop();
});

it('records of a job what was recorded of the call that added it, and nothing else', async () => {
  const stop = await start(0.000001);
  const job = (parent: string) =>
    inSpan({ kind: 'job', name: `job ${parent.slice(-2)}`, facts: {}, parent }, async () => {});
  await job(parentWith('01'));
  await job(parentWith('00'));
  await stop();
  expect(receiver.spans.map(({ name }) => name)).toEqual(['job 01']);
});

it('sends each batch with the headers of now: a receiver that has closed the key before goes on getting spans', async () => {
  let key = 'first';
  const headers = () => ({ authorization: key });
  const { stop } = await startTracing({
    ...{ endpoint: receiver.endpoint, ratio: 1, service: 'claims', log, metrics, headers },
  });
  stops.push(stop);
  for (const next of ['first', 'second']) {
    key = next;
    receiver.takeOnly(next);
    await inSpan({ kind: 'server', name: next, facts: {} }, async () => {});
    await receiver.until(next);
  }
  expect(receiver.spans.map(({ name }) => name)).toEqual(['first', 'second']);
});

it('says of a failure its code and never its words, and of a check that nobody asked for nothing', async () => {
  const stop = await start(1);
  const failure = Object.assign(new Error('no mail to zoe@example.org'), { code: 'PROVIDER_DOWN' });
  await expect(served(undefined, () => inClientSpan('smtp', 'send', () => Promise.reject(failure)))).rejects.toBe(
    failure,
  );
  await inClientSpan('smtp', 'verify', async () => {});
  await stop();
  expect(receiver.spans).toMatchObject([
    { name: 'smtp send', status: { code: 2 }, attributes: { 'error.type': 'PROVIDER_DOWN' } },
    { name: 'GET /x', status: { code: 2 } },
  ]);
  expect(JSON.stringify(receiver.spans)).not.toContain('zoe@example');
});

it('gives the trace to an outside service, and keeps its address out of the span', async () => {
  const real = globalThis.fetch;
  const given: (RequestInit | undefined)[] = [];
  globalThis.fetch = async (_url, init) => {
    given.push(init);
    return new Response(null, { status: 503 });
  };
  try {
    const stop = await start(1);
    const ask = () =>
      tracedFetch('lob', 'https://lob.example/v1/letters/ltr_1?name=zoe', { method: 'POST', headers: { accept: 'x' } });
    await ask();
    await served(parentWith('00'), ask);
    await stop();
  } finally {
    globalThis.fetch = real;
  }
  const [call] = receiver.spans;
  expect(given.map((init) => init?.headers)).toEqual([
    { accept: 'x' },
    { accept: 'x', traceparent: `00-${TRACE}-${call?.spanId}-01` },
  ]);
  expect(call).toMatchObject({ name: 'lob POST', status: { code: 2 }, attributes: { 'error.type': '503' } });
  expect(JSON.stringify(call)).not.toMatch(/ltr_1|zoe/);
});

it('goes on without a receiver, says so once, and counts what is lost', async () => {
  await start(1);
  receiver.answerWith(500);
  await served();
  await served();
  await untilLogged('do not reach');
  receiver.answerWith(200);
  await served();
  await receiver.until('GET /x');
  await untilLogged('again');
  expect(lines.filter((line) => line.includes('do not reach'))).toHaveLength(1);
  expect(await metrics.render()).toMatch(/trace_spans_total\{outcome="lost",.*\} 2/);
});

it('ends although the receiver never answers', async () => {
  receiver.answerWith(null);
  const stop = await start(1);
  await served();
  await stop();
});
