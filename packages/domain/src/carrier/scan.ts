/** What scans of a certified letter mean, in plain words and with a next step. Every carrier's news is put into these. R20. */

/** What kind of scan it is. */
export type ScanStage = keyof typeof STAGE_NAMES;

/** As people read it. */
export const STAGE_NAMES = {
  printing: 'Printing',
  mailed: 'Mailed',
  in_transit: 'In Transit',
  in_local_area: 'In Local Area',
  out_for_delivery: 'Processed for Delivery',
  pickup_available: 'Pickup Available',
  delivered: 'Delivered',
  re_routed: 'Re-Routed',
  returned: 'Returned to Sender',
  issue: 'Issue',
  other: 'Other News',
} as const;

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
const CHECK_ADDRESS = 'Check the address. You can have the same letter sent to another one: the case shows how.';
const AFTER_UNCLAIMED =
  'Keep the record: it shows that you tried. You can have the same letter sent by first-class mail, or go on to court.';
const WATCH_PICKUP = 'You can tell the other side that a letter waits for them. After about 15 days it comes back.';

/** What exactly happened, where the carrier says it. */
export const SCAN_DETAILS = {
  accepted: { state: 'mailed', sentence: 'The Postal Service has your letter.', nextStep: null },
  arrived: { state: 'in_transit', sentence: 'Your letter has reached a sorting center on its way.', nextStep: null },
  departed: { state: 'in_transit', sentence: 'Your letter has left a sorting center and is on its way.', nextStep: null },
  sorting: { state: 'in_transit', sentence: 'Your letter is being sorted.', nextStep: null },
  sorted: { state: 'in_transit', sentence: 'Your letter has been sorted and goes on.', nextStep: null },
  near: { state: 'in_transit', sentence: 'Your letter is near the address.', nextStep: null },
  day_set: { state: 'in_transit', sentence: 'A day for delivery is set.', nextStep: null },
  out_for_delivery: { state: 'in_transit', sentence: 'The mail carrier has your letter and delivers it today.', nextStep: null },
  pickup_available: { state: 'awaiting_pickup', sentence: 'Your letter waits at the post office for the other side to pick it up.', nextStep: WATCH_PICKUP },
  delivered: { state: 'delivered', sentence: 'Your letter was delivered.', nextStep: 'Wait for payment or an answer until the date in your letter.' },
  forwarded: { state: 'in_transit', sentence: 'Your letter was sent on to a new address.', nextStep: 'Nothing now. Delivery takes a few days longer.' },
  coming_back: { state: 'returned', sentence: 'Your letter is coming back.', nextStep: CHECK_ADDRESS },
  address_issue: { state: 'attempted', sentence: 'The Postal Service has a problem with the address.', nextStep: CHECK_ADDRESS },
  ask_carrier: { state: 'attempted', sentence: 'The Postal Service needs to be asked about your letter.', nextStep: ask('this letter') },
  delayed: { state: 'in_transit', sentence: 'Your letter is late.', nextStep: WAIT },
  attempted: { state: 'attempted', sentence: 'The mail carrier tried to deliver your letter and nobody took it.', nextStep: 'Nothing now. The carrier leaves a notice or tries again.' },
  other_day: { state: 'in_transit', sentence: 'It will be delivered on another day.', nextStep: null },
  inaccessible: { state: 'attempted', sentence: 'The mail carrier could not get to the address.', nextStep: WAIT },
  notice_left: { state: 'awaiting_pickup', sentence: 'Nobody was there, so the mail carrier left a notice to pick the letter up.', nextStep: WATCH_PICKUP },
  damaged: { state: 'attempted', sentence: 'Your letter was damaged on its way.', nextStep: 'Ask us to send it again.' },
  disposed: { state: 'undeliverable', sentence: 'Your letter could not be delivered, and the post office did not keep it.', nextStep: CHECK_ADDRESS },
  held: { state: 'awaiting_pickup', sentence: 'Your letter is held at the post office.', nextStep: ask('why it is held') },
  lost: { state: 'undeliverable', sentence: 'Your letter was lost on its way.', nextStep: 'Ask us to send it again.' },
  unclaimed: { state: 'unclaimed', sentence: 'No one picked up your letter, so it is coming back.', nextStep: AFTER_UNCLAIMED },
  undeliverable: { state: 'undeliverable', sentence: 'Your letter could not be handed over at this address.', nextStep: CHECK_ADDRESS },
  day_wanted: { state: 'awaiting_pickup', sentence: 'The other side must set a new day for delivery.', nextStep: WATCH_PICKUP },
  refused: { state: 'refused', sentence: 'The other side refused to take your letter.', nextStep: AFTER_UNCLAIMED },
  print_refused: { state: 'rejected', sentence: 'The printer did not accept your letter. It was not mailed.', nextStep: 'We are checking why and write to you. You do not pay again.' },
  print_failed: { state: 'rejected', sentence: 'Your letter could not be printed. It was not mailed.', nextStep: 'We are checking why and write to you. You do not pay again.' },
  print_stopped: { state: 'rejected', sentence: 'The mailing was stopped before printing.', nextStep: null },
} as const satisfies Record<string, CarrierMeaning>; // prettier-ignore
export type ScanDetail = keyof typeof SCAN_DETAILS;
export const isScanDetail = (text: string): text is ScanDetail => Object.hasOwn(SCAN_DETAILS, text);

/** Taken by the printer, before the first scan of the Postal Service. */
export const HANDED_TO_PRINTER: CarrierMeaning = {
  state: 'preparing',
  sentence: 'Your letter was handed to the printer, and the Postal Service has not scanned it yet.',
  nextStep: null,
};

/** What a stage says by itself. */
export const SCAN_STAGES: Readonly<Record<ScanStage, CarrierMeaning>> = {
  printing: HANDED_TO_PRINTER,
  mailed: SCAN_DETAILS.accepted,
  in_transit: { state: 'in_transit', sentence: 'Your letter is on its way.', nextStep: null },
  in_local_area: SCAN_DETAILS.near,
  out_for_delivery: SCAN_DETAILS.out_for_delivery,
  pickup_available: SCAN_DETAILS.pickup_available,
  delivered: SCAN_DETAILS.delivered,
  re_routed: SCAN_DETAILS.forwarded,
  returned: SCAN_DETAILS.coming_back,
  issue: { state: 'attempted', sentence: 'The Postal Service has a problem with your letter.', nextStep: ask('this letter') },
  other: { state: 'in_transit', sentence: 'The Postal Service has news it does not explain.', nextStep: 'Look at the tracking page for more.' },
}; // prettier-ignore

/** The detail says more than the stage. */
export const explainScan = (scan: { stage: ScanStage; detail: ScanDetail | null }): CarrierMeaning =>
  scan.detail ? SCAN_DETAILS[scan.detail] : SCAN_STAGES[scan.stage];

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
const MAY_WAIT: ReadonlySet<CarrierMeaning> = new Set([SCAN_DETAILS.attempted, SCAN_DETAILS.inaccessible]);
export const mayWait = (meaning: CarrierMeaning): boolean => MAY_WAIT.has(meaning);
