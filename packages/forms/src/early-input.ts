import { useLayoutEffect, useRef, type RefObject } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether a person has changed a control since it was drawn. */
function isEdited(control: Element | null): control is Control {
  if (control instanceof HTMLInputElement) {
    return control.type === 'checkbox' || control.type === 'radio'
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue;
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  // Markup marks the chosen option; a select drawn by a script marks none, and is what the script says.
  if (control instanceof HTMLSelectElement) {
    const marked = [...control.options].find((option) => option.defaultSelected);
    return marked !== undefined && marked.value !== control.value;
  }
  return false;
}

/**
 * Keeps what was typed into a prerendered page before it was hydrated: hydration leaves it in the control and
 * fires no event, so the form would hold an empty value until the next key. Read once, before anything else is drawn.
 * @param adopt - takes the value into the form, by the same way as typing
 * @returns goes to the control. It is not looked for by its id: where the markup was drawn by a tree of another shape, it
 * keeps the id that it came with, and in production nothing says so.
 */
export function useEarlyInput<Element extends Control>(adopt: (typed: string) => void): RefObject<Element | null> {
  const control = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isEdited(control.current)) adopt(control.current.value);
    // Of the first moment only: later the form knows what was typed.
  }, []);
  return control;
}

/**
 * The same for what was ticked: the values of the ticked boxes of that name inside a group.
 * @returns goes to the group
 */
export function useEarlyChoice(name: string, adopt: (ticked: string[]) => void): RefObject<HTMLDivElement | null> {
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const controls = [
      ...(group.current?.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`) ?? []),
    ];
    if (controls.some(isEdited)) adopt(controls.filter(({ checked }) => checked).map(({ value }) => value));
    // Of the first moment only: later the form knows what was typed.
  }, []);
  return group;
}
