import { useEffect, useState } from 'react';

/**
 * The clock of this device, read again every so often and when the page is seen again: a tab in the background, or a
 * computer that slept, may have missed hours.
 * @returns milliseconds since 1970
 */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs]);
  return now;
}
