import type { Person } from '@redress/contracts/release-api';
import { createContext, useContext } from 'react';
import type { ReleaseCall } from '@redress/release-client';
import type { Times } from './times.ts';

/** What every view works with. */
export interface ConsoleState {
  /** Makes any call of the contract as this person: `api('status', { channel })`. */
  api: ReleaseCall;
  person: Person;
  /** The channel that is looked at. */
  channel: string;
  /** Every channel of the service, the first one first. */
  channels: readonly string[];
  times: Times;
  /** Address of a view, or of one thing of it, with the channel that is looked at. */
  linkTo: (view: string, item?: string) => string;
}

export interface ViewProps {
  /** One of the things of the view, as the address names it: `#/remotes/mf-letters`. */
  item: string | null;
}

export const ConsoleContext = createContext<ConsoleState | null>(null);

export function useConsole(): ConsoleState {
  const state = useContext(ConsoleContext);
  if (!state) throw new Error('A view stands inside the console.');
  return state;
}
