import type {
  ReleaseAnswerOf,
  ReleaseEndpointName,
  ReleaseEndpoints,
  ReleaseInputOf,
  ServedBy,
} from '@redress/contracts/release-api';
import type { InContext } from './bound.ts';
import type { HealthStore } from './health/health-store.ts';
import type { Actor } from './http/actor.ts';
import type { ActNews } from './ledger/act-news.ts';

/** Every call of the contract, answered. HTTP and the command line without a program both ask it. */
export type ReleaseOperations = {
  [N in ReleaseEndpointName]: (
    input: ReleaseInputOf<ReleaseEndpoints[N]>,
    actor: Actor,
  ) => Promise<ReleaseAnswerOf<ReleaseEndpoints[N]>>;
};

/** One of them as it is written. */
export type Operation<Context, N extends ReleaseEndpointName> = InContext<Context, ReleaseOperations[N]>;

/** What only a running program knows. */
export interface RunningProgram {
  served: (channel: string) => Promise<ServedBy>;
  health: Pick<HealthStore, 'read'>;
  /** Without it nobody waits for an act. */
  acts?: Pick<ActNews, 'next'>;
  /** Receivers of webhooks in the own network that the configuration names. */
  privateHosts?: readonly string[];
}
