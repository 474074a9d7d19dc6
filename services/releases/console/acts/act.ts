import {
  mayCall,
  releaseEndpoints,
  type Person,
  type ReleaseEndpoint,
  type ReleaseEndpointName,
} from '@redress/contracts/release-api';
import type { ReleaseAnswer, ReleaseRequest } from '@redress/release-client';
import { createContext, useContext, type ReactNode } from 'react';
import type { Times } from '../times.ts';

/** What was typed and chosen so far. */
export interface Typed {
  /** By the key of the field; `''` for nothing. */
  of: (key: string) => string;
  is: (key: string) => boolean;
  times: Times;
}

export interface ActField {
  key: string;
  label: string;
  /** A line to write in unless said. A box that is ticked holds `on`, a time what the browser writes. */
  kind?: 'number' | 'check' | 'time' | 'choice' | 'build';
  isRequired?: boolean;
  /** To choose from, or to write faster. */
  options?: readonly { value: string; label: string }[];
  /** Which builds: of a remote, except the one that serves. */
  build?: { name: string; current: string; among: 'published' | 'served'; first: string };
  /** Fields that follow each other and have the same one stand together under it. */
  legend?: string;
  /** Said below it. */
  note?: string;
  /** Other fields that follow from what is typed here. */
  fills?: (value: string) => Readonly<Record<string, string>>;
}

/** What was done. `number`: the snapshot that it made, which can be followed from then on. */
export interface DoneAct {
  text: string;
  number?: number | null;
  /** It waits for something, and is not done yet. */
  waits?: boolean;
  /** It found something that must not be. */
  isBad?: boolean;
  /** Shown once: nobody can read it again. */
  secret?: { name: string; lead: string; value: string };
}

/** What the form of an act adds to its call, where the call takes it. */
type Added = 'channel' | 'reason' | 'seen' | 'override';

/** One row of what can be done: a call of the contract, what is asked for it, and its words. */
interface Row<C extends ReleaseEndpointName> {
  call: C;
  /** Team of the remote that it is done to. */
  owner?: string | undefined;
  /** On the button. */
  action: string;
  /** Of the dialog, where it says more. */
  title?: string;
  /** What will happen, before it does. */
  lead?: ReactNode;
  /** It takes something from somebody. */
  isGrave?: boolean;
  /** What the button says when it was pressed once: it is done with the second press. */
  again?: string;
  /** It can be done without saying why. */
  needsNoReason?: boolean;
  /** Reasons that fill the field with one press. */
  ready?: readonly string[];
  /** What the fields hold at first. */
  values?: Readonly<Record<string, string>>;
  fields?: (typed: Typed) => readonly ActField[];
  /** `null` while something is still to be chosen. */
  request(typed: Typed): Omit<ReleaseRequest<C>, Added> | null;
  /** Number of the snapshot on the screen: what it would come to is tried first, and it is decided on that snapshot. */
  seen?: number;
  /** Tried in place of the call itself. */
  tries?: ActRequest;
  /** Said where it would wait for another person, who is the one that looks at it. */
  waits?: string;
  /** Done in its place, as things were chosen. */
  instead?: (typed: Typed) => Act | null;
  done(answer: ReleaseAnswer<C>, typed: Typed): DoneAct | string;
}

/** The call and what it is handed beside channel, reason and snapshot. */
export type ActRequest = ReleaseRequest<'dryRun'>;
/** A row whose call is not known by its type. */
export interface Act extends Omit<Row<ReleaseEndpointName>, 'request' | 'done'> {
  request(typed: Typed): object | null;
  done(answer: unknown, typed: Typed): DoneAct | string;
}

/** Checks a row by the contract of its call. */
export const act = <C extends ReleaseEndpointName>(row: Row<C>): Act => row as Act;

/** Whether the contract of a call has such a field. */
export function takes(call: ReleaseEndpointName, field: Added): boolean {
  const { body } = releaseEndpoints[call] as ReleaseEndpoint;
  return body !== undefined && 'shape' in body && field in (body.shape as object);
}

/** Permission to offer an act, by role and team. The service decides by the trust document when the act is sent. */
export const mayDo = ({ role, team }: Person, { call, owner }: Act): boolean =>
  mayCall(role, releaseEndpoints[call]) && (role !== 'developer' || owner === undefined || owner === team);

/** Opens the dialog of an act over whatever is shown; it stays when that changes. */
export const ActsContext = createContext<((act: Act) => void) | null>(null);

export function useActs(): (act: Act) => void {
  const open = useContext(ActsContext);
  if (!open) throw new Error('Acts are asked for inside the console.');
  return open;
}
