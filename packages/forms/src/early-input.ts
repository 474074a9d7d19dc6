import { useLayoutEffect } from 'react';

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
 * @param id - of the control
 * @param adopt - takes the value into the form, by the same way as typing
 */
export function useEarlyInput(id: string, adopt: (typed: string) => void): void {
  useLayoutEffect(() => {
    const control = document.getElementById(id);
    if (isEdited(control)) adopt(control.value);
    // Of the first moment only: later the form knows what was typed.
  }, []);
}

/** The same for what was ticked: the values of the ticked boxes of that name inside a group. */
export function useEarlyChoice(groupId: string, name: string, adopt: (ticked: string[]) => void): void {
  useLayoutEffect(() => {
    const controls = [
      ...(document.getElementById(groupId)?.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`) ??
        []),
    ];
    if (controls.some(isEdited)) adopt(controls.filter(({ checked }) => checked).map(({ value }) => value));
    // Of the first moment only: later the form knows what was typed.
  }, []);
}
