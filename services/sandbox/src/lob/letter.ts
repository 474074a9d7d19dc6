import type { Outcome, Scan } from './itinerary.ts';

export interface LobAddress {
  id: string;
  description: null;
  name: string | null;
  company: string | null;
  phone: null;
  email: null;
  address_line1: string;
  address_line2: string | null;
  address_city: string;
  address_state: string;
  address_zip: string;
  address_country: string;
  metadata: Record<string, string>;
  date_created: string;
  date_modified: string;
  deleted: true;
  object: 'address';
}

export interface TrackingEvent {
  id: string;
  type: 'certified' | 'normal';
  name: string;
  time: string;
  location: string | null;
  details?: { event: string; description: string; notes: string | null; action_required: boolean };
  date_created: string;
  date_modified: string;
  object: 'tracking_event';
}

/** A letter as Lob answers it. */
export interface Letter {
  id: string;
  description: string | null;
  metadata: Record<string, string>;
  to: LobAddress;
  from: LobAddress;
  color: boolean;
  double_sided: boolean;
  address_placement: string;
  return_envelope: boolean;
  perforated_page: number | null;
  custom_envelope: null;
  extra_service: string | null;
  mail_type: string;
  use_type: string;
  size: string;
  url: string;
  carrier: 'USPS';
  tracking_number: string | null;
  tracking_events: TrackingEvent[];
  thumbnails: { small: string; medium: string; large: string }[];
  merge_variables: null;
  status: 'processed' | 'rendered' | 'failed';
  failure_reason: { failure_reason: string; remediation: string; errors: null } | null;
  expected_delivery_date: string;
  send_date: string;
  date_created: string;
  date_modified: string;
  object: 'letter';
}

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
