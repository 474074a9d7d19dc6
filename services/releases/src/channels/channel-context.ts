import type { SignedRelease } from '@redress/contracts/releases';
import type { InContext } from '@redress/server/bound';
import type { BuildRegistry } from '../builds/registry.ts';
import type { CoreParts } from '../core-parts.ts';
import { assertMayRelease, type Actor } from '../http/actor.ts';
import { assertOwner, isOwnerOf } from '../keys/ownership.ts';
import type { ChannelChange, ChannelChanger, Committed } from './channel-change.ts';
import type { BuildRef, ChannelReads } from './channel-reads.ts';
import type { Channels } from './channels-api.ts';

/** What every act on a channel works with. */
export interface ChannelContext extends Pick<CoreParts, 'keys' | 'now'> {
  registry: BuildRegistry;
  reads: ChannelReads;
  changer: ChannelChanger;
  /** Called once a change is committed; the tabs' streams hang on it. */
  onChange: (change: ChannelChange, signed: SignedRelease) => Promise<void> | void;
}

export type ChannelAct<K extends keyof Channels> = InContext<ChannelContext, Channels[K]>;

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

/** Tells of a change that is committed. @returns what its author is told */
export async function announce<Made extends Committed>(
  { onChange }: ChannelContext,
  channel: string,
  { signed, ...made }: Made,
) {
  await onChange({ channel, number: made.number }, signed);
  return { channel, ...made };
}
