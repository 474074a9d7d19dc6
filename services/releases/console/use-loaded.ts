import { useCallback, useEffect, useState } from 'react';
import type { ReleaseRefusal } from '../src/refusal.ts';

export interface Loaded<T> {
  data: T | null;
  refusal: ReleaseRefusal | null;
  /** Asks again; what is shown stays until the answer is there. */
  reload: () => void;
}

/** Asks once, and again every `everyMs` while the page is looked at. */
export function useLoaded<T>(load: () => Promise<T>, everyMs?: number): Loaded<T> {
  const [data, setData] = useState<T | null>(null);
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  const [asked, setAsked] = useState(0);
  const reload = useCallback(() => setAsked((count) => count + 1), []);

  useEffect(() => {
    let isCurrent = true;
    load().then(
      (answer) => {
        if (!isCurrent) return;
        setData(answer);
        setRefusal(null);
      },
      (error: ReleaseRefusal) => isCurrent && setRefusal(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, asked]);

  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);

  return { data, refusal, reload };
}
