import endings from '../../data/letter-endings.json' with { type: 'json' };

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
  actionRequired?: boolean | undefined;
  /** `origin`, or else where it goes. */
  place?: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * From the first scan on, in hours from the day the letter is sent. The post office keeps a certified letter for 15 days
 * before it goes back.
 */
const ENDINGS: Readonly<
  Record<Exclude<Outcome, 'rejected' | 'failed'>, readonly (Omit<Scan, 'at'> & { after: number })[]>
> = endings;

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
