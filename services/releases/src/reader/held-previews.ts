import { LRUCache } from 'lru-cache';
import type { Trust } from '../keys/trust.ts';
import { digestOf } from '../previews/previews.ts';
import type { HeldVariant } from '../rollouts/accept-release.ts';
import { acceptSnapshot } from '../snapshots/accept-snapshot.ts';
import type { SnapshotSource } from './source.ts';

/** One that was ended is seen no longer than this. */
const KNOWN_MS = 3_000;
const MAX_KNOWN = 200;
/** Questions about secrets in a second: whoever makes secrets up must not keep the release service busy. */
const MAX_ASKED = 20;

export interface HeldPreviews {
  /** @returns what the preview with this secret shows, verified; `null` when there is none or it has ended */
  find(secret: string): Promise<HeldVariant | null>;
  /** The same, for a site of another process. */
  findByDigest(digest: string): Promise<HeldVariant | null>;
}

/** Previews that browsers of this site have opened. */
export function heldPreviews(deps: {
  channel: string;
  source: Pick<SnapshotSource, 'preview'>;
  trust: () => Trust;
  now: () => Date;
}): HeldPreviews {
  const { channel, source, trust, now } = deps;
  const known = new LRUCache<string, { held: HeldVariant | null; at: number }>({ max: MAX_KNOWN });
  let second = 0;
  let asked = 0;

  const ask = async (digest: string): Promise<HeldVariant | null> => {
    try {
      const received = await source.preview(channel, digest);
      if (!received) return null;
      const context = { trust: trust(), channel, heldNumber: 0, now: now(), isVariant: true };
      const { signed, snapshot } = acceptSnapshot(received, context);
      return snapshot.preview ? { signed, snapshot } : null;
    } catch {
      // Without the release service there is no preview: whoever had one sees what everybody sees.
      return null;
    }
  };

  const findByDigest = async (digest: string): Promise<HeldVariant | null> => {
    const at = now().getTime();
    const before = known.get(digest);
    if (before && at - before.at < KNOWN_MS) return before.held;
    const current = Math.floor(at / 1_000);
    if (current !== second) [second, asked] = [current, 0];
    if (!before?.held && (asked += 1) > MAX_ASKED) return null;
    const held = await ask(digest);
    known.set(digest, { held, at });
    return held;
  };
  return {
    findByDigest,
    async find(secret) {
      const digest = digestOf(secret);
      return digest === null ? null : findByDigest(digest);
    },
  };
}
