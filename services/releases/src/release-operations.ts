import type {
  ReleaseAnswerOf,
  ReleaseEndpointName,
  ReleaseEndpoints,
  ReleaseInputOf,
} from '@redress/contracts/release-api';
import type { Actor } from './http/actor.ts';

/** Every call of the contract, answered. HTTP and the command line without a program both ask it. */
export type ReleaseOperations = {
  [N in ReleaseEndpointName]: (
    input: ReleaseInputOf<ReleaseEndpoints[N]>,
    actor: Actor,
  ) => Promise<ReleaseAnswerOf<ReleaseEndpoints[N]>>;
};
