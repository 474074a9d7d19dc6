import {
  certifiedName,
  explainCarrierEvent,
  CARRIER_DETAILS,
  PRINT_EVENTS,
  type CarrierEventName,
  type CarrierState,
} from './carrier-events.ts';

/** What kind of scan an event is: a code for programs, where its name is for people. */
export type CarrierStage =
  | 'printing'
  | 'mailed'
  | 'in_transit'
  | 'in_local_area'
  | 'out_for_delivery'
  | 'pickup_available'
  | 'delivered'
  | 're_routed'
  | 'returned'
  | 'issue'
  | 'other';

const STAGE_OF_EVENT: Readonly<Record<CarrierEventName, CarrierStage>> = {
  Mailed: 'mailed',
  'In Transit': 'in_transit',
  'In Local Area': 'in_local_area',
  'Processed for Delivery': 'out_for_delivery',
  'Pickup Available': 'pickup_available',
  Delivered: 'delivered',
  'Re-Routed': 're_routed',
  'Returned to Sender': 'returned',
  Issue: 'issue',
};

/** For an event of a type we do not know, by what its detail means. */
const STAGE_OF_STATE: Readonly<Partial<Record<CarrierState, CarrierStage>>> = {
  mailed: 'mailed',
  in_transit: 'in_transit',
  awaiting_pickup: 'pickup_available',
  delivered: 'delivered',
  returned: 'returned',
  attempted: 'issue',
  refused: 'issue',
  unclaimed: 'issue',
  undeliverable: 'issue',
};

/**
 * The stage of one scan, by the carrier's event type. Computed from what is stored, so scans of any age have one.
 * @param event.name - `In Transit`, or a webhook's type such as `letter.certified.in_transit` or `letter.rejected`
 * @param event.detail - `details.event`
 */
export function stageOfCarrierEvent(event: { name: string; detail?: string | null }): CarrierStage {
  if (Object.hasOwn(PRINT_EVENTS, event.name)) return 'printing';
  const name = certifiedName(event.name);
  if (name) return STAGE_OF_EVENT[name];
  const isExplained = event.detail && event.detail !== 'other' && Object.hasOwn(CARRIER_DETAILS, event.detail);
  return (isExplained && STAGE_OF_STATE[explainCarrierEvent(event).state]) || 'other';
}
