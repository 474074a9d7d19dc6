/** Which day it is where a claim happened: the day documents carry (R35). */
import zones from '../../data/time-zones.json' with { type: 'json' };
import { matchState } from '../jurisdictions/match-state.ts';
import { dayInZone, type CalendarDay } from './calendar-day.ts';

const EASTERN = 'America/New_York';

interface Zone {
  readonly zone: string;
  /** States most of whose people live in it. */
  readonly states: readonly string[];
  /** ZIP areas that lie in it, and in another than most of their state. */
  readonly zips: readonly string[];
}
const ZONES: readonly Zone[] = zones;

export interface ZonedPlace {
  readonly state?: string | null | undefined;
  readonly zipcode?: string | null | undefined;
}

/** The IANA zone of a place; that of the east coast where no state is known. */
export function zoneOfPlace({ state, zipcode }: ZonedPlace): string {
  const code = matchState(state)?.code ?? '';
  const area = zipcode?.trim().slice(0, 3) ?? '';
  const found = ZONES.find(({ zips }) => zips.includes(area)) ?? ZONES.find(({ states }) => states.includes(code));
  return found?.zone ?? EASTERN;
}

/** The day a document made at that moment carries. */
export const dayAtPlace = (instantMs: number, place: ZonedPlace): CalendarDay =>
  dayInZone(instantMs, zoneOfPlace(place));

/** Whether a browser named a zone this machine knows; anything else is not stored. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
