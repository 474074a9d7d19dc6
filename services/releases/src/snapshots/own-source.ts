import type { SignedRelease } from '@redress/contracts/releases';
import { findPreview, takePreview } from '../previews/previews.ts';
import type { SnapshotSource } from '../reader/source.ts';
import type { ReleaseCore } from '../release-core.ts';
import { takeStaffPass } from '../staff/staff-passes.ts';
import { signFreshness } from './freshness.ts';
import { releaseWithIndex } from './snapshot-index.ts';

/** A release as sites take it: with its signed index. */
export const indexedRelease = ({ keys }: ReleaseCore, release: SignedRelease, channel: string) =>
  releaseWithIndex(release, keys.trust(), channel, keys.channelKey(channel));

/** Snapshots from the database of this program. `subscribe` - called after any change of any channel, until it is ended */
export function createOwnSource(
  core: ReleaseCore,
  { now, subscribe }: { now: () => Date; subscribe: (onChange: () => void) => () => void },
): SnapshotSource {
  return {
    name: 'this program',
    async fetch(channel) {
      const current = await core.channels.current(channel);
      return current ? indexedRelease(core, current.signed, channel) : null;
    },
    async freshness(channel) {
      const number = (await core.channels.current(channel))?.number;
      return number === undefined
        ? null
        : signFreshness({ channel, number, now: now() }, core.keys.channelKey(channel));
    },
    preview: (channel, digest, isLook) => findPreview(core, channel, digest, isLook),
    takePreview: (channel, digest, as) => takePreview(core, channel, { digest, as }),
    takeStaffPass: (channel, digest) => takeStaffPass(core, channel, digest),
    subscribe: (_channel, onChange) => subscribe(onChange),
  };
}
