const CONTROL = 'a[href], button, input, label, option, select, summary, textarea, [role="option"]';

/** What a click acts on: a label acts on its field. */
function controlAt(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(CONTROL) : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/**
 * The second click of a double click belongs to what the first one met. Where that has changed the screen, the second
 * would choose or send what stands at the same place now and was never read. A third that meets the same again is meant:
 * somebody presses on quickly.
 * @returns how to stop
 */
export function guardSecondClicks(): () => void {
  const guard = new AbortController();
  /** Control of the click before; `undefined`: it was before this began, and has been kept by what waits for the script. */
  let before: Element | null | undefined;
  const judge = (event: MouseEvent) => {
    const control = controlAt(event.target);
    // Browsers count the clicks of a pointer in one place; 0 is a key.
    if (event.detail > 1 && before !== null && control !== null && control !== before) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (event.detail === 1 || (event.detail > 1 && event.type === 'click')) before = control;
  };
  for (const type of ['mousedown', 'click'] as const)
    document.addEventListener(type, judge, { capture: true, signal: guard.signal });
  return () => guard.abort();
}
