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

/** A snapshot with what rolls out, where readers that know its form look for it. */
export function withSignedRollout(signed: SignedSnapshot, rollout: SignedRollout | null): SignedRelease {
  if (rollout === null) return signed;
  const { format } = JSON.parse(rollout.rules.payload) as Pick<RolloutRules, 'format'>;
  return { ...signed, [format === 2 ? 'cohortRollout' : 'rollout']: rollout };
}

export const signedRolloutOf = ({ rollout, cohortRollout }: SignedRelease): SignedRollout | null =>
  cohortRollout ?? rollout ?? null;

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
    format: hasCohorts ? 2 : 1,
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
