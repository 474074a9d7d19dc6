import { setTimeout as wait } from 'node:timers/promises';

const ROUTES = [
  '/',
  '/login',
  '/api/sessions/form_session',
  '/releases/snapshot?channel=production',
  '/releases/freshness?channel=production',
];
const CALL_LIMIT_MS = 10_000;

export interface Load {
  /** Requests sent until now. */
  sent(): number;
  /** The failed ones: route and cause. */
  failed: readonly string[];
  /** Sends no more and waits for the answers. */
  end(): Promise<void>;
}

/** Sends requests at an even rate, as visitors do: documents, the API, the release stream. A redirect or refusal is a failure. */
export function startLoad(origin: string, perSecond: number): Load {
  const failed: string[] = [];
  const pending: Promise<void>[] = [];
  let isOver = false;
  const request = async (route: string) => {
    try {
      const answer = await fetch(`${origin}${route}`, {
        headers: { 'sec-fetch-site': 'same-origin' },
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      await answer.arrayBuffer();
      if (!answer.ok) failed.push(`${route} ${answer.status}`);
    } catch (error) {
      const { message, cause } = error as Error;
      failed.push(`${route} ${cause instanceof Error ? cause.message : message}`);
    }
  };
  const sending = (async () => {
    // By the clock: a late timer sends what is due, so that the rate holds.
    for (const startedAt = performance.now(); !isOver; await wait(1_000 / perSecond)) {
      const due = ((performance.now() - startedAt) / 1_000) * perSecond;
      while (pending.length < due) pending.push(request(ROUTES[pending.length % ROUTES.length] as string));
    }
  })();
  return {
    sent: () => pending.length,
    failed,
    async end() {
      isOver = true;
      await sending;
      await Promise.all(pending);
    },
  };
}
