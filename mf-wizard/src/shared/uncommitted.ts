import { formDataMerged, type AppStore } from '@redress/session-store';
import type { Answers } from './answers.ts';

/** A form on screen, as far as it holds answers that the store does not have. */
export interface HeldForm {
  read(): Answers;
  commit(): void;
  discard(): void;
}

/**
 * Between the form of a screen, which holds what is being typed, and the draft behind the page, which keeps it in this
 * browser with every key and takes it into the store before anything is decided on.
 */
export interface Uncommitted extends HeldForm {
  /** Returns the way to detach. */
  attach(form: HeldForm): () => void;
  /** The attached form holds something new. */
  typed(): void;
  onTyped(listener: () => void): () => void;
}

export function createUncommitted(): Uncommitted {
  let attached: HeldForm | null = null;
  const listeners = new Set<() => void>();
  return {
    attach(form) {
      attached = form;
      return () => {
        if (attached === form) attached = null;
      };
    },
    typed: () => listeners.forEach((listener) => listener()),
    onTyped(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => attached?.read() ?? {},
    commit: () => attached?.commit(),
    discard: () => attached?.discard(),
  };
}

/**
 * A key was pressed. Where the store still says that everything is saved, or that a save is on its way, the first key
 * since a commit tells it that there is more; of all others the draft alone is told, for its copy.
 */
export function noteTypedKey(store: AppStore, uncommitted: Uncommitted | undefined, isFirst: boolean): void {
  const { formChanged, isSaving } = store.getState().wizard;
  if (isFirst && (!formChanged || isSaving)) store.dispatch(formDataMerged({}));
  else uncommitted?.typed();
}
