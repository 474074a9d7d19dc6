import { LRUCache } from 'lru-cache';
import type { Trust } from '../keys/trust.ts';
import { digestOf, newSecret } from '../keys/address-secret.ts';
import type { HeldVariant } from '../rollouts/accept-release.ts';
import { acceptSnapshot } from '../snapshots/accept-snapshot.ts';
import type { SnapshotSource } from './source.ts';

/** One that was ended is seen no longer than this. */
const KNOWN_MS = 3_000;
const MAX_KNOWN = 200;
/** Questions about secrets in a second: whoever makes secrets up must not keep the release service busy. */
const MAX_ASKED = 20;

/** `null`: there is none, or it has ended. `unknown`: nobody can say now, and it may be there. */
export type FoundPreview = HeldVariant | null | 'unknown';

export interface HeldPreviews {
  /** @returns what the preview with this secret shows, verified */
  find(secret: string): Promise<FoundPreview>;
  /**
   * @param mayTake - it is a browser that opens it, for certain
   * @returns what an address shows and the secret that its browser gets; one that is for a single browser ends with it
   */
  open(secret: string, mayTake: boolean): Promise<{ held: HeldVariant; secret: string } | null>;
  /** The same, for sites of other processes. */
  take(digest: string, as: string): Promise<HeldVariant | null>;
  findByDigest(digest: string): Promise<FoundPreview>;
}

/** Previews that browsers of this site have opened. */
export function heldPreviews(deps: {
  channel: string;
  source: Pick<SnapshotSource, 'preview' | 'takePreview'>;
  trust: () => Trust;
  now: () => Date;
}): HeldPreviews {
  const { channel, source, trust, now } = deps;
  const known = new LRUCache<string, { held: HeldVariant; at: number }>({ max: MAX_KNOWN });
  /** By themselves, so that made-up secrets take no room of those that are good. */
  const missed = new LRUCache<string, { held: null | 'unknown'; at: number }>({ max: MAX_KNOWN });
  let second = 0;
  let asked = 0;

  const verified = async (work: () => Promise<unknown>): Promise<FoundPreview> => {
    let received: unknown;
    try {
      received = await work();
    } catch {
      // Without the release service there is no preview: whoever had one sees what everybody sees until it is back.
      return 'unknown';
    }
    if (!received) return null;
    try {
      const context = { trust: trust(), channel, heldNumber: 0, now: now(), isVariant: true };
      const accepted = acceptSnapshot(received, context);
      return accepted.snapshot.preview ? accepted : null;
    } catch {
      return null;
    }
  };

  const mayAsk = (): boolean => {
    const current = Math.floor(now().getTime() / 1_000);
    if (current !== second) [second, asked] = [current, 0];
    return (asked += 1) <= MAX_ASKED;
  };

  const findByDigest = async (digest: string): Promise<FoundPreview> => {
    const at = now().getTime();
    const good = known.get(digest);
    const before = good ?? missed.get(digest);
    if (before && at - before.at < KNOWN_MS) return before.held;
    if (!good && !mayAsk()) return 'unknown';
    const held = await verified(() => source.preview(channel, digest));
    known.delete(digest);
    if (held === null || held === 'unknown') missed.set(digest, { held, at });
    else known.set(digest, { held, at });
    return held;
  };
  const take = async (digest: string, as: string): Promise<HeldVariant | null> => {
    const taken = mayAsk() ? await verified(() => source.takePreview(channel, digest, as)) : null;
    return taken === 'unknown' ? null : taken;
  };
  return {
    findByDigest,
    take,
    async open(secret, mayTake) {
      const digest = digestOf(secret);
      if (digest === null) return null;
      const held = await findByDigest(digest);
      if (held !== null && held !== 'unknown') return { held, secret };
      if (!mayTake) return null;
      const own = newSecret();
      const taken = await take(digest, digestOf(own) as string);
      return taken && { held: taken, secret: own };
    },
    async find(secret) {
      const digest = digestOf(secret);
      return digest === null ? null : findByDigest(digest);
    },
  };
}
