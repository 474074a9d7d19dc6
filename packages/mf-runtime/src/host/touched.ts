import { type TypedFieldsWatch, giveTypedFields, watchTypedFields } from '../typed-fields.ts';

const watches = new WeakMap<Element, TypedFieldsWatch>();

const elementOf = (remote: string) => document.querySelector<HTMLElement>(`[data-remote="${remote}"]`);

/** Notes which remotes were typed into since they were mounted. The note goes with the remote's element. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-remote]') : null;
    if (!element) return;
    element.dataset['touched'] = '';
    const watch = watches.get(element) ?? watchTypedFields(element);
    watches.set(element, watch);
    watch.note(target);
  });
}

/** Whether a remote's fields hold something that a visitor put there. */
export const isTouched = (remote: string): boolean => elementOf(remote)?.dataset['touched'] !== undefined;

/** Whether anything was typed into any remote on screen. */
export const isAnyTouched = (): boolean => document.querySelector('[data-touched]') !== null;

/**
 * Reads what is typed into a remote that failed; at once, because its fields are forgotten a moment later.
 * @returns puts it into the remote's next build
 */
export function keepTyped(remote: string): () => void {
  const element = elementOf(remote);
  const fields = element && watches.get(element)?.read();
  return () => {
    const next = elementOf(remote);
    if (fields && next) giveTypedFields(next, fields);
  };
}
