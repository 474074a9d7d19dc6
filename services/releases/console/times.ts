import { ago } from './texts.ts';

export type Zone = 'local' | 'utc';

/** One zone for every time on the screen, and the clock of the service: the browser's may be wrong. */
export interface Times {
  /** `America/Chicago`, `UTC`. */
  zone: string;
  /** Milliseconds, by the clock of the service. */
  now: () => number;
  /** `2026-12-24 17:00` */
  instant: (iso: string) => string;
  /** `17:00`; with its day when it is not today. */
  clock: (iso: string) => string;
  /** `17:00:07` */
  second: (iso: string) => string;
  /** `3 hours ago` */
  ago: (iso: string) => string;
  /** What a field for a time holds, as an instant; `''` for what is no time. */
  isoOf: (field: string) => string;
  /** The other way: an instant as a field for a time holds it; `''` for what is none. */
  fieldOf: (iso: string) => string;
}

const STORED = 'redress-console-zone';
export const storedZone = (): Zone => (localStorage.getItem(STORED) === 'utc' ? 'utc' : 'local');
export const storeZone = (zone: Zone): void => localStorage.setItem(STORED, zone);

/** @param aheadMs - by how much the service's clock is ahead of this one */
export function timesIn(zone: Zone, aheadMs: number): Times {
  const name = zone === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: name });
    return (iso: string) => made.format(new Date(iso));
  };
  const now = () => Date.now() + aheadMs;
  const day = format({ dateStyle: 'short' });
  const time = format({ timeStyle: 'short' });
  const instant = (iso: string) => `${day(iso)} ${time(iso)}`;
  return {
    zone: name,
    now,
    instant,
    clock: (iso) => (day(iso) === day(new Date(now()).toISOString()) ? time(iso) : instant(iso)),
    second: format({ timeStyle: 'medium' }),
    ago: (iso) => ago(iso, now()),
    fieldOf: (iso) => (Number.isNaN(Date.parse(iso)) ? '' : instant(iso).replace(' ', 'T')),
    isoOf(field) {
      const at = new Date(zone === 'utc' ? `${field}Z` : field);
      return Number.isNaN(at.getTime()) ? '' : at.toISOString();
    },
  };
}
