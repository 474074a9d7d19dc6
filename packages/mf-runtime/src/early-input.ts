import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** What was entered into a prerendered screen before its remote took over: field name to value(s). */
export type EarlyInput = Readonly<Record<string, string | readonly string[]>>;

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

/** Reads fields whose value differs from what the markup gave them. Passwords are left where they are. */
export const collectEarlyInput = (root: ParentNode): EarlyInput => collect(root, changedValue);

/** Named fields with a value each; without passwords, files and hidden fields. */
export function collect(root: ParentNode, valueOf: (control: Control) => string | undefined): EarlyInput {
  const found: Record<string, string | string[]> = {};
  for (const control of root.querySelectorAll<Control>('input[name], textarea[name], select[name]')) {
    if (control instanceof HTMLInputElement && ['password', 'file', 'hidden', 'submit'].includes(control.type))
      continue;
    const value = valueOf(control);
    if (value === undefined) continue;
    const known = found[control.name];
    if (known === undefined) found[control.name] = value;
    else found[control.name] = [...(typeof known === 'string' ? [known] : known), value];
  }
  return found;
}

const waiting = new Map<string, EarlyInput>();

/** For the shell: keeps what was typed into a screen that is about to be replaced instead of hydrated. */
export const keepEarlyInput = (remote: string, input: EarlyInput): void => {
  waiting.set(remote, input);
};

/**
 * What a visitor entered before the remote was there, once; `{}` when nothing. React leaves such text in the field but
 * knows nothing of it, so form state must be set from here: `useEarlyInput` does it at the right moment.
 */
function takeEarlyInput(remote: string): EarlyInput {
  const input = waiting.get(remote) ?? {};
  waiting.delete(remote);
  return input;
}

/**
 * Hands early input to a form, once, before the visitor can see the form without it.
 * @param remote - this remote's name (`config.name`)
 */
export function useEarlyInput(remote: string, apply: (input: EarlyInput) => void): void {
  const done = useRef(false);
  useLayoutEffect(() => {
    if (done.current) return;
    done.current = true;
    const element = document.querySelector(`[data-remote="${remote}"]`);
    // Read now, not before hydration: a key may have been pressed while React was busy.
    const input = {
      ...takeEarlyInput(remote),
      ...(element?.hasAttribute('data-hydrating') ? collectEarlyInput(element) : {}),
    };
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
