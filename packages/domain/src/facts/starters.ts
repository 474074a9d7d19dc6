/** The days and points that law and letter need, by kind of claim: questions that become rows. */
import { chosenSubcategories } from '../categories/index.ts';
import { LIMIT_ROWS, limitStartOf } from '../categories/limit-start.ts';
import type { ClaimFormData } from '../claim/form-data.ts';
import type { ClaimFact, FactActor } from './rows.ts';

export interface StarterFact {
  /** Of `ClaimFact.asks`. */
  readonly key: string;
  readonly question: string;
  readonly hint: string;
  readonly who: FactActor;
  readonly whoName?: string;
  readonly what: string;
  /** What the row says when it did not happen; without it, nothing. */
  readonly not?: string;
  /** Key of the question whose day cannot be later. */
  readonly after: string;
  /** The day as it was given before. */
  readonly day?: string;
  readonly isAbout?: boolean;
  /** The time to go to court counts from this day. */
  readonly startsLimit: boolean;
}

type Known = Omit<StarterFact, 'key' | 'after' | 'startsLimit'>;
const ask = (question: string, hint: string, who: FactActor, what: string, rest: Partial<Known> = {}): Known => ({ question, hint, who, what, ...rest }); // prettier-ignore

const AGREED = ask(
  'When did you agree?',
  'The day you both said yes, in writing or in words.',
  'both',
  'agreed on this',
);
const ASKED = ask('When did you last ask for the money?', 'A message, a letter or a call.', 'me', 'asked you for the money'); // prettier-ignore
const PAID = ask('When did you pay?', 'The day on your receipt or statement.', 'me', 'paid you');
const TOLD = ask('When did you tell them about it?', 'The first message or call counts.', 'me', 'told you about it', { not: 'did not tell you about it' }); // prettier-ignore
const due = (what: string) => ask('By which day should they have paid?', 'The day you agreed on. Leave it open if none was named.', 'them', what); // prettier-ignore

/**
 * Each set in the order of time; keys `due`, `delivered`, `moved-out` and `happened` name the days that limits count from
 * (`LIMIT_ROWS`).
 */
const SETS: Readonly<Record<string, Readonly<Record<string, Known>>>> = {
  loan: {
    lent: ask('When did you lend the money?', 'The day it changed hands.', 'me', 'lent you the money'),
    due: due('were to pay it back'),
    asked: ASKED,
  },
  invoice: {
    agreed: { ...AGREED, what: 'agreed on the work and its price' },
    done: ask('When did you finish the work?', 'Or the day you handed it over.', 'me', 'finished the work'),
    invoiced: ask('When did you send the invoice?', 'The date on it.', 'me', 'sent you the invoice'),
    due: due('were to pay it'),
    asked: ASKED,
  },
  wages: {
    began: ask('When did you begin to work?', 'Your first day.', 'me', 'began to work for you'),
    ended: ask('Which is the last day you were not paid for?', 'A pay slip or a calendar helps.', 'me', 'worked for you on the last day that was not paid'), // prettier-ignore
    due: due('were to pay me for this work'),
    asked: ASKED,
  },
  check: {
    given: ask('When did you get the check?', 'The date on it.', 'them', 'gave me the check'),
    bounced: ask('When did the bank send it back?', 'It stands in the letter of the bank.', 'other', 'sent the check back unpaid', { whoName: 'The bank' }), // prettier-ignore
    due: due('were to pay it'),
    asked: ASKED,
  },
  shared: {
    agreed: { ...AGREED, what: 'agreed to share the costs' },
    paid: { ...PAID, what: 'paid the bill' },
    due: due('were to pay your share'),
    asked: ASKED,
  },
  rent: {
    agreed: ask(
      'When did you both sign the lease?',
      'Or the day you agreed on the rent.',
      'both',
      'agreed on the rent',
    ),
    due: due('were to pay the rent'),
    asked: ASKED,
  },
  contract: {
    agreed: AGREED,
    paid: PAID,
    due: ask('By which day should it have been done?', 'The day you agreed on. Leave it open if none was named.', 'them', 'were to do what was agreed', { not: 'did not do what was agreed' }), // prettier-ignore
    told: TOLD,
    asked: { ...ASKED, what: 'asked you for my money back' },
  },
  goods: {
    ordered: ask('When did you order?', 'The day on the order or receipt.', 'me', 'ordered it from you'),
    paid: PAID,
    delivered: ask('When did it arrive?', 'Or the day it should have come.', 'them', 'delivered it', { not: 'did not deliver it' }), // prettier-ignore
    defect: ask('When did you see what was wrong?', 'The first day you noticed it.', 'me', 'saw that something was wrong with it'), // prettier-ignore
    told: TOLD,
    asked: { ...ASKED, what: 'asked you for my money back' },
  },
  deposit: {
    'moved-in': ask('When did you move in?', 'The day you got the keys.', 'me', 'moved in'),
    paid: { ...PAID, question: 'When did you pay the deposit?', what: 'paid you the deposit' },
    'moved-out': ask('When did you move out?', 'The day the home was empty.', 'me', 'moved out'),
    keys: ask('When did you give the keys back?', 'To them, or to whom they named.', 'me', 'gave you the keys back', { not: 'did not give you the keys back' }), // prettier-ignore
    address: ask('When did you give them your new address?', 'In many states they must know where to send it.', 'me', 'gave you my new address', { not: 'have not given you my new address' }), // prettier-ignore
    list: ask('When did they send a list of what they kept money for?', 'A letter or message with each cost.', 'them', 'sent me a list of what you kept money for', { not: 'did not send me a list of what you kept money for' }), // prettier-ignore
    asked: { ...ASKED, what: 'asked you for the deposit' },
  },
  home: {
    'moved-in': ask('When did you move in?', 'The day you got the keys.', 'me', 'moved in'),
    happened: ask('When did it begin?', 'The first day you saw it.', 'me', 'saw the problem for the first time'),
    told: TOLD,
    repaired: ask('When did they repair it or stop it?', 'The day it was right again.', 'them', 'put it right', { not: 'did not put it right' }), // prettier-ignore
    asked: ASKED,
  },
  unit: {
    'moved-in': ask('When did they move in?', 'The day they got the keys.', 'them', 'moved in'),
    'moved-out': ask('When did they move out?', 'The day you got the home back.', 'them', 'moved out'),
    found: ask('When did you find the damage?', 'The day of your photos or list.', 'me', 'found the damage'),
    asked: ASKED,
  },
  injury: {
    happened: ask('When were you hurt?', 'The day it happened.', 'me', 'was hurt'),
    told: TOLD,
    doctor: ask('When did you first see a doctor?', 'The day on the bill.', 'me', 'saw a doctor', { not: 'did not see a doctor' }), // prettier-ignore
    asked: ASKED,
  },
  taken: {
    happened: ask('When was it taken or kept?', 'The day you last had it, or lent it.', 'them', 'got what is mine'),
    asked: ask('When did you ask for it back?', 'A message, a letter or a call.', 'me', 'asked you to give it back'),
    refused: ask('When did they refuse?', 'The day they said no.', 'them', 'refused to give it back', { not: 'did not answer' }), // prettier-ignore
  },
  building: {
    agreed: { ...AGREED, what: 'agreed on the work and its price' },
    paid: PAID,
    began: ask('When did they begin?', 'The first day of work.', 'them', 'began the work', { not: 'did not begin the work' }), // prettier-ignore
    happened: ask('When did they stop, or when did it go wrong?', 'The last day of work, or the day of the damage.', 'them', 'stopped the work'), // prettier-ignore
    told: TOLD,
    repaired: ask('When did they come to put it right?', 'The day they came.', 'them', 'came to put it right', { not: 'did not put it right' }), // prettier-ignore
    asked: ASKED,
  },
  repair: {
    brought: ask('When did you bring the car?', 'The day on the order.', 'me', 'brought the car to you'),
    estimate: ask('When did they give an estimate?', 'On paper, by message or in words.', 'them', 'gave me an estimate', { not: 'did not give me an estimate' }), // prettier-ignore
    happened: ask('When did you get the car back?', 'The day you picked it up.', 'me', 'picked up the car', { not: 'have not got the car back' }), // prettier-ignore
    paid: PAID,
    told: TOLD,
    asked: ASKED,
  },
  collision: {
    happened: ask('When did it happen?', 'The day of the collision.', 'them', 'ran into my vehicle'),
    told: TOLD,
    estimate: ask('When did you get an estimate for the repair?', 'The date on it.', 'me', 'got an estimate for the repair', { not: 'did not get an estimate for the repair' }), // prettier-ignore
    repaired: ask('When was it repaired?', 'The date on the bill.', 'me', 'had it repaired', { not: 'have not had it repaired' }), // prettier-ignore
    asked: ASKED,
  },
  damage: {
    happened: ask('When did it happen?', 'The day of the damage.', 'them', 'damaged what is mine'),
    found: ask('When did you find the damage?', 'The day of your photos.', 'me', 'found the damage'),
    told: TOLD,
    estimate: ask('When did you get a price for the repair?', 'The date on it.', 'me', 'got a price for the repair', { not: 'did not get a price for the repair' }), // prettier-ignore
    asked: ASKED,
  },
  promise: {
    agreed: ask('When did they promise it?', 'The day they said it.', 'them', 'promised this'),
    due: ask('By which day should it have been done?', 'The day that was named. Leave it open if none was.', 'them', 'were to keep the promise'), // prettier-ignore
    asked: { ...ASKED, what: 'asked you to keep the promise' },
  },
  chargeback: {
    ordered: ask('When was it bought?', 'The day on the order.', 'them', 'ordered from me'),
    sent: ask('When was it delivered?', 'The day in the carrier’s record.', 'me', 'delivered the order', { not: 'have not delivered it' }), // prettier-ignore
    happened: ask(
      'When was the payment reversed?',
      'The day on the statement.',
      'them',
      'had the card payment reversed',
    ),
    asked: ASKED,
  },
  charged: {
    paid: { ...PAID, what: 'paid you by card' },
    happened: ask('When was your money due back?', 'Or the day of the charge you did not want.', 'them', 'kept the payment'), // prettier-ignore
    told: TOLD,
    asked: ASKED,
  },
  other: {
    agreed: AGREED,
    due: due('were to pay me'),
    asked: ASKED,
  },
};

/** By category; a subcategory with questions of its own stands as `category/subcategory`. */
const SET_OF: Readonly<Record<string, keyof typeof SETS>> = {
  'debt-collection': 'loan',
  'debt-collection/unpaid-invoice': 'invoice',
  'debt-collection/unpaid-wages': 'wages',
  'debt-collection/bounced-check': 'check',
  'debt-collection/shared-expenses': 'shared',
  'debt-collection/unpaid-rent': 'rent',
  'broken-contract': 'contract',
  'broken-contract/goods-not-delivered': 'goods',
  'broken-contract/freelance-work': 'invoice',
  'personal-injury': 'injury',
  'personal-injury/traffic-collision': 'collision',
  'tenant-landlord': 'home',
  'tenant-landlord/security-deposit': 'deposit',
  'tenant-landlord/unpaid-rent': 'rent',
  'tenant-landlord/damage-to-unit': 'unit',
  'stolen-property': 'taken',
  'poor-construction': 'building',
  'product-defect': 'goods',
  'auto-repair': 'repair',
  'auto-repair/used-car-sale': 'goods',
  'damaged-property': 'damage',
  'damaged-property/vehicle-collision': 'collision',
  'broken-verbal-promise': 'promise',
  'broken-verbal-promise/oral-loan': 'loan',
  'broken-verbal-promise/oral-service-deal': 'invoice',
  'broken-verbal-promise/oral-sale': 'goods',
  'broken-verbal-promise/promised-pay': 'wages',
  chargeback: 'chargeback',
  'chargeback/bank-denied-dispute': 'charged',
  'chargeback/subscription-charge': 'charged',
  other: 'other',
};

/** Days that are known from the first step are not asked twice. */
function givenDay(start: string | undefined, data: ClaimFormData): Pick<StarterFact, 'day' | 'isAbout'> {
  if (start === 'happened' && data.date) return { day: data.date, ...(data.dateIsAbout ? { isAbout: true } : {}) };
  return start && start === data.limitDateOf && data.limitDate ? { day: data.limitDate } : {};
}

/** The questions for what was chosen first of the subcategories that have their own, else for the category. */
export function starterFacts(data: ClaimFormData): readonly StarterFact[] {
  const own = chosenSubcategories(data.situation, data.disputing)
    .map(({ value }) => SET_OF[`${data.situation}/${value}`])
    .find(Boolean);
  const set = SETS[own ?? SET_OF[data.situation ?? ''] ?? 'other'] ?? {};
  const keys = Object.keys(set);
  return Object.entries(set).map(([key, known], index) => ({
    ...known,
    key,
    after: keys[index - 1] ?? '',
    startsLimit: LIMIT_ROWS[key] === limitStartOf(data),
    ...givenDay(LIMIT_ROWS[key], data),
  }));
}

/** @param happened - `false` after "this did not happen" */
export const rowOfStarter = (starter: StarterFact, id: string, happened = true): ClaimFact => ({
  id,
  asks: starter.key,
  who: starter.who,
  ...(starter.whoName ? { whoName: starter.whoName } : {}),
  what: happened ? starter.what : (starter.not ?? ''),
  ...(happened ? { day: starter.day ?? '', dayIs: starter.isAbout ? 'about' : 'exact' } : { happened: false }),
});
