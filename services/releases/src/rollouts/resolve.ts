import { BUCKETS, type RolloutRule } from '@redress/contracts/releases';
import { createHmac } from 'node:crypto';

/** Who asks for a document. */
export interface Visitor {
  /** What the cookie holds: whatever the browser chose to send. */
  bucketId: string;
}

/** A bucket of 0 to 9,999: of one salt always the same, of another one independent. 2^48 is no multiple; it is off by 10^-11. */
export const bucketOf = (salt: string, bucketId: string): number =>
  createHmac('sha256', salt).update(bucketId).digest().readUIntBE(0, 6) % BUCKETS;

/**
 * The one place that decides which build of a remote a visitor has.
 * @returns by remote that rolls out: the build that does, or that of everybody else
 */
export const resolve = (
  rules: readonly RolloutRule[],
  visitor: Visitor,
): Record<RolloutRule['remote'], RolloutRule['build']> =>
  Object.fromEntries(
    rules.map(({ remote, build, base, buckets, salt }) => [
      remote,
      bucketOf(salt, visitor.bucketId) < buckets ? build : base,
    ]),
  );

/** Whether it makes a difference who asks: at 0 and 100 % it does not. */
export const dependsOnVisitor = (rules: readonly RolloutRule[]): boolean =>
  rules.some(({ buckets }) => buckets > 0 && buckets < BUCKETS);
