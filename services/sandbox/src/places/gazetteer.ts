import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { STATE_NAMES } from './states.ts';

export interface City {
  name: string;
  state: string;
  /** County with most of its ZIP codes; empty where there is none. */
  county: string;
  zips: string[];
}

interface Wanted {
  state?: string | undefined;
  zipPrefix?: string | undefined;
  limit: number;
}

const FILE = path.join(import.meta.dirname, '../../data/us-places.tsv.br');

const keyOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[.'’]/g, '')
    .replace(/^saint /, 'st ');

let loaded: Gazetteer | null = null;

/** The gazetteer, read and unpacked at the first question: about a tenth of a second, once. */
export function openGazetteer(): Gazetteer {
  loaded ??= load();
  return loaded;
}

function load() {
  const cities = new Map<string, City>();
  const byZip = new Map<string, City>();
  for (const line of brotliDecompressSync(readFileSync(FILE)).toString('utf8').split('\n')) {
    const [state = '', county = '', name = '', zips = ''] = line.split('\t');
    const codes = zips.split(' ');
    const known = cities.get(`${state}/${keyOf(name)}`);
    const most = known && known.zips.length >= codes.length ? known.county : county;
    const city: City = {
      name: known?.name ?? name,
      state,
      county: most,
      zips: [...(known?.zips ?? []), ...codes].sort(),
    };
    cities.set(`${state}/${keyOf(name)}`, city);
  }
  for (const city of cities.values()) for (const zip of city.zips) byZip.set(zip, city);
  const sorted = [...cities.values()]
    .map((city) => ({ key: keyOf(city.name), city }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const largest = [...cities.values()]
    .filter(({ county }) => county !== '')
    .sort((a, b) => b.zips.length - a.zips.length)
    .slice(0, 50);

  return {
    /** Cities whose name begins with `prefix`, the best known first. */
    search(prefix: string, { state, zipPrefix, limit }: Wanted): City[] {
      const wanted = keyOf(prefix);
      const found: { isWhole: boolean; city: City }[] = [];
      for (let index = lowerBound(sorted, wanted); sorted[index]?.key.startsWith(wanted); index += 1) {
        const { key, city } = sorted[index]!;
        if (state && city.state !== state) continue;
        if (zipPrefix && !city.zips.some((zip) => zip.startsWith(zipPrefix))) continue;
        found.push({ isWhole: key === wanted, city });
      }
      return found
        .sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.city.zips.length - a.city.zips.length)
        .slice(0, limit)
        .map(({ city }) => city);
    },
    find: (name: string, state: string) => cities.get(`${state}/${keyOf(name)}`),
    byZip: (zip: string) => byZip.get(zip),
    /** The cities with most ZIP codes. */
    largest: (limit: number) => largest.slice(0, limit),
  };
}
export type Gazetteer = ReturnType<typeof load>;

function lowerBound(sorted: readonly { key: string }[], wanted: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.key < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `il` or `illinois` as `IL`. */
export function stateCode(text: string): string | undefined {
  const wanted = text.trim().toLowerCase().replace(/\./g, '');
  if (wanted.length === 2) return Object.hasOwn(STATE_NAMES, wanted.toUpperCase()) ? wanted.toUpperCase() : undefined;
  return Object.entries(STATE_NAMES).find(([, name]) => name.toLowerCase() === wanted)?.[0];
}
