/** What a claim is about, in a few calm words, by category and subcategory. They fit after "about" and "because of". */
import { chosenSubcategories } from '../categories/index.ts';
import type { ClaimFormData } from '../claim/form-data.ts';

interface CategorySubject {
  /** Used when nothing was ticked, or too much to name. */
  readonly subject: string;
  /** The claim is about an agreement, so "it happened on" would be odd. */
  readonly isAgreement: boolean;
  readonly subcategories: Readonly<Record<string, string>>;
}

export const SUBJECTS: Readonly<Record<string, CategorySubject>> = {
  'debt-collection': {
    subject: 'an unpaid debt',
    isAgreement: true,
    subcategories: {
      'personal-loan': 'a loan that was not paid back',
      'unpaid-invoice': 'an unpaid invoice',
      'unpaid-wages': 'unpaid wages or commission',
      'bounced-check': 'a check that was not honored',
      'promissory-note': 'an unpaid promissory note',
      'shared-expenses': 'an unpaid share of rent, bills or expenses',
      'unpaid-rent': 'unpaid rent',
    },
  },
  'broken-contract': {
    subject: 'an agreement that was not kept',
    isAgreement: true,
    subcategories: {
      'service-not-performed': 'a service that was not performed',
      'goods-not-delivered': 'goods that were not delivered',
      'late-or-partial-performance': 'work or goods that came late or in part',
      'refused-refund': 'a promised refund that was refused',
      'cancelled-event': 'a cancelled event or booking',
      'freelance-work': 'unpaid freelance or contract work',
      'membership-or-subscription': 'a membership or subscription',
      'deposit-not-returned': 'a deposit that was not returned',
    },
  },
  'personal-injury': {
    subject: 'an injury',
    isAgreement: false,
    subcategories: {
      'slip-and-fall': 'an injury from a slip and fall',
      'dog-bite': 'an injury caused by an animal',
      'traffic-collision': 'an injury from a traffic collision',
      assault: 'an injury from rough handling',
      'unsafe-premises': 'an injury on unsafe premises',
      'sports-or-recreation': 'an injury during sports or recreation',
      'food-poisoning': 'an illness from food',
    },
  },
  'tenant-landlord': {
    subject: 'a rented home',
    isAgreement: false,
    subcategories: {
      'security-deposit': 'a security deposit that was not returned',
      'repairs-not-made': 'repairs that were not made',
      'uninhabitable-home': 'a rented home that could not be lived in',
      'unpaid-rent': 'unpaid rent',
      'damage-to-unit': 'damage to a rented home',
      'illegal-lockout': 'a lockout or a utility shut-off',
      'overcharged-fees': 'rent or fees that were too high',
      roommate: 'a dispute between roommates',
    },
  },
  'stolen-property': {
    subject: 'property that was taken or kept',
    isAgreement: false,
    subcategories: {
      'taken-by-known-person': 'property that was taken',
      'kept-after-loan': 'property that was lent and not returned',
      'roommate-or-ex-partner': 'property that was kept',
      'stolen-vehicle': 'a vehicle or bicycle that was taken',
      'lost-by-storage-or-mover': 'property lost in moving, storage or parking',
      'package-theft': 'a package that was taken',
    },
  },
  'poor-construction': {
    subject: 'construction work',
    isAgreement: false,
    subcategories: {
      'unfinished-work': 'construction work that was not finished',
      'defective-work': 'construction work with defects',
      'wrong-materials': 'construction work with the wrong materials',
      'cost-overrun': 'construction work billed above the quote',
      'property-damaged': 'property damaged during construction work',
      'unlicensed-contractor': 'construction work done without a license',
      'permit-or-inspection': 'construction work that failed a permit or inspection',
      'deposit-kept': 'a deposit for construction work that never started',
    },
  },
  'product-defect': {
    subject: 'a product with a defect',
    isAgreement: false,
    subcategories: {
      'arrived-broken': 'a product that arrived broken',
      'stopped-working': 'a product that stopped working early',
      'not-as-described': 'a product that was not as described',
      'warranty-refused': 'a warranty that was refused',
      'unsafe-product': 'a product that was not safe',
      counterfeit: 'a product that was not genuine',
      'defective-vehicle': 'a vehicle with defects',
    },
  },
  'auto-repair': {
    subject: 'a car repair',
    isAgreement: false,
    subcategories: {
      overcharged: 'a car repair charged above the estimate',
      'work-not-authorised': 'car repair work that was not approved',
      'problem-not-fixed': 'a car repair that did not fix the problem',
      'damage-by-shop': 'damage to a car at a repair shop',
      'parts-not-replaced': 'car parts that were billed but not replaced',
      'vehicle-held': 'a vehicle that was held or towed',
      'used-car-sale': 'the sale of a used car',
    },
  },
  'damaged-property': {
    subject: 'damaged property',
    isAgreement: false,
    subcategories: {
      'vehicle-collision': 'damage to a vehicle in a collision',
      neighbor: 'damage from a neighboring property',
      'pet-damage': 'damage caused by an animal',
      'moving-or-delivery': 'damage during a move or delivery',
      'water-or-fire': 'damage from water or fire',
      'dry-cleaning': 'damage to items that were left in care',
      vandalism: 'damage done on purpose',
    },
  },
  'broken-verbal-promise': {
    subject: 'a spoken agreement that was not kept',
    isAgreement: true,
    subcategories: {
      'oral-loan': 'a loan agreed in words and not paid back',
      'oral-service-deal': 'a service agreed in words',
      'oral-sale': 'a sale agreed in words',
      'promised-pay': 'promised pay that was not given',
      'promised-repair-or-refund': 'a promised repair or refund',
      'family-or-friend': 'a promise that was not kept',
    },
  },
  chargeback: {
    subject: 'a card payment that is in dispute',
    isAgreement: false,
    subcategories: {
      'unfair-chargeback': 'a card payment that was reversed',
      'not-received-claimed': 'a card payment reversed after delivery',
      'friendly-fraud': 'a card payment reversed while the goods were kept',
      'refund-and-chargeback': 'an order that was refunded and charged back',
      'bank-denied-dispute': 'a card payment that was not returned',
      'subscription-charge': 'a repeated card charge that was not wanted',
    },
  },
  other: { subject: 'money that is owed', isAgreement: true, subcategories: {} },
};

/** The other side has the claimant's goods: they are asked back, or money in their place. */
const KEPT_GOODS: ReadonlySet<string> = new Set([
  'stolen-property/taken-by-known-person',
  'stolen-property/kept-after-loan',
  'stolen-property/roommate-or-ex-partner',
  'stolen-property/stolen-vehicle',
  'stolen-property/package-theft',
  'auto-repair/vehicle-held',
  'chargeback/friendly-fraud',
]);

/** A row that tells of getting them back leaves money alone to ask for. */
export const isAboutKeptGoods = ({ situation, disputing, facts }: ClaimFormData): boolean =>
  chosenSubcategories(situation, disputing).some(({ value }) => KEPT_GOODS.has(`${situation}/${value}`)) &&
  !(facts ?? []).some(
    ({ asks, happened, day }) =>
      situation === 'auto-repair' && asks === 'happened' && happened !== false && day?.trim(),
  );

const find = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const categorySubject = (situation: string | null | undefined): CategorySubject =>
  find(SUBJECTS, situation ?? '') ?? (SUBJECTS['other'] as CategorySubject);

/** More than this many are not named one by one. */
const NAMED_AT_MOST = 2;

/** What a claim is about; falls back to its category, and to "money that is owed". */
export function subjectOf(
  situation: string | null | undefined,
  disputing: readonly string[] | null | undefined,
): string {
  const category = categorySubject(situation);
  const phrases = chosenSubcategories(situation, disputing).flatMap(
    ({ value }) => find(category.subcategories, value) ?? [],
  );
  return phrases.length > 0 && phrases.length <= NAMED_AT_MOST ? phrases.join(', and ') : category.subject;
}

export const isAboutAgreement = (situation: string | null | undefined): boolean =>
  categorySubject(situation).isAgreement;
