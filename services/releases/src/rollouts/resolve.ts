import { BUCKETS, type Cohorts, type RolloutRule } from '@redress/contracts/releases';
import { createHmac } from 'node:crypto';

/** Who asks for a document. What is not known of somebody, or not proven, is nothing: they are in no cohort. */
export interface Visitor {
  /** What the cookie holds: whatever the browser chose to send. */
  bucketId: string;
  isStaff: boolean;
  /** As the trusted proxy says: two capital letters. */
  country: string | null;
  /** Of the account that is signed in. */
  groups: readonly string[];
}

/** What has to be known of a visitor; the rest of it makes no difference. */
export interface Asks {
  bucket: boolean;
  staff: boolean;
  country: boolean;
  groups: boolean;
}

/** A bucket of 0 to 9,999: of one salt always the same, of another one independent. 2^48 is no multiple; it is off by 10^-11. */
export const bucketOf = (salt: string, bucketId: string): number =>
  createHmac('sha256', salt).update(bucketId).digest().readUIntBE(0, 6) % BUCKETS;

const isIn = (countries: readonly string[], country: string | null): boolean =>
  country !== null && countries.includes(country);

const isInCohort = ({ staff, countries = [], groups = [] }: Cohorts, visitor: Visitor): boolean =>
  (staff === true && visitor.isStaff) ||
  isIn(countries, visitor.country) ||
  groups.some((group) => visitor.groups.includes(group));

const isInShare = ({ buckets, salt, cohorts }: RolloutRule, { bucketId, country }: Visitor): boolean =>
  (!cohorts?.within || isIn(cohorts.within, country)) && bucketOf(salt, bucketId) < buckets;

/**
 * The one place that decides which build of a remote a visitor has: in a cohort the new one whatever the share is, anybody
 * else by the share.
 * @returns by remote that rolls out: the build that does, or that of everybody else
 */
export const resolve = (
  rules: readonly RolloutRule[],
  visitor: Visitor,
): Record<RolloutRule['remote'], RolloutRule['build']> =>
  Object.fromEntries(
    rules.map((rule) => {
      const hasNew = isInCohort(rule.cohorts ?? {}, visitor) || isInShare(rule, visitor);
      return [rule.remote, hasNew ? rule.build : rule.base];
    }),
  );

/** At 0 and 100 % it makes no difference which bucket somebody is in, and at 100 % of everybody none who they are. */
export function asksOf(rules: readonly RolloutRule[]): Asks {
  const cohorts = rules
    .filter(({ buckets, cohorts: of }) => buckets < BUCKETS || of?.within)
    .map((rule) => rule.cohorts);
  return {
    bucket: rules.some(({ buckets }) => buckets > 0 && buckets < BUCKETS),
    staff: cohorts.some((of) => of?.staff === true),
    country:
      cohorts.some((of) => of?.countries !== undefined) ||
      rules.some((rule) => rule.buckets > 0 && rule.cohorts?.within),
    groups: cohorts.some((of) => of?.groups !== undefined),
  };
}
