import { digestOf } from '../keys/address-secret.ts';
import { createBudget, MAX_ASKED_BY_GROUP, MAX_ASKED_BY_SITE } from './held-previews.ts';
import type { SnapshotSource } from './source.ts';

const MAX_PASS_CHARACTERS = 1_000;

/** Staff passes that browsers of this site open. Without the release service none is opened; those that were are good. */
export function heldStaffPasses(deps: {
  channel: string;
  source: Pick<SnapshotSource, 'takeStaffPass'>;
  now: () => Date;
}) {
  const browsers = createBudget(MAX_ASKED_BY_GROUP, deps.now);
  const sites = createBudget(MAX_ASKED_BY_SITE, deps.now);
  const take = async (digest: string, address: string, budget: typeof browsers): Promise<string | null> => {
    if (!budget(address)) return null;
    const pass = await deps.source.takeStaffPass(deps.channel, digest).catch(() => null);
    if (typeof pass !== 'string' || pass.length > MAX_PASS_CHARACTERS) return null;
    budget(address, -1);
    return pass;
  };
  return {
    /** For sites of other processes. */
    take: (digest: string, address: string) => take(digest, address, sites),
    /** @returns the pass of the address with this secret, once; whoever gets it verifies it */
    async open(secret: string, address: string) {
      const digest = digestOf(secret);
      return digest === null ? null : take(digest, address, browsers);
    },
  };
}
