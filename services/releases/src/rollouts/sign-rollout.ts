import {
  ROLLOUT_KIND,
  type RolloutRules,
  type SignedRelease,
  type SignedRollout,
  type SignedSnapshot,
} from '@redress/contracts/releases';
import type { SigningKey } from '@redress/release-client/publish';
import { combinations, ruleOf, type RolloutRow } from './rollouts.ts';

interface SigningContext {
  channel: string;
  number: number;
  key: SigningKey;
  /** Staff passes that were ended: their numbers. */
  endedPasses: readonly number[];
}

/** A snapshot with what rolls out. */
export const withSignedRollout = (signed: SignedSnapshot, rollout: SignedRollout | null): SignedRelease =>
  rollout === null ? signed : { ...signed, rollout };

/**
 * Signs what goes with a snapshot while remotes roll out: the rules, and the snapshot of each combination of them.
 * @param variantOf - signs the snapshot in which these remotes have the build that rolls out
 */
export async function signRollout(
  rollouts: readonly RolloutRow[],
  { channel, number, key, endedPasses }: SigningContext,
  variantOf: (rollouts: readonly RolloutRow[]) => Promise<SignedSnapshot>,
): Promise<SignedRollout | null> {
  if (rollouts.length === 0) return null;
  const hasCohorts = rollouts.some(({ cohorts }) => cohorts !== null);
  const rules: RolloutRules = {
    kind: ROLLOUT_KIND,
    format: 1,
    product: 'redress',
    channel,
    number,
    rules: rollouts.map(ruleOf),
    ...(hasCohorts && endedPasses.length > 0 ? { endedPasses: [...endedPasses] } : {}),
  };
  const payload = JSON.stringify(rules);
  const variants: SignedSnapshot[] = [];
  for (const some of combinations(rollouts)) if (some.length > 0) variants.push(await variantOf(some));
  return { rules: { keyId: key.keyId, signature: key.sign(payload), payload }, variants };
}
