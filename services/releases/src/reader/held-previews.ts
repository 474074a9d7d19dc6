import { LRUCache } from 'lru-cache';
import type { Trust } from '../keys/trust.ts';
import { addressGroup } from '../health/address-group.ts';
import { countInWindow } from '../health/count-in-window.ts';
import { digestOf } from '../keys/address-secret.ts';
import type { HeldVariant } from '../rollouts/accept-release.ts';
import { acceptSnapshot } from '../snapshots/accept-snapshot.ts';
import type { SnapshotSource } from './source.ts';

/** One that was ended is seen no longer than this. */
const KNOWN_MS = 3_000;
const MAX_KNOWN = 200;
/**
 * Questions about unknown secrets in a second, of one group of addresses and of all: whoever makes secrets up must not keep
 * the release service busy, nor close the previews of others.
 */
export const MAX_ASKED_BY_GROUP = 10;
const MAX_ASKED = 200;
/** A site of another process asks for all its visitors from one address, and has counted them by theirs already. */
export const MAX_ASKED_BY_SITE = 50;

/** `null`: there is none, or it has ended. `unknown`: nobody can say now, and it may be there. */
export type FoundPreview = HeldVariant | null | 'unknown';

/** Questions of a second. @returns whether one more of this address may be asked */
export function createBudget(maxOfGroup: number, now: () => Date): (address: string) => boolean {
  const within = countInWindow(1_000, now);
  // One that is over its own share takes nothing of what all have.
  return (address) => within(addressGroup(address), maxOfGroup) && within('all', MAX_ASKED);
}

/** Previews that browsers of this site have opened. */
export function heldPreviews(deps: {
  channel: string;
  source: Pick<SnapshotSource, 'preview' | 'takePreview'>;
  trust: () => Trust;
  now: () => Date;
}) {
  const { channel, source, trust, now } = deps;
  const known = new LRUCache<string, { held: HeldVariant; at: number }>({ max: MAX_KNOWN });
  /** By themselves, so that made-up secrets take no room of those that are good. */
  const missed = new LRUCache<string, { held: null | 'unknown'; at: number }>({ max: MAX_KNOWN });
  const browsers = createBudget(MAX_ASKED_BY_GROUP, now);
  const sites = createBudget(MAX_ASKED_BY_SITE, now);

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

  const find = async (digest: string, mayAsk: () => boolean): Promise<FoundPreview> => {
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
  const look = async (digest: string, mayAsk: () => boolean): Promise<FoundPreview> =>
    mayAsk() ? verified(() => source.preview(channel, digest, true)) : 'unknown';
  const take = async (digest: string, as: string, mayAsk: () => boolean): Promise<HeldVariant | null> => {
    const taken = mayAsk() ? await verified(() => source.takePreview(channel, digest, as)) : null;
    return taken === 'unknown' ? null : taken;
  };
  return {
    // Questions of sites of other processes: these three.
    findByDigest: (digest: string, address: string) => find(digest, () => sites(address)),
    lookByDigest: (digest: string, address: string) => look(digest, () => sites(address)),
    take: (digest: string, as: string, address: string) => take(digest, as, () => sites(address)),
    /** @returns what an address would show, before it is opened: nothing is taken */
    async look(secret: string, address: string) {
      const digest = digestOf(secret);
      const held = digest === null ? null : await look(digest, () => browsers(address));
      return held === 'unknown' ? null : held;
    },
    /**
     * @param as - secret that a browser gets of a preview that is for a single one; the same press twice has the same. `null`: it
     *   is no browser for certain
     * @returns what an address shows and the secret of its browser; one that is for a single browser ends with it
     */
    async open(secret: string, as: string | null, address: string) {
      const digest = digestOf(secret);
      if (digest === null) return null;
      const held = await find(digest, () => browsers(address));
      if (held !== null && held !== 'unknown') return { held, secret };
      const ownDigest = as === null ? null : digestOf(as);
      if (as === null || ownDigest === null) return null;
      const taken = await take(digest, ownDigest, () => browsers(address));
      if (taken) return { held: taken, secret: as };
      // Pressed twice: the answer to the first press may never have arrived.
      const before = await find(ownDigest, () => browsers(address));
      return before === null || before === 'unknown' ? null : { held: before, secret: as };
    },
    /** @returns what the preview with this secret shows, verified */
    async find(secret: string, address: string) {
      const digest = digestOf(secret);
      return digest === null ? null : find(digest, () => browsers(address));
    },
  };
}
