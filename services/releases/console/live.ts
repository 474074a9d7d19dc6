import { createContext, useContext, useEffect, useState } from 'react';
import type { ReleaseCall, ReleaseRefusal } from '@redress/release-client';

/** What is known of the connection to the service. */
export interface Live {
  /** Number of the last act that was heard of; `null` before the first answer. */
  seq: number | null;
  /** When the service last answered, by this browser's clock, once it does not any more; `null` while it does. */
  cutAt: number | null;
  /** Why it does not, in its own words; `isOther`: it does, for another version of this page. */
  why: string;
  isOther: boolean;
  /** By how much the service's clock is ahead of the browser's. */
  aheadMs: number;
}

const EVERY_MS = 2_000;
/** By so much answers that take longer or shorter move the clock of the service. */
const SAME_CLOCK_MS = 1_000;

const NOT_ASKED: Live = { seq: null, cutAt: null, why: '', isOther: false, aheadMs: 0 };
export const LiveContext = createContext<Live>(NOT_ASKED);
export const useLive = (): Live => useContext(LiveContext);

/**
 * Asks whether anybody has acted: each question goes to whichever program of the service is behind the address, which
 * asks anew whether this person may know.
 * @param api - `null` while nobody is signed in
 */
export function useLiveConnection(api: ReleaseCall | null): Live {
  const [live, setLive] = useState<Live>(NOT_ASKED);

  useEffect(() => {
    if (!api) return undefined;
    let isOver = false;
    let isAsking = false;
    let heardAt = Date.now();
    let failures = 0;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      try {
        const { seq, at } = await api('changes', {});
        heardAt = Date.now();
        failures = 0;
        const aheadMs = new Date(at).getTime() - heardAt;
        const isKnown = (known: Live) =>
          known.seq === seq && known.cutAt === null && Math.abs(known.aheadMs - aheadMs) < SAME_CLOCK_MS;
        if (!isOver)
          setLive((known) => (isKnown(known) ? known : { seq, cutAt: null, why: '', isOther: false, aheadMs }));
      } catch (error) {
        failures += 1;
        // A program that ends cuts one question; the next one may go to another, so the first time nothing is said.
        const { code, message: why } = error as ReleaseRefusal;
        const isOther = code === 'CONSOLE_CHANGED';
        if (!isOver && failures > 1) setLive((known) => ({ ...known, cutAt: heardAt, why, isOther }));
      }
      isAsking = false;
    };
    void ask();
    const again = () => void ask();
    const timer = setInterval(again, EVERY_MS);
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      clearInterval(timer);
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [api]);

  return live;
}
