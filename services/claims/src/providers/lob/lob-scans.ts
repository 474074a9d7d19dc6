import { SCAN_DETAILS, SCAN_STAGES, type ScanDetail, type ScanStage } from '@redress/domain';
import * as z from 'zod/mini';
import type { CarrierLetter, Scan } from '../ports/carrier.ts';
import names from './lob-scans.json' with { type: 'json' };

const Event = z.object({
  name: z.nullable(z.string()),
  time: z.string(),
  location: z.optional(z.nullable(z.string())),
  details: z.optional(z.nullable(z.object({ event: z.string(), description: z.optional(z.nullable(z.string())) }))),
});

/** The part of a letter that is read; everything else a letter says is left alone. */
export const Letter = z.object({
  id: z.string().check(z.regex(/^ltr_[a-zA-Z0-9]+$/)),
  tracking_number: z.optional(z.nullable(z.string())),
  expected_delivery_date: z.optional(z.nullable(z.string())),
  tracking_events: z.optional(z.nullable(z.array(Event))),
});

const STAGES = names.stages as Readonly<Record<string, ScanStage>>;

/** `details.event`; `other` says less than the event's own name. */
const DETAILS = names.details as Readonly<Record<string, ScanDetail>>;

/** What the printer says by the type of a webhook alone; the letter itself does not carry it in every version. */
export const PRINTER_NEWS: ReadonlyMap<string, ScanDetail> = new Map([
  ['letter.rejected', 'print_refused'],
  ['letter.failed', 'print_failed'],
  ['letter.deleted', 'print_stopped'],
]);

/** A refusal has no detail of its own: the description of a letter that comes back says it. */
const REFUSAL = /\brefus(?:ed|al)\b/i;
const NOT_COMING_BACK: ReadonlySet<string> = new Set(['delivered', 'mailed']);

const own = <T>(table: Readonly<Record<string, T>>, key: string | null | undefined): T | null =>
  (key && Object.hasOwn(table, key) && table[key]) || null;

/** For an event of a name that is not known, by what its detail means. */
const stageOf = (detail: ScanDetail | null): ScanStage => {
  const state = detail && SCAN_DETAILS[detail].state;
  if (state === null) return 'other';
  const stages = Object.entries(SCAN_STAGES) as [ScanStage, { state: string }][];
  return stages.find(([, meaning]) => meaning.state === state)?.[0] ?? 'issue';
};

/** @returns none for an event without a time */
export function scanOf({ name, time, location, details }: z.output<typeof Event>): Scan[] {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return [];
  const said = own(DETAILS, details?.event);
  const stage = own(STAGES, name) ?? stageOf(said);
  const state = said ? SCAN_DETAILS[said].state : SCAN_STAGES[stage].state;
  const isRefused = !NOT_COMING_BACK.has(state) && REFUSAL.test(details?.description ?? '');
  return [{ stage, at, place: location ?? null, detail: isRefused ? 'refused' : said }];
}

export const letterOf = (letter: z.output<typeof Letter>): CarrierLetter => ({
  id: letter.id,
  trackingNumber: letter.tracking_number ?? null,
  expectedDelivery: letter.expected_delivery_date?.slice(0, 10) ?? null,
  scans: (letter.tracking_events ?? []).flatMap(scanOf),
});
