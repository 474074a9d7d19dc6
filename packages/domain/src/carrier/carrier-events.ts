/**
 * What the carrier says about a certified letter, in plain words and with a next step.
 * Names and details are those of Lob's certified tracking events. R20.
 */
export type CarrierState =
  | 'preparing'
  | 'mailed'
  | 'in_transit'
  | 'attempted'
  | 'awaiting_pickup'
  | 'delivered'
  | 'refused'
  | 'unclaimed'
  | 'returned'
  | 'undeliverable'
  | 'rejected';

export interface CarrierMeaning {
  readonly state: CarrierState;
  /** Where it is and what that means, in one sentence. */
  readonly sentence: string;
  /** What the claimant does now; `null` when there is nothing to do. */
  readonly nextStep: string | null;
}

const ask = (about: string) => `Ask the Postal Service about ${about}. Give them the tracking number.`;
const WAIT = 'Wait two more business days. If nothing changes, ask the Postal Service with the tracking number.';
const CHECK_ADDRESS = 'Check the address. If it is wrong, send the letter again to the right one.';
const AFTER_UNCLAIMED =
  'Keep the record: it shows that you tried. You can send the letter again by regular mail, or go on to court.';
const WATCH_PICKUP = 'You can tell the other side that a letter waits for them. After about 15 days it comes back.';

export const CARRIER_DETAILS = {
  package_accepted: { state: 'mailed', sentence: 'The Postal Service has your letter.', nextStep: null },
  package_arrived: { state: 'in_transit', sentence: 'Your letter has reached a sorting center on its way.', nextStep: null },
  package_departed: { state: 'in_transit', sentence: 'Your letter has left a sorting center and is on its way.', nextStep: null },
  package_processing: { state: 'in_transit', sentence: 'Your letter is being sorted.', nextStep: null },
  package_processed: { state: 'in_transit', sentence: 'Your letter has been sorted and goes on.', nextStep: null },
  package_in_local_area: { state: 'in_transit', sentence: 'Your letter is near the address.', nextStep: null },
  delivery_scheduled: { state: 'in_transit', sentence: 'A day for delivery is set.', nextStep: null },
  out_for_delivery: { state: 'in_transit', sentence: 'The mail carrier has your letter and delivers it today.', nextStep: null },
  pickup_available: { state: 'awaiting_pickup', sentence: 'Your letter waits at the post office for the other side to pick it up.', nextStep: WATCH_PICKUP },
  delivered: { state: 'delivered', sentence: 'Your letter was delivered.', nextStep: 'Wait for payment or an answer until the date in your letter.' },
  package_forwarded: { state: 'in_transit', sentence: 'Your letter was sent on to a new address.', nextStep: 'Nothing now. Delivery takes a few days longer.' },
  returned_to_sender: { state: 'returned', sentence: 'Your letter is coming back.', nextStep: CHECK_ADDRESS },
  address_issue: { state: 'attempted', sentence: 'The Postal Service has a problem with the address.', nextStep: CHECK_ADDRESS },
  contact_carrier: { state: 'attempted', sentence: 'The Postal Service needs to be asked about your letter.', nextStep: ask('this letter') },
  delayed: { state: 'in_transit', sentence: 'Your letter is late.', nextStep: WAIT },
  delivery_attempted: { state: 'attempted', sentence: 'The mail carrier tried to deliver your letter and nobody took it.', nextStep: 'Nothing now. The carrier leaves a notice or tries again.' },
  delivery_rescheduled: { state: 'in_transit', sentence: 'It will be delivered on another day.', nextStep: null },
  location_inaccessible: { state: 'attempted', sentence: 'The mail carrier could not get to the address.', nextStep: WAIT },
  notice_left: { state: 'awaiting_pickup', sentence: 'Nobody was there, so the mail carrier left a notice to pick the letter up.', nextStep: WATCH_PICKUP },
  package_damaged: { state: 'attempted', sentence: 'Your letter was damaged on its way.', nextStep: 'Ask us to send it again.' },
  package_disposed: { state: 'undeliverable', sentence: 'Your letter could not be delivered, and the post office did not keep it.', nextStep: CHECK_ADDRESS },
  package_held: { state: 'awaiting_pickup', sentence: 'Your letter is held at the post office.', nextStep: ask('why it is held') },
  package_lost: { state: 'undeliverable', sentence: 'Your letter was lost on its way.', nextStep: 'Ask us to send it again.' },
  package_unclaimed: { state: 'unclaimed', sentence: 'No one picked up your letter, so it is coming back.', nextStep: AFTER_UNCLAIMED },
  package_undeliverable: { state: 'undeliverable', sentence: 'Your letter could not be handed over at this address.', nextStep: CHECK_ADDRESS },
  reschedule_delivery: { state: 'awaiting_pickup', sentence: 'The other side must set a new day for delivery.', nextStep: WATCH_PICKUP },
  other: { state: 'in_transit', sentence: 'The Postal Service has news it does not explain.', nextStep: 'Look at the tracking page for more.' },
} as const satisfies Record<string, CarrierMeaning>; // prettier-ignore

/** Used when an event carries no detail, or one we do not know. */
export const CARRIER_EVENTS = {
  Mailed: CARRIER_DETAILS.package_accepted,
  'In Transit': { state: 'in_transit', sentence: 'Your letter is on its way.', nextStep: null },
  'In Local Area': CARRIER_DETAILS.package_in_local_area,
  'Processed for Delivery': CARRIER_DETAILS.out_for_delivery,
  'Pickup Available': CARRIER_DETAILS.pickup_available,
  Delivered: CARRIER_DETAILS.delivered,
  'Re-Routed': CARRIER_DETAILS.package_forwarded,
  'Returned to Sender': CARRIER_DETAILS.returned_to_sender,
  Issue: { state: 'attempted', sentence: 'The Postal Service has a problem with your letter.', nextStep: ask('this letter') },
} as const satisfies Record<string, CarrierMeaning>; // prettier-ignore
export type CarrierEventName = keyof typeof CARRIER_EVENTS;

/** What the printer says before the Postal Service has the letter. */
export const PRINT_EVENTS = {
  'letter.created': { state: 'preparing', sentence: 'Your letter is with the printer.', nextStep: null },
  'letter.rendered_pdf': { state: 'preparing', sentence: 'Your letter is ready to print.', nextStep: null },
  'letter.rejected': { state: 'rejected', sentence: 'The printer did not accept your letter. It was not mailed.', nextStep: 'We look at it and write to you. You do not pay again.' },
  'letter.failed': { state: 'rejected', sentence: 'Your letter could not be printed. It was not mailed.', nextStep: 'We look at it and write to you. You do not pay again.' },
  'letter.deleted': { state: 'rejected', sentence: 'The mailing was stopped before printing.', nextStep: null },
} as const satisfies Record<string, CarrierMeaning>; // prettier-ignore

export const REFUSED: CarrierMeaning = {
  state: 'refused',
  sentence: 'The other side refused to take your letter.',
  nextStep:
    'Keep the record: it shows that you tried. You can send the letter again by regular mail, or go on to court.',
};

/** Taken by the printer, before the first scan of the Postal Service. */
export const HANDED_TO_PRINTER: CarrierMeaning = {
  state: 'preparing',
  sentence: 'Your letter was handed to the printer, and the Postal Service has not scanned it yet.',
  nextStep: null,
};

const CAUSES: ReadonlySet<CarrierState> = new Set(['refused', 'unclaimed', 'undeliverable']);

/**
 * What a history means as a whole. A letter that comes back because nobody took it keeps the sentence and the advice
 * of that: to check the address would contradict it.
 * @param meanings - of the scans that led to where the letter is, oldest first
 */
export function standingMeaning(meanings: readonly CarrierMeaning[]): CarrierMeaning {
  const newest = meanings.at(-1) ?? HANDED_TO_PRINTER;
  if (newest.state !== 'returned') return newest;
  const cause = meanings.findLast(({ state }) => CAUSES.has(state));
  return cause ? { ...cause, state: 'returned' } : newest;
}

/** What the claimant can do with one press about a letter that did not arrive. */
export type CarrierAct = 'regular-post' | 'new-address' | 'court-papers';

/** @returns the acts in the order they help: a wrong address comes before another try at the same one */
export function actsAfter({ state, nextStep }: CarrierMeaning): readonly CarrierAct[] {
  if (nextStep === CHECK_ADDRESS) return ['new-address', 'regular-post', 'court-papers'];
  if (CAUSES.has(state) || state === 'returned') return ['regular-post', 'new-address', 'court-papers'];
  return [];
}

/** News in which there is nothing to do yet is shown and not mailed. */
const MAY_WAIT: ReadonlySet<CarrierMeaning> = new Set([
  CARRIER_DETAILS.delivery_attempted,
  CARRIER_DETAILS.location_inaccessible,
]);
export const mayWait = (meaning: CarrierMeaning): boolean => MAY_WAIT.has(meaning);

const UNKNOWN: CarrierMeaning = CARRIER_DETAILS.other;
const own = (
  table: Readonly<Record<string, CarrierMeaning>>,
  key: string | null | undefined,
): CarrierMeaning | undefined => (key && Object.hasOwn(table, key) ? table[key] : undefined);

/** `letter.certified.in_transit` is the event `In Transit`. */
export const certifiedName = (type: string): CarrierEventName | undefined => {
  const bare = type
    .replace(/^letter\.certified\./, '')
    .replace(/[_\s-]+/g, ' ')
    .toLowerCase();
  return (Object.keys(CARRIER_EVENTS) as CarrierEventName[]).find(
    (name) => name.replace(/-/g, ' ').toLowerCase() === bare,
  );
};

/**
 * Explains an event. A refusal has no detail of its own: the carrier's description shows it.
 * @param event.name - `In Transit`, or a webhook's type such as `letter.certified.in_transit` or `letter.rejected`
 * @param event.detail - `details.event`
 */
export function explainCarrierEvent(event: {
  name: string;
  detail?: string | null;
  description?: string | null;
}): CarrierMeaning {
  const named = own(PRINT_EVENTS, event.name) ?? own(CARRIER_EVENTS, certifiedName(event.name));
  // `other` says less than the event's own name.
  const meaning = (event.detail === 'other' ? named : own(CARRIER_DETAILS, event.detail)) ?? named ?? UNKNOWN;
  const isComingBack = meaning.state !== 'delivered' && meaning.state !== 'mailed' && meaning.state !== 'preparing';
  return isComingBack && /\brefus(?:ed|al)\b/i.test(event.description ?? '') ? REFUSED : meaning;
}
