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

export interface WebhookSender {
  target(service: string, target: WebhookTarget): void;
  send(service: string, event: { id: string; type: string; body: string }): void;
  setMode(service: string, setting: ModeSetting): void;
  modes(): Record<string, ModeSetting>;
  /** Sends an event that was sent, dropped or given up before, once more. */
  resend(service: string, eventId: string): boolean;
  deliveries(service?: string): Omit<Delivery, 'body'>[];
  /** Settles when nothing is on its way. */
  idle(): Promise<void>;
  /** Takes up what a killed program had not delivered. */
  start(): void;
  stop(): void;
}

/** Waits between tries, in seconds: quick at first, about three days in all. */
const RETRY_AFTER_SECONDS = [2, 10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400];
const ANSWER_TIMEOUT_MS = 10_000;
/** How long `reorder` gathers events before it sends them in the wrong order. */
const REORDER_WINDOW_MS = 1000;

/** Sends events at least once, one at a time for each service, until the receiver answers 2xx. */
export function createWebhookSender(deps: {
  deliveries: Collection<Delivery>;
  settings: Collection<ModeSetting>;
  schedule: Schedule;
  clock: WorldClock;
  nextId: () => string;
}): WebhookSender {
  const { deliveries, settings, schedule, clock } = deps;
  const targets = new Map<string, WebhookTarget>();
  const lines = new Map<string, Promise<void>>();
  const underWay = new Set<string>();
  const held = new Map<string, string[]>();
  const stopped = new AbortController();

  const modeOf = (service: string): ModeSetting => settings.get(service) ?? { mode: 'normal', delayMs: 0 };

  async function attempt(id: string): Promise<void> {
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

  function enqueue(id: string): void {
    const delivery = deliveries.get(id);
    if (!delivery || delivery.state === 'delivered' || underWay.has(id)) return;
    underWay.add(id);
    const line = (lines.get(delivery.service) ?? Promise.resolve())
      .then(() => attempt(id))
      .finally(() => underWay.delete(id));
    lines.set(delivery.service, line);
  }

  schedule.on('webhook', enqueue);
  schedule.on('webhook-reorder', (service) => {
    const ids = held.get(service) ?? [];
    held.delete(service);
    for (const id of ids.reverse()) enqueue(id);
  });

  function record(service: string, event: { id: string; type: string; body: string }, state: Delivery['state']) {
    const id = deps.nextId();
    deliveries.put(id, {
      id,
      service,
      eventId: event.id,
      type: event.type,
      body: event.body,
      state,
      attempts: 0,
      lastStatus: null,
    });
    return id;
  }

  return {
    target: (service, target) => void targets.set(service, target),
    send(service, event) {
      const { mode, delayMs } = modeOf(service);
      const id = record(service, event, mode === 'drop' ? 'dropped' : 'pending');
      if (mode === 'drop') return;
      if (mode === 'delay') return schedule.add('webhook', clock.now() + delayMs, id);
      if (mode === 'reorder') {
        const waiting = held.get(service) ?? [];
        if (waiting.length === 0)
          schedule.add('webhook-reorder', clock.now() + (delayMs || REORDER_WINDOW_MS), service);
        held.set(service, [...waiting, id]);
        return;
      }
      enqueue(id);
      if (mode === 'duplicate') enqueue(record(service, event, 'pending'));
    },
    setMode: (service, setting) => void settings.put(service, setting),
    modes: () => Object.fromEntries([...targets.keys()].map((service) => [service, modeOf(service)])),
    resend(service, eventId) {
      const found = deliveries.values().find((each) => each.service === service && each.eventId === eventId);
      if (!found) return false;
      enqueue(record(service, { id: found.eventId, type: found.type, body: found.body }, 'pending'));
      return true;
    },
    deliveries: (service) =>
      deliveries
        .newestFirst()
        .filter((each) => !service || each.service === service)
        .map(({ body: _body, ...rest }) => rest),
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(lines.values());
    },
    start() {
      for (const delivery of deliveries.values()) {
        // What was waiting for its next try has a task of its own; the rest was cut off and is sent now.
        if (delivery.state === 'pending' && delivery.attempts === 0 && modeOf(delivery.service).mode !== 'delay') {
          enqueue(delivery.id);
        }
      }
    },
    stop: () => stopped.abort(),
  };
}
