import { useEffect, useState, type RefObject } from 'react';

/**
 * Sends a prerendered form whose button was pressed before the page was alive, once, with what was entered until now.
 * The shell's loader keeps such a press as `data-pressed`. Give the form `method="dialog"`: outside of a dialog it sends
 * nothing by itself, so no answer gets into an address, also where no script runs.
 */
export function useEarlyPress(form: RefObject<HTMLFormElement | null>): void {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (!form.current?.hasAttribute('data-pressed')) return;
    form.current.removeAttribute('data-pressed');
    setPressed(true);
  }, [form]);
  // One render later: by then the form knows what was entered.
  useEffect(() => {
    if (isPressed) form.current?.requestSubmit();
  }, [form, isPressed]);
}
