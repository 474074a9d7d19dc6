import { setTimeout as wait } from 'node:timers/promises';
import type { Load } from './load.ts';

const EVERY_MS = 200;
const CALL_LIMIT_MS = 30_000;
const DAY_MS = 24 * 3_600_000;
/** No visitor is served from it: what these commands do there disturbs no visitor. */
const CHANNEL = 'preview';

/**
 * Gives the release service commands all the time, as people at command line and console do: a freeze in a month and its end,
 * reads between them, and one who asks for news. A refusal is a failure.
 * @param origin - of the console
 * @param token - of a release manager
 */
export function startCommands(origin: string, token: string): Load {
  const failed: string[] = [];
  let count = 0;
  let isOver = false;
  const call = async <T>(route: string, body?: object): Promise<T | null> => {
    count += 1;
    try {
      const answer = await fetch(`${origin}/api/${route}`, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      const said = await answer.text();
      if (answer.ok) return JSON.parse(said) as T;
      failed.push(`${route} ${answer.status} ${said.slice(0, 200)}`);
    } catch (error) {
      const { message, cause } = error as Error;
      failed.push(`${route} ${cause instanceof Error ? cause.message : message}`);
    }
    return null;
  };
  const acting = (async () => {
    const from = Date.now() + 30 * DAY_MS;
    const window = { from: new Date(from).toISOString(), until: new Date(from + DAY_MS).toISOString() };
    while (!isOver) {
      await call('freeze', { channel: CHANNEL, ...window, reason: 'drill' });
      await wait(EVERY_MS);
      const found = await call<{ id: number }[]>(`freezes?channel=${CHANNEL}`);
      await wait(EVERY_MS);
      for (const { id } of found ?? []) {
        await call('thaw', { channel: CHANNEL, id, reason: 'drill' });
        await wait(EVERY_MS);
      }
    }
  })();
  const watching = (async () => {
    for (; !isOver; await wait(EVERY_MS)) await call('changes');
  })();
  return {
    sent: () => count,
    failed,
    async end() {
      isOver = true;
      await Promise.all([acting, watching]);
    },
  };
}
