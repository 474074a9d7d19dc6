import { digestOf } from '../keys/address-secret.ts';
import type { SnapshotSource } from './source.ts';

/** Questions about secrets in a second: whoever makes secrets up must not keep the release service busy. */
const MAX_ASKED = 20;
const MAX_PASS_CHARACTERS = 1_000;

export interface HeldStaffPasses {
  /** @returns the pass of the address with this secret, once; whoever gets it verifies it */
  open(secret: string): Promise<string | null>;
  /** The same, for sites of other processes. */
  take(digest: string): Promise<string | null>;
}

/** Staff passes that browsers of this site open. Without the release service none is opened; those that were are good. */
export function heldStaffPasses(deps: {
  channel: string;
  source: Pick<SnapshotSource, 'takeStaffPass'>;
  now: () => Date;
}): HeldStaffPasses {
  let second = 0;
  let asked = 0;
  const take = async (digest: string): Promise<string | null> => {
    const current = Math.floor(deps.now().getTime() / 1_000);
    if (current !== second) [second, asked] = [current, 0];
    if ((asked += 1) > MAX_ASKED) return null;
    const pass = await deps.source.takeStaffPass(deps.channel, digest).catch(() => null);
    return typeof pass === 'string' && pass.length <= MAX_PASS_CHARACTERS ? pass : null;
  };
  return {
    take,
    async open(secret) {
      const digest = digestOf(secret);
      return digest === null ? null : take(digest);
    },
  };
}
