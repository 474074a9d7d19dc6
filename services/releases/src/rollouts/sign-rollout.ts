import { ROLLOUT_KIND, type RolloutRules, type SignedRelease, type SignedSnapshot } from '@redress/contracts/releases';
import type { SigningKey } from '../keys/ed25519.ts';
import { combinations, ruleOf, type RolloutRow } from './rollouts.ts';

/**
 * Signs what goes with a snapshot while remotes roll out: the rules, and the snapshot of each combination of them.
 * @param variantOf - signs the snapshot in which these remotes have the build that rolls out
 */
export async function signRollout(
  rollouts: readonly RolloutRow[],
  { channel, number, key }: { channel: string; number: number; key: SigningKey },
  variantOf: (rollouts: readonly RolloutRow[]) => Promise<SignedSnapshot>,
): Promise<SignedRelease['rollout']> {
  if (rollouts.length === 0) return undefined;
  const rules: RolloutRules = {
    kind: ROLLOUT_KIND,
    format: 1,
    product: 'redress',
    channel,
    number,
    rules: rollouts.map(ruleOf),
  };
  const payload = JSON.stringify(rules);
  const variants: SignedSnapshot[] = [];
  for (const some of combinations(rollouts)) if (some.length > 0) variants.push(await variantOf(some));
  return { rules: { keyId: key.keyId, signature: key.sign(payload), payload }, variants };
}
