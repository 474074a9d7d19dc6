type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What was typed, by the name of its field; for a box or a tile also by its value: whether it is ticked. */
export type TypedFields = ReadonlyMap<string, string | boolean>;

export interface TypedFieldsWatch {
  note(target: EventTarget | null): void;
  /** Fields that were typed into and are still there, or went in this very moment. */
  read(): TypedFields;
  stop(): void;
}

/** A successor draws its fields when its data has come; then what it has no place for is given up. */
const PATIENCE_MS = 30_000;
/** Never kept, not even in memory: passwords, mailed codes, numbers of cards. */
const SECRET = /password|one-time-code|cc-(number|csc|exp)/;

export const isTickable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

export const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const isKept = (control: Control): boolean =>
  control.name !== '' &&
  !['password', 'file', 'hidden'].includes(control.type) &&
  !SECRET.test(`${control.getAttribute('autocomplete') ?? ''} ${control.name}`);

const CONTROLS = 'input[name], textarea[name], select[name]';

/** Name of a field; of a tile or box with its value. */
export const keyOf = (control: Control) => (isTickable(control) ? `${control.name}=${control.value}` : control.name);

function heldBy(controls: Iterable<Control>): Map<string, string | boolean> {
  const fields = new Map<string, string | boolean>();
  for (const control of controls) {
    if (isTickable(control)) fields.set(keyOf(control), control.checked);
    else if (control.value !== '') fields.set(keyOf(control), control.value);
  }
  return fields;
}

/** What all fields of a drawn screen hold, before any script of its remote has seen a key. */
export const readFields = (element: Element): Map<string, string | boolean> =>
  heldBy([...element.querySelectorAll<Control>(CONTROLS)].filter(isKept));

/**
 * Remembers which fields inside an element are typed into. A form that was sent and closed takes its fields with it; a
 * throw does so too, but what has thrown is read before observers are called.
 */
export function watchTypedFields(element: Element): TypedFieldsWatch {
  const controls = new Set<Control>();
  const observer = new MutationObserver(() => {
    for (const control of controls) if (!control.isConnected) controls.delete(control);
  });
  observer.observe(element, { childList: true, subtree: true });
  return {
    note(target) {
      if (isControl(target) && isKept(target)) controls.add(target);
    },
    read: () => heldBy(controls),
    stop: () => observer.disconnect(),
  };
}

/** React notices a change of a control only through the setter of its class and an event. */
function put(control: Control, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if (isTickable(control) && control.checked !== value) control.click();
    return;
  }
  if (control.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Puts what was typed into the fields of a successor, each as soon as it is drawn. A field that is being typed into
 * meanwhile is left alone.
 * @returns the way to stop
 */
export function giveTypedFields(element: Element, fields: TypedFields): () => void {
  const left = new Map(fields);
  const give = () => {
    for (const control of element.querySelectorAll<Control>(CONTROLS)) {
      const key = keyOf(control);
      const value = left.get(key);
      if (value === undefined || control.disabled || !isKept(control)) continue;
      left.delete(key);
      if (!('readOnly' in control && control.readOnly)) put(control, value);
    }
    if (left.size === 0) stop();
  };
  const onTyped = ({ target, isTrusted }: Event) => {
    if (isTrusted && isControl(target)) left.delete(keyOf(target));
  };
  const observer = new MutationObserver(give);
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    element.removeEventListener('input', onTyped);
  };
  element.addEventListener('input', onTyped);
  observer.observe(element, { childList: true, subtree: true });
  give();
  return stop;
}
