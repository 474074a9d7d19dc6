import { AppError, ERRORS } from '@redress/contracts';
import type { FastifyReply } from 'fastify';
import type { Platform } from '../platform.ts';
import { isOpened, refusalOf, refusalPage } from './refusal.ts';

const NOTE_MS = 5_000;
/** An overload is one fault for all whom it turns away in this time. */
const ONE_ID_MS = 1_000;
/**
 * How long a refusal under overload waits. A client that asks again at once would otherwise be refused thousands of times
 * a second, and each refusal takes its time from the calls that are served. Four times, so that those who came together
 * do not come back together.
 */
const DELAYS_MS = [250, 350, 450, 550] as const;

/** More than these are refused at once: what waits holds a connection and memory. */
const MOST_HELD = 2_000;

/** Delays the answers to calls that are turned away. @returns what takes the sending of one such answer */
export function createRefusalDelay(mostHeld = MOST_HELD): (send: () => void) => void {
  let held = 0;
  let next = 0;
  return (send) => {
    if (held >= mostHeld) {
      send();
      return;
    }
    held += 1;
    next = (next + 1) % DELAYS_MS.length;
    setTimeout(() => {
      held -= 1;
      send();
    }, DELAYS_MS[next]).unref();
  };
}

/**
 * Three times the load are two refusals for each call that is served: what they cost is taken from it. So the answer
 * is made once a second.
 */
export function createOverloadRefusal(
  { log, newId, text }: Pick<Platform, 'log' | 'newId' | 'text'>,
  count: () => void,
) {
  const delayRefusal = createRefusalDelay();
  let refusedCount = 0;
  let lastLoggedAt = 0;
  let turnedAway = { at: 0, json: '', html: '', pageHeaders: {} as Record<string, string> };
  return (reply: FastifyReply, reason: string): void => {
    refusedCount += 1;
    count();
    const at = Date.now();
    if (at - turnedAway.at > ONE_ID_MS) {
      const error = new AppError('OVERLOADED', { retryAfterSeconds: 1 });
      const refusal = refusalOf(error, '', newId(), text);
      const { html, headers } = refusalPage(refusal, text);
      turnedAway = { at, json: JSON.stringify(refusal), html, pageHeaders: headers };
    }
    if (at - lastLoggedAt > NOTE_MS) {
      log.warn({ code: 'OVERLOADED', count: refusedCount, reason }, 'too many requests at once; calls turned away');
      lastLoggedAt = at;
      refusedCount = 0;
    }
    const { json, html, pageHeaders } = turnedAway;
    const isPage = isOpened(reply.request);
    delayRefusal(() => {
      void reply
        .code(ERRORS.OVERLOADED.status)
        .headers({ 'cache-control': 'no-store', 'retry-after': '1', 'x-content-type-options': 'nosniff' })
        .headers(isPage ? pageHeaders : {})
        .type(`${isPage ? 'text/html' : 'application/json'}; charset=utf-8`)
        .send(isPage ? html : json);
    });
  };
}
