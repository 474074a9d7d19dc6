import { useEffect, useState } from 'react';

/** Success messages are cleared after this long (specification, section 9). */
const SHOWN_MS = 3_000;

/** A message that goes away by itself. */
export function usePassingMessage(): [string, (message: string) => void] {
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (!message) return undefined;
    const timer = setTimeout(() => setMessage(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage];
}
