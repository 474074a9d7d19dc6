import type {
  ReleaseAnswerOf,
  ReleaseEndpointName,
  ReleaseEndpoints,
  ReleaseInputOf,
  ServedBy,
} from '@redress/contracts/release-api';
import type { InContext } from '@redress/server/bound';
import type { Actor } from './http/actor.ts';

/** What an operation is asked, parsed. */
export type InputOf<N extends ReleaseEndpointName> = ReleaseInputOf<ReleaseEndpoints[N]>;

/** Every call of the contract, answered. HTTP and the command line without a program both ask it. */
export type ReleaseOperations = {
  [N in ReleaseEndpointName]: (input: InputOf<N>, actor: Actor) => Promise<ReleaseAnswerOf<ReleaseEndpoints[N]>>;
};

/** One of them as it is written. */
export type Operation<Context, N extends ReleaseEndpointName> = InContext<Context, ReleaseOperations[N]>;

/** What only a running program knows. */
export interface RunningProgram {
  served: (channel: string) => Promise<ServedBy>;
  /** Receivers of webhooks in the own network that the configuration names. */
  privateHosts?: readonly string[];
}
