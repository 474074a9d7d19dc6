import { bound } from '@redress/server/bound';
import type { WorldClock } from './clock.ts';
import type { Schedule } from './schedule.ts';
import type { Collection } from './store.ts';

export const WEBHOOK_MODES = ['normal', 'duplicate', 'reorder', 'delay', 'drop'] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

export interface WebhookTarget {
  url: string;
  /** The vendor's own signature over the raw body, for the receiver's wall clock in milliseconds. */
  sign(body: string, wallMs: number): Record<string, string>;
}

export interface Delivery {
  id: string;
  service: string;
  eventId: string;
  type: string;
  body: string;
  state: 'pending' | 'delivered' | 'dropped' | 'failed';
  attempts: number;
  lastStatus: number | null;
}

interface ModeSetting {
  mode: WebhookMode;
  delayMs: number;
}

/** Waits between tries, in seconds: quick at first, about three days in all. */
const RETRY_AFTER_SECONDS = [2, 10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400];
const ANSWER_TIMEOUT_MS = 10_000;
/** How long `reorder` gathers events before it sends them in the wrong order. */
const REORDER_WINDOW_MS = 1000;

interface SentEvent {
  id: string;
  type: string;
  body: string;
}

interface Given {
  deliveries: Collection<Delivery>;
  settings: Collection<ModeSetting>;
  schedule: Schedule;
  clock: WorldClock;
  nextId: () => string;
}
interface Context extends Given {
  targets: Map<string, WebhookTarget>;
  /** Deliveries by service, one after the other. */
  lines: Map<string, Promise<void>>;
  underWay: Set<string>;
  /** Ids that `reorder` gathers, by service. */
  held: Map<string, string[]>;
  stopped: AbortController;
}

const modeOf = ({ settings }: Context, service: string): ModeSetting =>
  settings.get(service) ?? { mode: 'normal', delayMs: 0 };

async function attempt({ deliveries, targets, stopped, schedule, clock }: Context, id: string): Promise<void> {
  const delivery = deliveries.get(id);
  const target = delivery && targets.get(delivery.service);
  if (!delivery || !target || stopped.signal.aborted) return;
  const attempts = delivery.attempts + 1;
  let status: number | null = null;
  try {
    const answer = await fetch(target.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...target.sign(delivery.body, clock.wall()) },
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_TIMEOUT_MS), stopped.signal]),
    });
    status = answer.status;
    await answer.body?.cancel();
  } catch {
    status = null; // Nobody there, or too slow: the same as a refusal.
  }
  if (stopped.signal.aborted || !deliveries.has(id)) return;
  const delivered = status !== null && status >= 200 && status < 300;
  const waitSeconds = RETRY_AFTER_SECONDS[attempts - 1];
  const state = delivered ? 'delivered' : waitSeconds === undefined ? 'failed' : 'pending';
  deliveries.put(id, { ...delivery, attempts, lastStatus: status, state });
  if (state === 'pending') schedule.add('webhook', clock.now() + waitSeconds! * 1000, id);
}

function enqueue(context: Context, id: string): void {
  const { deliveries, underWay, lines } = context;
  const delivery = deliveries.get(id);
  if (!delivery || delivery.state === 'delivered' || underWay.has(id)) return;
  underWay.add(id);
  const line = (lines.get(delivery.service) ?? Promise.resolve())
    .then(() => attempt(context, id))
    .finally(() => underWay.delete(id));
  lines.set(delivery.service, line);
}

function record({ deliveries, nextId }: Context, service: string, event: SentEvent, state: Delivery['state']) {
  const id = nextId();
  const { id: eventId, type, body } = event;
  deliveries.put(id, { id, service, eventId, type, body, state, attempts: 0, lastStatus: null });
  return id;
}

const target = ({ targets }: Context, service: string, at: WebhookTarget): void => void targets.set(service, at);

function send(context: Context, service: string, event: SentEvent): void {
  const { schedule, clock, held } = context;
  const { mode, delayMs } = modeOf(context, service);
  const id = record(context, service, event, mode === 'drop' ? 'dropped' : 'pending');
  if (mode === 'drop') return;
  if (mode === 'delay') return schedule.add('webhook', clock.now() + delayMs, id);
  if (mode === 'reorder') {
    const waiting = held.get(service) ?? [];
    if (waiting.length === 0) schedule.add('webhook-reorder', clock.now() + (delayMs || REORDER_WINDOW_MS), service);
    held.set(service, [...waiting, id]);
    return;
  }
  enqueue(context, id);
  if (mode === 'duplicate') enqueue(context, record(context, service, event, 'pending'));
}

const setMode = ({ settings }: Context, service: string, setting: ModeSetting): void =>
  void settings.put(service, setting);

const modes = (context: Context): Record<string, ModeSetting> =>
  Object.fromEntries([...context.targets.keys()].map((service) => [service, modeOf(context, service)]));

/** Sends an event that was sent, dropped or given up before, once more. */
function resend(context: Context, service: string, eventId: string): boolean {
  const found = context.deliveries.values().find((each) => each.service === service && each.eventId === eventId);
  if (found) enqueue(context, record(context, service, { ...found, id: found.eventId }, 'pending'));
  return found !== undefined;
}

const deliveries = ({ deliveries: all }: Context, service?: string): Omit<Delivery, 'body'>[] =>
  all
    .newestFirst()
    .filter((each) => !service || each.service === service)
    .map(({ body: _body, ...rest }) => rest);

/** Settles when nothing is on its way. */
async function idle({ underWay, lines }: Context): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(lines.values());
}

/** Takes up what a killed program had not delivered. */
function start(context: Context): void {
  for (const { id, state, attempts, service } of context.deliveries.values()) {
    // What was waiting for its next try has a task of its own; the rest was cut off and is sent now.
    if (state === 'pending' && attempts === 0 && modeOf(context, service).mode !== 'delay') enqueue(context, id);
  }
}

const stop = ({ stopped }: Context): void => stopped.abort();

/** Sends events at least once, one at a time for each service, until the receiver answers 2xx. */
export function createWebhookSender(given: Given) {
  const state = { targets: new Map(), lines: new Map(), underWay: new Set<string>(), held: new Map() };
  const context: Context = { ...given, ...state, stopped: new AbortController() };
  context.schedule.on('webhook', (id) => enqueue(context, id));
  context.schedule.on('webhook-reorder', (service) => {
    const ids = context.held.get(service) ?? [];
    context.held.delete(service);
    for (const id of ids.reverse()) enqueue(context, id);
  });
  return bound(context, { target, send, setMode, modes, resend, deliveries, idle, start, stop });
}
