/** How the story of a letter ends. `delivered` unless control or the letter's metadata says otherwise. */
export const OUTCOMES = [
  'delivered',
  'delayed',
  'forwarded',
  'notice_left',
  'unclaimed',
  'refused',
  'returned_to_sender',
  'address_issue',
  'damaged',
  'lost',
  'rejected',
  'failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Something that happens to a letter. `letter.*` is the printer's, everything else a scan of the carrier. */
export interface Scan {
  /** World time in milliseconds. */
  at: number;
  name: string;
  event?: string;
  description?: string;
  actionRequired?: boolean;
  place?: 'origin' | 'destination';
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Step = Omit<Scan, 'at'> & { after: number };

const step = (after: number, name: string, event: string, description: string, more: Partial<Step> = {}): Step => ({
  after,
  name,
  event,
  description,
  place: 'destination',
  ...more,
});

const ACTION = { actionRequired: true };

/** Until the carrier stands before the door; hours from the day the letter is sent. */
const ON_THE_WAY: Step[] = [
  step(24, 'Mailed', 'package_accepted', 'Package has been accepted into the carrier network for delivery.', {
    place: 'origin',
  }),
  step(
    36,
    'In Transit',
    'package_departed',
    'Package has departed from an intermediate location in the carrier network.',
    {
      place: 'origin',
    },
  ),
  step(60, 'In Transit', 'package_arrived', 'Package has arrived at an intermediate location in the carrier network.'),
  step(84, 'In Local Area', 'package_in_local_area', 'Package is at a location near the end destination.'),
];
const OUT = step(92, 'Processed for Delivery', 'out_for_delivery', 'Package is out for delivery.');
const DELIVERED = 'Package has been delivered.';
const NOTICE = step(
  98,
  'Issue',
  'notice_left',
  'Carrier left notice during attempted delivery. Follow carrier instructions on notice.',
  ACTION,
);
const PICKUP = step(
  102,
  'Pickup Available',
  'pickup_available',
  'Package is available for pickup at carrier location.',
  ACTION,
);
const back = (after: number, description = 'Package is to be returned to sender.') =>
  step(after, 'Returned to Sender', 'returned_to_sender', description);

/** From the first scan on. The post office keeps a certified letter for 15 days before it goes back. */
const ENDINGS: Record<Exclude<Outcome, 'rejected' | 'failed'>, Step[]> = {
  delivered: [...ON_THE_WAY, OUT, step(98, 'Delivered', 'delivered', DELIVERED)],
  delayed: [
    ...ON_THE_WAY,
    step(108, 'Issue', 'delayed', 'Delivery of package is delayed.'),
    { ...OUT, after: 164 },
    step(170, 'Delivered', 'delivered', DELIVERED),
  ],
  forwarded: [
    ...ON_THE_WAY,
    step(96, 'Re-Routed', 'package_forwarded', 'Package has been forwarded.'),
    { ...OUT, after: 188 },
    step(194, 'Delivered', 'delivered', DELIVERED),
  ],
  notice_left: [...ON_THE_WAY, OUT, NOTICE, PICKUP, step(222, 'Delivered', 'delivered', DELIVERED)],
  unclaimed: [
    ...ON_THE_WAY,
    OUT,
    NOTICE,
    PICKUP,
    step(98 + 15 * 24, 'Issue', 'package_unclaimed', 'Package is unclaimed.', ACTION),
    back(98 + 16 * 24),
  ],
  refused: [
    ...ON_THE_WAY,
    OUT,
    step(98, 'Issue', 'package_undeliverable', 'Package was refused by the addressee.', ACTION),
    back(122),
  ],
  returned_to_sender: [...ON_THE_WAY, OUT, back(98)],
  address_issue: [
    ...ON_THE_WAY,
    step(96, 'Issue', 'address_issue', 'Address information is incorrect. Contact carrier to ensure delivery.', ACTION),
    back(240),
  ],
  damaged: [...ON_THE_WAY.slice(0, 3), step(72, 'Issue', 'package_damaged', 'Package has been damaged.', ACTION)],
  lost: [...ON_THE_WAY.slice(0, 2), step(240, 'Issue', 'package_lost', 'Package has been lost.', ACTION)],
};

/** How soon the printer reports that a page is rendered, or rejected. */
const RENDER_MS = 2_000;

/** Everything that is to happen to a letter that is sent at `sendAt`. */
export function planFor(outcome: Outcome, createdAt: number, sendAt: number): Scan[] {
  if (outcome === 'rejected' || outcome === 'failed') return [{ at: createdAt + RENDER_MS, name: `letter.${outcome}` }];
  return [
    { at: createdAt + RENDER_MS, name: 'letter.rendered_pdf' },
    ...ENDINGS[outcome].map(({ after, ...scan }) => ({ ...scan, at: sendAt + after * HOUR })),
  ];
}

/** The day certified mail is promised for: five days, and never a Sunday. */
export function expectedDelivery(sendAt: number): string {
  const day = new Date(sendAt + 5 * DAY);
  if (day.getUTCDay() === 0) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/** `letter.certified.in_transit`, as webhooks name a scan. */
export const webhookType = (scanName: string, isCertified: boolean): string =>
  scanName.startsWith('letter.')
    ? scanName
    : `letter.${isCertified ? 'certified.' : ''}${scanName.toLowerCase().replaceAll(' ', '_')}`;
