/** Addresses, names and numbers as they are printed. */
import type { Place } from '../claim/form-data.ts';
import { matchState } from '../jurisdictions/match-state.ts';

/** Nine digits get their dash; anything else stays as it is. */
const formatZip = (zip: string): string => (/^\d{9}$/.test(zip) ? `${zip.slice(0, 5)}-${zip.slice(5)}` : zip);

/** Ten American digits are grouped; anything else stays as it is. */
export function formatPhone(phone: string): string {
  const match = /^1?(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : phone;
}

/** Two lines: street with unit; city, state code and ZIP. The state's text stays when it matches none. */
export function addressLines(place: Place): string[] {
  const street = [place.address, place.apt].filter(Boolean).join(', ');
  const stateAndZip = [matchState(place.state)?.code ?? place.state, formatZip(place.zipcode)]
    .filter(Boolean)
    .join(' ');
  return [street, [place.city, stateAndZip].filter(Boolean).join(', ')].filter(Boolean);
}

/** `Austin, Texas`. */
export const cityAndState = (place: Place): string =>
  [place.city, matchState(place.state)?.name ?? place.state].filter(Boolean).join(', ');
