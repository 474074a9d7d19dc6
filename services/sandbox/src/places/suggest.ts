import type { City, Gazetteer } from './gazetteer.ts';
import type { Place } from './place.ts';
import { endsStreet, parseTyped, type TypedAddress } from './street-text.ts';

const MOST = 5;

/** Addresses that what was typed may become: the street as typed, the city, state and ZIP code from the table. */
export function suggestPlaces(input: string, gazetteer: Gazetteer): Place[] {
  const typed = parseTyped(input);
  // `12 elm chicago`: no suffix says where the street ends, so its last words may be the city.
  const words = typed.route.split(' ');
  for (let start = 1; start < words.length && !typed.city && !typed.unit; start += 1) {
    const name = words.slice(start).join(' ');
    const city = gazetteer.search(name, { limit: MOST }).filter((each) => isNamed(each, name));
    if (city.length > 0 && !endsStreet(words.at(-1)!))
      return placesFor({ ...typed, route: words.slice(0, start).join(' '), city: name }, gazetteer);
  }
  return placesFor(typed, gazetteer);
}

const isNamed = ({ name }: City, typed: string) => name.toLowerCase() === typed.toLowerCase();

function placesFor(typed: TypedAddress, gazetteer: Gazetteer): Place[] {
  const { houseNumber, route, unit, zipPrefix } = typed;
  const place = (city: City): Place => ({
    houseNumber,
    route,
    unit,
    city: city.name,
    state: city.state,
    zip: city.zips.find((zip) => zipPrefix !== undefined && zip.startsWith(zipPrefix)) ?? city.zips[0] ?? '',
  });
  return citiesFor(typed, gazetteer).map(place);
}

function citiesFor({ city, state, zipPrefix, route, houseNumber }: TypedAddress, gazetteer: Gazetteer): City[] {
  if (city === '') {
    const byZip = zipPrefix?.length === 5 ? gazetteer.byZip(zipPrefix) : undefined;
    if (byZip) return !state || byZip.state === state ? [byZip] : [];
    if (state || zipPrefix) return gazetteer.search('', { state, zipPrefix, limit: MOST });
    // Only a street so far: it may be anywhere, most likely where most people live.
    return houseNumber && route ? gazetteer.largest(MOST) : [];
  }
  return gazetteer.search(city, { state, zipPrefix, limit: MOST });
}
