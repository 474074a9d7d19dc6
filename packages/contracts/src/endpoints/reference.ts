import * as z from 'zod/mini';
import { GROUP_KEYS_PATH, PassKeys } from '../passes.ts';
import { Dollars } from '../claim/wire-values.ts';
import { endpoint } from '../endpoint.ts';

export const Category = z.object({
  value: z.string(),
  label: z.string(),
  icon: z.string(),
  order: z.int(),
  hint: z.optional(z.string()),
});
export type Category = z.output<typeof Category>;

const Subcategory = z.object({ value: z.string(), label: z.string(), icon: z.string() });
export type Subcategory = z.output<typeof Subcategory>;

/** A fact of law with the text it was read in; an empty `source` says that none is confirmed (R39). */
export const SourcedFact = z.object({
  /** Title of the statute, rule or court page. */
  source: z.string(),
  source_url: z.optional(z.string()),
  /** The day of the text, in words; empty when it says none. */
  as_of: z.string(),
  /** The day we read it, in words. */
  read_on: z.optional(z.string()),
  confidence: z.enum(['official', 'unknown']),
  /** What a claimant should know about it. */
  note: z.nullable(z.string()),
  /** The text was read in a copy: its address, or empty where that is not for people. `source_url` is the state's page. */
  copy_url: z.optional(z.string()),
});

export const StateOption = z.object({
  value: z.string(),
  label: z.string(),
  code: z.string(),
  name: z.string(),
  country: z.literal('US'),
  court_name: z.nullable(z.string()),
  /** Whole dollars; `limit_business` is null when no separate figure is known. */
  limit: z.nullable(z.number()),
  limit_business: z.nullable(z.number()),
  limit_fact: SourcedFact,
  /** `false`: the rules there let nobody take less so that a small-claims court hears the claim. */
  may_give_up: z.optional(z.boolean()),
  /** Categories and subcategories that the limit does not bind. */
  limit_not_for: z.optional(z.array(z.string())),
});
export type StateOption = z.output<typeof StateOption>;

export const PackageOffer = z.object({
  id: z.string(),
  title: z.string(),
  desc: z.string(),
  /** Dollars. */
  price: Dollars,
  originalPrice: z.nullable(Dollars),
  frequency: z.string(),
  features: z.array(z.string()),
  popular: z.boolean(),
  /** Fraction. This and the two below are given when the place is named and its rate is known. */
  tax_rate: z.optional(z.number()),
  /** The price with the tax of the place, without extra recipients or coupon. */
  total_price: z.optional(Dollars),
  /** The state whose tax it is: `Texas`. */
  tax_state_name: z.optional(z.string()),
  display_price: z.optional(z.string()),
});
export type PackageOffer = z.output<typeof PackageOffer>;

const Coupon = z.object({
  /** `fixed`: dollars. `percentage`: percent of the package price, 0 to 100. */
  discount: z.number(),
  type: z.enum(['fixed', 'percentage']),
  description: z.string(),
  code: z.optional(z.string()),
});
export type Coupon = z.output<typeof Coupon>;

export const categories = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/categories.php',
  summary: 'Claim categories, sorted by order.',
  access: 'anyone',
  answer: z.object({ data: z.array(Category) }),
  errors: [],
});

export const subcategories = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/subcategories.php',
  summary: 'Subcategories of one category; an empty list when it has none.',
  access: 'anyone',
  effect: false,
  body: z.object({ parent_id: z.string().check(z.minLength(1), z.maxLength(60)) }),
  answer: z.object({ data: z.array(Subcategory) }),
  errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
});

export const packages = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/packages.php',
  summary: 'Packages on sale; with a state by code, name or label, also what each costs with its tax.',
  access: 'anyone',
  query: z.object({ state_code: z.optional(z.string().check(z.maxLength(60))) }),
  answer: z.object({ packages: z.array(PackageOffer) }),
  errors: [],
});

export const states = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/states.php',
  summary: 'States with their small-claims court and limit, each with its source and date.',
  access: 'anyone',
  answer: z.object({ data: z.array(StateOption) }),
  errors: [],
});

export const stateTax = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/state-tax.php',
  summary: "A state's tax rate; the state by code, name or label.",
  access: 'anyone',
  effect: false,
  body: z.object({ state: z.string().check(z.trim(), z.minLength(1, 'state.required'), z.maxLength(60)) }),
  answer: z.object({
    data: z.object({
      /** Fraction: 0.08 means 8 %. */
      tax_rate: z.number(),
      state_name: z.string(),
    }),
  }),
  errors: ['STATE_REQUIRED', 'TAX_UNKNOWN', 'VALIDATION_FAILED'],
});

export const checkCoupon = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/check-coupon.php',
  summary: 'One coupon, while it is active.',
  access: 'anyone',
  query: z.object({
    code: z.string().check(z.trim(), z.toUpperCase(), z.minLength(1, 'coupon.empty'), z.maxLength(40)),
  }),
  answer: Coupon,
  errors: ['COUPON_NOT_ACTIVE', 'RATE_LIMITED'],
});

export const serverTime = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/get_server_time.php',
  summary: 'The clock the offer countdown follows; seconds since 1970.',
  access: 'anyone',
  answer: z.object({ server_time: z.number() }),
  errors: [],
});

export const groupKeys = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: GROUP_KEYS_PATH,
  summary: 'Public keys that sign passes of groups of accounts; asked by the site.',
  access: 'anyone',
  internal: true,
  answer: z.object({ keys: PassKeys }),
  errors: [],
});

export const referenceEndpoints = {
  categories,
  subcategories,
  packages,
  states,
  stateTax,
  checkCoupon,
  serverTime,
  groupKeys,
} as const;
