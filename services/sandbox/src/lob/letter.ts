import type { World } from '../world/world.ts';
import { expectedDelivery, type Outcome, type Scan } from './itinerary.ts';
import type { AddressInput, LetterInput } from './letter-input.ts';
import { certifiedNumber } from './tracking-number.ts';

const iso = (ms: number) => new Date(ms).toISOString();

const newAddress = ({ ids }: World, input: AddressInput, at: string) => ({
  id: `adr_${ids.hex(16)}`,
  description: null,
  ...input,
  phone: null,
  email: null,
  address_country: 'UNITED STATES',
  metadata: {},
  date_created: at,
  date_modified: at,
  deleted: true,
  object: 'address',
});
type Address = ReturnType<typeof newAddress>;

/** What the carrier saw. */
function newEvent({ from, to }: { from: Address; to: Address }, scan: Scan, time: string, id: string) {
  const { address_city: city, address_state: state, address_zip: zip } = scan.place === 'origin' ? from : to;
  return {
    id: `evnt_${id}`,
    type: 'certified',
    name: scan.name,
    time,
    location: scan.place === 'origin' ? zip.slice(0, 5) : `${city}, ${state} ${zip.slice(0, 5)}`,
    details: {
      event: scan.event ?? 'other',
      description: scan.description ?? '',
      notes: null,
      action_required: scan.actionRequired ?? false,
    },
    date_created: time,
    date_modified: time,
    object: 'tracking_event',
  };
}

/** A letter as Lob answers it when it has just been made. */
export function newLetter(world: World, input: LetterInput, now: number, sendAt: number) {
  const at = iso(now);
  return {
    id: `ltr_${world.ids.hex(16)}`,
    description: input.description,
    metadata: input.metadata,
    to: newAddress(world, input.to, at),
    from: newAddress(world, input.from, at),
    color: input.color,
    double_sided: input.doubleSided,
    address_placement: 'top_first_page',
    return_envelope: false,
    perforated_page: null,
    custom_envelope: null,
    extra_service: input.extraService,
    mail_type: input.mailType,
    use_type: input.useType,
    size: input.size,
    url: '',
    carrier: 'USPS',
    tracking_number: input.extraService === null ? null : certifiedNumber(world.ids.digits(11)),
    tracking_events: [] as ReturnType<typeof newEvent>[],
    thumbnails: [],
    merge_variables: null,
    status: 'processed' as 'processed' | 'rendered' | 'failed',
    failure_reason: null as { failure_reason: string; remediation: string; errors: null } | null,
    expected_delivery_date: expectedDelivery(sendAt),
    send_date: iso(sendAt),
    date_created: at,
    date_modified: at,
    object: 'letter',
  };
}
export type Letter = ReturnType<typeof newLetter>;

/** What is known of a letter beside what the API says. */
export interface LetterRecord {
  letter: Letter;
  pages: number;
  outcome: Outcome;
  /** What is still to happen to it, in order. */
  plan: Scan[];
}

/** Prices and rules differ by it; a letter without it is not tracked by the piece. */
export const isCertified = ({ extra_service }: Pick<Letter, 'extra_service'>): boolean =>
  extra_service === 'certified' || extra_service === 'certified_return_receipt';

/** The letter after something has happened to it at `at`. */
export function afterScan(letter: Letter, scan: Scan, at: number, eventId: string): Letter {
  const time = iso(at);
  const changed = { ...letter, date_modified: time };
  switch (scan.name) {
    case 'letter.rendered_pdf':
      return { ...changed, status: 'rendered' };
    case 'letter.rejected':
    case 'letter.failed':
      return {
        ...changed,
        status: 'failed',
        failure_reason: {
          failure_reason: 'The file could not be printed.',
          remediation: 'Check the pages and send them again.',
          errors: null,
        },
      };
    default:
  }
  if (!isCertified(letter)) return changed;
  return { ...changed, tracking_events: [...letter.tracking_events, newEvent(letter, scan, time, eventId)] };
}
