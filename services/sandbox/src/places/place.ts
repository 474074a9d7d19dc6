import type { City, Gazetteer } from './gazetteer.ts';
import { STATE_NAMES } from './states.ts';

/** An address that a suggestion stands for. */
export interface Place {
  houseNumber: string;
  route: string;
  unit: string;
  city: string;
  state: string;
  zip: string;
}

export interface AddressComponent {
  long_name: string;
  short_name: string;
  types: string[];
}

/** Google's own ids of addresses it made up from text also carry the text; so a restart forgets none. */
export const placeIdOf = ({ houseNumber, route, unit, city, state, zip }: Place): string =>
  `Sbx${Buffer.from(JSON.stringify([houseNumber, route, unit, city, state, zip])).toString('base64url')}`;

export function placeFromId(placeId: string, gazetteer: Gazetteer): { place: Place; city: City } | null {
  if (!placeId.startsWith('Sbx')) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(placeId.slice(3), 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(parts) || parts.length !== 6 || !parts.every((part) => typeof part === 'string')) return null;
  const [houseNumber, route, unit, name, state, zip] = parts as [string, string, string, string, string, string];
  const city = gazetteer.find(name, state);
  if (!city || (zip !== '' && !city.zips.includes(zip))) return null;
  return { place: { houseNumber, route, unit, city: city.name, state, zip }, city };
}

export const streetOf = ({ houseNumber, route, unit }: Place): string =>
  [houseNumber, route, unit].filter(Boolean).join(' ');

/** `Springfield, IL 62701` */
export const localityOf = ({ city, state, zip }: Place): string => `${city}, ${state}${zip ? ` ${zip}` : ''}`;

export const describe = (place: Place): string => [streetOf(place), localityOf(place)].filter(Boolean).join(', ');

export function componentsOf(place: Place, { county }: City): AddressComponent[] {
  const component = (long_name: string, short_name: string, ...types: string[]) =>
    long_name ? [{ long_name, short_name, types }] : [];
  const district = countyName(place.state, county);
  return [
    ...component(place.unit, place.unit, 'subpremise'),
    ...component(place.houseNumber, place.houseNumber, 'street_number'),
    ...component(place.route, place.route, 'route'),
    ...component(place.city, place.city, 'locality', 'political'),
    ...component(district, district, 'administrative_area_level_2', 'political'),
    ...component(STATE_NAMES[place.state] ?? place.state, place.state, 'administrative_area_level_1', 'political'),
    ...component('United States', 'US', 'country', 'political'),
    ...component(place.zip, place.zip, 'postal_code'),
  ];
}

/** Louisiana has parishes; Alaska's and the capital's names, and those that say `city`, stand for themselves. */
function countyName(state: string, county: string): string {
  if (county === '' || state === 'AK' || state === 'DC' || /\bcity\b/i.test(county)) return county;
  return `${county.replace(/ Parish$/, '')} ${state === 'LA' ? 'Parish' : 'County'}`;
}
