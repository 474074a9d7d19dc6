import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** What was entered into a prerendered screen before its remote took over, by the name of its field. */
type EarlyInput = Readonly<Record<string, string>>;

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function changedValue(control: Control): string | undefined {
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
    return control.value === initial?.value ? undefined : control.value;
  }
  if (control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox')) {
    return control.checked && !control.defaultChecked ? control.value : undefined;
  }
  return control.value === control.defaultValue ? undefined : control.value;
}

/** Named fields whose value differs from what the markup gave them; without passwords, files and hidden fields. */
export function collectEarlyInput(root: ParentNode): EarlyInput {
  const found: Record<string, string> = {};
  for (const control of root.querySelectorAll<Control>('input[name], textarea[name], select[name]')) {
    if (control instanceof HTMLInputElement && ['password', 'file', 'hidden', 'submit'].includes(control.type))
      continue;
    const value = changedValue(control);
    if (value !== undefined) found[control.name] = value;
  }
  return found;
}

/**
 * Hands what a visitor entered before the remote was there to a form, once, before the visitor can see the form without
 * it. React leaves such text in the field but knows nothing of it.
 * @param remote - this remote's name (`config.name`)
 */
export function useEarlyInput(remote: string, apply: (input: EarlyInput) => void): void {
  const done = useRef(false);
  useLayoutEffect(() => {
    if (done.current) return;
    done.current = true;
    // Read now, not before hydration: a key may have been pressed while React was busy.
    const element = document.querySelector(`[data-remote="${remote}"][data-hydrating]`);
    const input = element ? collectEarlyInput(element) : {};
    if (Object.keys(input).length > 0) apply(input);
  });
}

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
