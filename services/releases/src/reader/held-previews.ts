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
const isThere = (found: FoundPreview): found is HeldVariant => found !== null && found !== 'unknown';

/**
 * Questions of a second. @param by - `-1`: one that was asked had a good answer; a team of one network opens what it has
 * @returns whether one more of this address may be asked
 */
export function createBudget(maxOfGroup: number, now: () => Date) {
  const within = countInWindow(1_000, now);
  // One that is over its own share takes nothing of what all have.
  return (address: string, by = 1): boolean =>
    within(addressGroup(address), maxOfGroup, by) && within('all', MAX_ASKED, by);
}

function acceptPreview(received: unknown, context: { trust: Trust; channel: string; now: Date }): HeldVariant | null {
  try {
    const accepted = acceptSnapshot(received, { ...context, heldNumber: 0, isVariant: true });
    return accepted.snapshot.preview ? accepted : null;
  } catch {
    return null;
  }
}

/** Previews that browsers of this site have opened. */
export function heldPreviews({
  channel,
  source,
  trust,
  now,
}: {
  channel: string;
  source: Pick<SnapshotSource, 'preview' | 'takePreview'>;
  trust: () => Trust;
  now: () => Date;
}) {
  const known = new LRUCache<string, { held: HeldVariant; at: number }>({ max: MAX_KNOWN });
  /** By themselves, so that made-up secrets take no room of those that are good. */
  const missed = new LRUCache<string, { held: null | 'unknown'; at: number }>({ max: MAX_KNOWN });
  const verified = async (work: () => Promise<unknown>): Promise<FoundPreview> => {
    try {
      const received = await work();
      return received ? acceptPreview(received, { trust: trust(), channel, now: now() }) : null;
    } catch {
      // Without the release service there is no preview: whoever had one sees what everybody sees until it is back.
      return 'unknown';
    }
  };

  const lookups = (budget: ReturnType<typeof createBudget>) => {
    const ask = async (address: string, work: () => Promise<unknown>): Promise<FoundPreview> => {
      const found = await verified(work);
      if (isThere(found)) budget(address, -1);
      return found;
    };
    return {
      async find(digest: string, address: string): Promise<FoundPreview> {
        const at = now().getTime();
        const good = known.get(digest);
        const before = good ?? missed.get(digest);
        if (before && at - before.at < KNOWN_MS) return before.held;
        if (!good && !budget(address)) return 'unknown';
        const look = () => source.preview(channel, digest);
        const held = good ? await verified(look) : await ask(address, look);
        known.delete(digest);
        if (isThere(held)) known.set(digest, { held, at });
        else missed.set(digest, { held, at });
        return held;
      },
      look: async (digest: string, address: string): Promise<FoundPreview> =>
        budget(address) ? ask(address, () => source.preview(channel, digest, true)) : 'unknown',
      take: async (digest: string, as: string, address: string): Promise<FoundPreview> =>
        budget(address) ? ask(address, () => source.takePreview(channel, digest, as)) : 'unknown',
    };
  };
  const browsers = createBudget(MAX_ASKED_BY_GROUP, now);
  const { find, look, take } = lookups(browsers);
  return {
    /** Questions of sites of other processes. */
    bySite: lookups(createBudget(MAX_ASKED_BY_SITE, now)),
    /** @returns what an address would show, before it is opened: nothing is taken */
    async look(secret: string, address: string) {
      const digest = digestOf(secret);
      return digest === null ? null : look(digest, address);
    },
    /**
     * @param as - secret that a browser gets of a preview that is for a single one; the same press twice has the same. `null`: it
     *   is no browser for certain
     * @returns what an address shows and the secret of its browser; one that is for a single browser ends with it
     */
    async open(secret: string, as: string | null, address: string) {
      const digest = digestOf(secret);
      if (digest === null) return null;
      const held = await find(digest, address);
      if (isThere(held)) return { held, secret };
      const ownDigest = as === null ? null : digestOf(as);
      if (as === null || ownDigest === null) return held;
      const taken = await take(digest, ownDigest, address);
      // Pressed twice: the answer to the first press may never have arrived.
      const own = isThere(taken) ? taken : await find(ownDigest, address);
      if (!isThere(own)) return taken === 'unknown' ? taken : own;
      // That everybody's was asked for first is no guess either.
      if (held === null) browsers(address, -1);
      return { held: own, secret: as };
    },
    /** @returns what the preview with this secret shows, verified */
    async find(secret: string, address: string) {
      const digest = digestOf(secret);
      return digest === null ? null : find(digest, address);
    },
  };
}
