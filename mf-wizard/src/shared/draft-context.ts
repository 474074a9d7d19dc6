import { createContext, useContext } from 'react';
import type { Uncommitted } from './uncommitted.ts';

/** What screens may ask of the draft they are part of. */
export interface Draft {
  /** Saves what is not saved; resolves when the try is over. */
  flush(): Promise<void>;
  /** Throws this claim away from the screen and begins another. */
  startNew(): Promise<void>;
  /** Where a screen says what it holds and the store does not have; missing until the draft is there. */
  uncommitted?: Uncommitted | undefined;
}

const DraftContext = createContext<Draft | null>(null);
export const DraftProvider = DraftContext.Provider;

export function useDraft(): Draft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('useDraft needs the wizard page around it');
  return draft;
}
