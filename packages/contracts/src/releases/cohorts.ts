import * as z from 'zod/mini';

/** ISO 3166, two letters; `XX` is what proxies say of an address they do not know. */
const Country = z.string().check(z.regex(/^(?!XX)[A-Z]{2}$/, 'a country is two letters such as US'));
const Countries = z.array(Country).check(z.minLength(1), z.maxLength(50));

/** A group of accounts, as operators of the claims service name it. */
export const GroupName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/, 'a group is a word such as beta'));

/**
 * Visitors who have a build that rolls out whatever its share is, and whose share it is (decision 0224). What is not
 * named is nobody, and a share of everybody.
 */
export const Cohorts = z.object({
  /** Browsers that hold a staff pass. */
  staff: z.optional(z.literal(true)),
  /** As the proxy in front of the site names the visitor's. */
  countries: z.optional(Countries),
  groups: z.optional(z.array(GroupName).check(z.minLength(1), z.maxLength(10))),
  /** The share is one of the visitors from these countries; elsewhere only cohorts have the build. */
  within: z.optional(Countries),
});
export type Cohorts = z.output<typeof Cohorts>;

/** Staff passes of a channel that have not expired, those that were ended among them. */
export const STAFF_PASS_LIMIT = 200;
