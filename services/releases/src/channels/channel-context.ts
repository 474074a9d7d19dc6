import type { Released } from '@redress/contracts/release-api';
import type { BuildRegistry } from '../builds/registry.ts';
import type { CoreParts } from '../core-parts.ts';
import { assertMayRelease, type Actor } from '../http/actor.ts';
import { assertOwner, isOwnerOf } from '../keys/ownership.ts';
import type { ChangeOptions, ChannelChanger } from './channel-change.ts';
import type { BuildRef, ChannelReads } from './channel-reads.ts';

/** What every act on a channel works with. */
export interface ChannelContext extends Pick<CoreParts, 'keys' | 'now'> {
  registry: BuildRegistry;
  reads: ChannelReads;
  changer: ChannelChanger;
}

/** Form of every act that changes a channel. */
export type ChannelAct<Wanted, Answer = Released> = (
  context: ChannelContext,
  channel: string,
  wanted: Wanted,
  actor: Actor,
  options?: ChangeOptions,
) => Promise<Answer>;

/**
 * The build to be served says who made it, the trust document whose the remote is: both must be one team.
 * @throws {ReleaseRefusal} unless the actor may serve this build
 */
export async function assertMayServe(
  { registry, keys }: ChannelContext,
  actor: Actor,
  { name, buildId }: BuildRef,
): Promise<void> {
  assertMayRelease(actor, registry.ownerOf(name));
  const { owner } = await registry.find(name, buildId);
  const trust = keys.trust();
  if (!isOwnerOf(trust, name, owner)) assertOwner(trust, name, owner);
}
