import type { Plan, RemoteStatus } from '@redress/contracts/release-api';
import { createContext, useContext } from 'react';

/** What somebody wants to do. `seen`: number of the snapshot that was on the screen when they decided. */
export type WantedAct = { seen: number } & (
  | { kind: 'rollBack' | 'promote' | 'rollOut' | 'off' | 'on' | 'retire' | 'rename'; remote: RemoteStatus }
  | { kind: 'rollBackSeveral'; remotes: readonly RemoteStatus[] }
  | { kind: 'backTo'; snapshot: number }
  | { kind: 'confirm'; plan: Plan }
  | { kind: 'pause' | 'resume' | 'finish' | 'abort'; remote: RemoteStatus }
);

/** What was done. `number`: the snapshot that it made; `null` when it made none, or waits. */
export interface DoneAct {
  text: string;
  number: number | null;
  /** It waits for something, and is not done yet. */
  waits?: boolean;
}

export interface Acts {
  /** Opens the dialog of an act. */
  open: (act: WantedAct) => void;
}

export const ActsContext = createContext<Acts | null>(null);

/** Any view asks for an act; its dialog stands over whatever is shown, and stays when that changes. */
export function useActs(): Acts {
  const acts = useContext(ActsContext);
  if (!acts) throw new Error('Acts are asked for inside the console.');
  return acts;
}
