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

/** How often it is asked while the service cannot say that something has happened. */
const WITHOUT_NEWS_MS = 5_000;

/**
 * Asks once, and again after every act of anybody.
 * @param everyMs - besides, while the page is looked at: for figures that change without an act
 */
export function useLoaded<T>(load: () => Promise<T>, everyMs?: number): Loaded<T> {
  const [data, setData] = useState<T | null>(null);
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
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
          const answer = await load();
          if (isOver) return;
          setData(answer);
          setRefusal(null);
        } catch (error) {
          if (isOver) return;
          setRefusal(error as ReleaseRefusal);
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

  return { data, refusal, reload };
}
