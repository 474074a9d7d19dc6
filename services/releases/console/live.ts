import { createContext, useContext, useEffect, useState } from 'react';
import type { ReleaseAnswer, ReleaseCall } from '@redress/release-client';

/** What is known of the connection to the service. */
export interface Live {
  /** Number of the last act that was heard of; `null` before the first answer. */
  seq: number | null;
  /** When the service last answered, by this browser's clock, once it does not any more; `null` while it does. */
  cutAt: number | null;
  /** Why it does not, in its own words. */
  why: string;
  /** By how much the service's clock is ahead of the browser's. */
  aheadMs: number;
}

const WAIT_SECONDS = 25;
const LAST_RETRY_MS = 5_000;

const NOT_ASKED: Live = { seq: null, cutAt: null, why: '', aheadMs: 0 };
export const LiveContext = createContext<Live>(NOT_ASKED);
export const useLive = (): Live => useContext(LiveContext);

/**
 * Waits for acts, one question after the other: each is answered by whichever program of the service is behind the
 * address, and asks anew whether this person may know.
 * @param api - with more time than a question waits; `null` while nobody is signed in
 */
export function useLiveConnection(api: ReleaseCall | null): Live {
  const [live, setLive] = useState<Live>(NOT_ASKED);

  useEffect(() => {
    if (!api) return undefined;
    let isOver = false;
    let wake = () => {};
    const sleep = (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    const follow = async () => {
      let seq: number | null = null;
      let heardAt = Date.now();
      let failures = 0;
      while (!isOver) {
        try {
          const answer: ReleaseAnswer<'changes'> = await api(
            'changes',
            // After a failure it asks for an answer at once: long may nothing happen, and the page would not be live.
            seq === null || failures > 0 ? {} : { after: seq, waitSeconds: WAIT_SECONDS },
          );
          if (isOver) return;
          heardAt = Date.now();
          failures = 0;
          seq = answer.seq;
          setLive({ seq, cutAt: null, why: '', aheadMs: new Date(answer.at).getTime() - heardAt });
        } catch (error) {
          if (isOver) return;
          failures += 1;
          // A program that ends cuts one question; the next one may go to another, so the first time nothing is said.
          if (failures > 1) setLive((known) => ({ ...known, cutAt: heardAt, why: (error as Error).message }));
          // Spread, or every console would ask a service that has just come back at the same moment.
          if (failures > 1) await sleep(Math.min(LAST_RETRY_MS, 500 * 2 ** failures) * (0.5 + Math.random() / 2));
        }
      }
    };
    void follow();
    const again = () => wake();
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      wake();
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [api]);

  return live;
}
