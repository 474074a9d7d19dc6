import { randomBytes } from 'node:crypto';
import { generateDemandLetter, saveDemandLetter } from '@redress/contracts';
import { startTracing } from '@redress/telemetry/server';
import { startTraceReceiver, type ReceivedSpan, type TraceReceiver } from '@redress/telemetry/testing';
import { aBuyer, pay, startCaseWorld, type CaseWorld } from '../testing/index.ts';

let world: CaseWorld;
let receiver: TraceReceiver;
let traces: { stop(): Promise<void> };
beforeAll(async () => {
  world = await startCaseWorld();
  receiver = await startTraceReceiver();
  const { log, metrics } = world.claims.platform;
  traces = await startTracing({ endpoint: receiver.endpoint, ratio: 1, service: 'claims', log, metrics });
});
afterAll(async () => {
  await traces.stop();
  await receiver.stop();
  await world.stop();
});

/** Names of a span and of all that it belongs to, inmost first; the last is the parent that no span came of. */
function lineage(span: ReceivedSpan): string[] {
  const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(parent ? lineage(parent) : [span.parentSpanId ?? 'none'])];
}

it('makes one trace of the click that sends a letter, its jobs and the call of the carrier, without a word of the claim', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  const form_session_id = buyer.formSessionId;
  await buyer.browser.call(generateDemandLetter, { form_session_id });
  await buyer.browser.call(saveDemandLetter, { form_session_id, action: 'approve_and_send' });

  const [traceId, click] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  await buyer.browser.call(
    saveDemandLetter,
    { form_session_id, action: 'send_now' },
    { headers: { traceparent: `00-${traceId}-${click}-00` } },
  );
  await world.runJobs();
  // What is recorded is sent.
  await traces.stop();

  const carrier = receiver.spans.find((span) => span.name === 'lob POST');
  expect(carrier).toMatchObject({
    traceId,
    kind: 3,
    attributes: { 'peer.service': 'lob', 'http.request.method': 'POST', 'http.response.status_code': 200 },
  });
  expect(lineage(carrier as ReceivedSpan)).toEqual([
    'lob POST',
    'job mailing.send',
    `POST ${saveDemandLetter.path}`,
    click,
  ]);
  expect(world.logLines.some((line) => line.includes(traceId))).toBe(true);

  const said = JSON.stringify(
    receiver.spans.map(({ name, attributes, status, kind, service }) => ({ name, attributes, status, kind, service })),
  );
  const { order_number: orderNumber } = await world.orderOf(buyer);
  for (const personal of [buyer.email, form_session_id, orderNumber, 'Elm St', 'Ivo', 'Núñez', '1250'])
    expect(said).not.toContain(personal);
  // No id of a row, whosever it is.
  expect(said).not.toMatch(/[0-9a-f]{24}|[0-9a-f]{8}-[0-9a-f]{4}/);
});
