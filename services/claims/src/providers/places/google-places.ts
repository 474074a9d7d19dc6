import { AppError, type PlaceResult } from '@redress/contracts';
import { readAtMost } from '@redress/server/read-at-most';
import { present } from '@redress/server/secrets';
import { tracedFetch } from '@redress/telemetry/server';
import * as z from 'zod/mini';
import type { PlacesConfig } from '../../platform/config.ts';
import type { Places } from '../ports/places.ts';

/** docs/reliability.md, Time limits: suggestions are worth waiting 3 s for. */
const TIMEOUT_MS = 3_000;
const MAX_BYTES = 256 * 1024;

const Component = z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) });
const Found = z.object({
  address_components: z.optional(z.array(Component)),
  formatted_address: z.optional(z.string()),
});
const Suggestions = z.object({
  status: z.string(),
  predictions: z.optional(z.array(z.object({ description: z.string(), place_id: z.string() }))),
});
const Details = z.object({ status: z.string(), result: z.optional(Found) });

/** US first, then Canadian and British forms (specification, section 5). */
const ZIP_PATTERNS = [
  /\b(\d{5})(?:-\d{4})?\b(?!.*\b\d{5}\b)/,
  /\b([A-Z]\d[A-Z] ?\d[A-Z]\d)\b/i,
  /\b([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\b/i,
];

export function zipFrom(formattedAddress: string): string {
  for (const pattern of ZIP_PATTERNS) {
    const found = pattern.exec(formattedAddress)?.[1];
    if (found) return found;
  }
  return '';
}

/** A provider's address as the form's fields; what it does not say stays empty, never guessed (R16). */
export function toPlaceResult({
  address_components: components = [],
  formatted_address: formatted = '',
}: z.output<typeof Found>): PlaceResult {
  const long = (...types: string[]): string => {
    for (const type of types) {
      const found = components.find((component) => component.types.includes(type));
      if (found) return found.long_name;
    }
    return '';
  };
  return {
    street: [long('street_number'), long('route')].filter(Boolean).join(' '),
    city: long('locality', 'postal_town', 'sublocality', 'administrative_area_level_3'),
    state: long('administrative_area_level_1'),
    country: long('country'),
    zipcode: long('postal_code') || zipFrom(formatted),
    formatted_address: formatted,
  };
}

/** Google's Places web service, or whatever speaks its wire at the configured address: one host, no redirects. */
export function createGooglePlaces({ baseUrl, key }: PlacesConfig): Places {
  async function get<S extends z.core.$ZodType>(
    path: string,
    params: Record<string, string>,
    schema: S,
  ): Promise<z.output<S>> {
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries({ ...params, key: present(key) })) url.searchParams.set(name, value);
    try {
      const response = await tracedFetch('places', url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`status ${response.status}`);
      }
      return z.parse(schema, JSON.parse((await readAtMost(response, MAX_BYTES)).toString()));
    } catch (error) {
      // Its own words may quote what was typed; the kind of failure is enough for a log.
      throw new AppError('PROVIDER_DOWN', { details: { provider: 'places', reason: (error as Error).name } });
    }
  }

  const refuse = (status: string): never => {
    throw new AppError('PROVIDER_DOWN', { details: { provider: 'places', reason: status.slice(0, 40) } });
  };

  return {
    async suggest(input, sessiontoken) {
      const fixed = { types: 'address', components: 'country:us', language: 'en' };
      const { status, predictions = [] } = await get(
        '/maps/api/place/autocomplete/json',
        { input, sessiontoken, ...fixed },
        Suggestions,
      );
      if (status === 'ZERO_RESULTS' || status === 'INVALID_REQUEST') return [];
      return status === 'OK' ? predictions.slice(0, 10) : refuse(status);
    },
    async details(placeId, sessiontoken) {
      const { status, result } = await get(
        '/maps/api/place/details/json',
        { place_id: placeId, sessiontoken, fields: 'address_components,formatted_address', language: 'en' },
        Details,
      );
      if (status === 'NOT_FOUND' || status === 'INVALID_REQUEST' || status === 'ZERO_RESULTS')
        throw new AppError('NOT_FOUND');
      return status === 'OK' && result ? { place: result, address: toPlaceResult(result) } : refuse(status);
    },
  };
}
