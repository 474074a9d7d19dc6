import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReleaseRefusal } from '@redress/release-client';
import { useLive } from './live.ts';

export interface Loaded<T> {
  data: T | null;
  /** Why the last question was not answered; what is shown may be old then. */
  refusal: ReleaseRefusal | null;
  /** Asks again; what is shown stays until the answer is there. */
  reload: () => void;
}

/** The answer to another question is not shown as the answer to this one. */
interface Asked<T> extends Omit<Loaded<T>, 'reload'> {
  load: () => Promise<T>;
}

/** How often it is asked while the service cannot say that something has happened. */
const WITHOUT_NEWS_MS = 5_000;

/**
 * Asks once, and again after every act of anybody.
 * @param load - another question where it is another function
 * @param everyMs - besides, while the page is looked at: for figures that change without an act
 */
export function useLoaded<T>(load: () => Promise<T>, everyMs?: number): Loaded<T> {
  const [asked, setAsked] = useState<Asked<T> | null>(null);
  const ask = useRef(() => {});
  const reload = useCallback(() => ask.current(), []);
  const { seq, cutAt } = useLive();
  const seenSeq = useRef(seq);

  useEffect(() => {
    let isOver = false;
    let isRunning = false;
    let isWanted = false;
    // One at a time: where answers are slower than questions, each new one would throw the answer before away.
    const run = async () => {
      isRunning = true;
      do {
        isWanted = false;
        try {
          const data = await load();
          if (isOver) return;
          setAsked({ load, data, refusal: null });
        } catch (error) {
          if (isOver) return;
          const refusal = error as ReleaseRefusal;
          setAsked((before) => ({ load, data: before?.load === load ? before.data : null, refusal }));
        }
      } while (isWanted);
      isRunning = false;
    };
    ask.current = () => {
      isWanted = true;
      if (!isRunning) void run();
    };
    ask.current();
    return () => {
      isOver = true;
    };
  }, [load]);

  useEffect(() => {
    if (seenSeq.current === seq) return;
    seenSeq.current = seq;
    reload();
  }, [seq, reload]);

  const period = cutAt === null ? everyMs : Math.min(everyMs ?? WITHOUT_NEWS_MS, WITHOUT_NEWS_MS);
  useEffect(() => {
    if (period === undefined) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), period);
    return () => clearInterval(timer);
  }, [period, reload]);

  return asked?.load === load
    ? { data: asked.data, refusal: asked.refusal, reload }
    : { data: null, refusal: null, reload };
}
