/** Which day it is where a claim happened: the day documents carry (R35). */
import { matchState } from '../jurisdictions/match-state.ts';
import { dayInZone, type CalendarDay } from './calendar-day.ts';

const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';
const MOUNTAIN = 'America/Denver';
const PACIFIC = 'America/Los_Angeles';

/** The zone most people of a state live in. */
const STATE_ZONES: Readonly<Record<string, string>> = {
  AK: 'America/Anchorage',
  AL: CENTRAL,
  AR: CENTRAL,
  AZ: 'America/Phoenix',
  CA: PACIFIC,
  CO: MOUNTAIN,
  HI: 'Pacific/Honolulu',
  IA: CENTRAL,
  ID: 'America/Boise',
  IL: CENTRAL,
  IN: 'America/Indiana/Indianapolis',
  KS: CENTRAL,
  KY: 'America/Kentucky/Louisville',
  LA: CENTRAL,
  MI: 'America/Detroit',
  MN: CENTRAL,
  MO: CENTRAL,
  MS: CENTRAL,
  MT: MOUNTAIN,
  ND: CENTRAL,
  NE: CENTRAL,
  NM: MOUNTAIN,
  NV: PACIFIC,
  OK: CENTRAL,
  OR: PACIFIC,
  SD: CENTRAL,
  TN: CENTRAL,
  TX: CENTRAL,
  UT: MOUNTAIN,
  WA: PACIFIC,
  WI: CENTRAL,
  WY: MOUNTAIN,
};

/** ZIP areas that lie in another zone than most of their state. */
const ZIP_ZONES: Readonly<Record<string, string>> = {
  '324': CENTRAL, '325': CENTRAL, // Florida, west
  '373': EASTERN, '374': EASTERN, '376': EASTERN, '377': EASTERN, '378': EASTERN, '379': EASTERN, // Tennessee, east
  '420': CENTRAL, '421': CENTRAL, '422': CENTRAL, '423': CENTRAL, '424': CENTRAL, // Kentucky, west
  '463': CENTRAL, '464': CENTRAL, '476': CENTRAL, '477': CENTRAL, // Indiana, north-west and south-west
  '577': MOUNTAIN, // South Dakota, west
  '691': MOUNTAIN, '693': MOUNTAIN, // Nebraska, west
  '798': MOUNTAIN, '799': MOUNTAIN, '885': MOUNTAIN, // Texas, El Paso
  '835': PACIFIC, '838': PACIFIC, // Idaho, north
  '979': 'America/Boise', // Oregon, east
}; // prettier-ignore

export interface ZonedPlace {
  readonly state?: string | null | undefined;
  readonly zipcode?: string | null | undefined;
}

/** The IANA zone of a place; that of the east coast where no state is known. */
export function zoneOfPlace({ state, zipcode }: ZonedPlace): string {
  const code = matchState(state)?.code ?? '';
  return ZIP_ZONES[zipcode?.trim().slice(0, 3) ?? ''] ?? STATE_ZONES[code] ?? EASTERN;
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
