import { createContext, useContext } from 'react';

/** What screens may ask of the draft they are part of. */
export interface Draft {
  /** Saves what is not saved; resolves when the try is over. */
  flush(): Promise<void>;
  /** Throws this claim away from the screen and begins another. */
  startNew(): Promise<void>;
}

const DraftContext = createContext<Draft | null>(null);
export const DraftProvider = DraftContext.Provider;

export function useDraft(): Draft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('useDraft needs the wizard page around it');
  return draft;
}
