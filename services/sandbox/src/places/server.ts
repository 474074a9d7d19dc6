import type { FastifyInstance } from 'fastify';
import type { FaultPlan } from '../world/faults.ts';
import { createWireServer } from '../world/http.ts';
import type { IssuedKeys } from '../keys.ts';
import { openGazetteer } from './gazetteer.ts';
import { componentsOf, describe, localityOf, placeFromId, placeIdOf, streetOf, type Place } from './place.ts';
import { suggestPlaces } from './suggest.ts';

/** Credit that the licence of the data asks for (CC BY 4.0), wherever suggestions are shown. */
const CREDIT = ['ZIP codes by <a href="https://www.geonames.org">GeoNames</a>, CC BY 4.0'];
/** Google's tokens are URL-safe and at most this long. */
const SESSION_TOKEN = /^[\w-]{1,36}$/;
const LONGEST_INPUT = 500;

type Query = Record<string, string | undefined>;

/** Google's Places web service, the legacy wire: `autocomplete/json` and `details/json`. */
export function createPlacesServer(options: {
  faults: FaultPlan;
  keys: Pick<IssuedKeys, 'isIssued'>;
}): FastifyInstance {
  const { faults, keys } = options;
  const app = createWireServer({
    service: 'places',
    faults,
    errorBody: (status, message) => ({
      status: status === 429 ? 'OVER_QUERY_LIMIT' : 'UNKNOWN_ERROR',
      error_message: message,
    }),
  });
  /** Google answers 200 to everything it has understood enough to refuse. */
  const refusal = (query: Query) => {
    if (!keys.isIssued('placesKey', query['key']))
      return { status: 'REQUEST_DENIED', error_message: 'The provided API key is invalid.' };
    const token = query['sessiontoken'];
    if (token !== undefined && !SESSION_TOKEN.test(token))
      return { status: 'INVALID_REQUEST', error_message: 'sessiontoken must be URL-safe and at most 36 characters.' };
    return null;
  };

  app.get('/maps/api/place/autocomplete/json', (request) => {
    const query = request.query as Query;
    const refused = refusal(query);
    if (refused) return { predictions: [], ...refused };
    const input = query['input']?.trim() ?? '';
    if (input === '' || input.length > LONGEST_INPUT) return { predictions: [], status: 'INVALID_REQUEST' };
    const countries = query['components']?.match(/country:[a-z]{2}/gi);
    const isElsewhere = countries && !countries.some((country) => country.toLowerCase() === 'country:us');
    const places = isElsewhere ? [] : suggestPlaces(input, openGazetteer());
    if (places.length === 0) return { predictions: [], status: 'ZERO_RESULTS' };
    return { html_attributions: CREDIT, predictions: places.map((place) => predictionOf(place, input)), status: 'OK' };
  });

  app.get('/maps/api/place/details/json', (request) => {
    const query = request.query as Query;
    const refused = refusal(query);
    if (refused) return { html_attributions: [], ...refused };
    const placeId = query['place_id'] ?? '';
    if (placeId === '') return { html_attributions: [], status: 'INVALID_REQUEST' };
    const found = placeFromId(placeId, openGazetteer());
    if (!found) return { html_attributions: [], status: 'NOT_FOUND' };
    const { place, city } = found;
    const result: Record<string, unknown> = {
      address_components: componentsOf(place, city),
      formatted_address: `${describe(place)}, USA`,
      name: streetOf(place) || place.city,
      place_id: placeId,
      types: typesOf(place),
    };
    const fields = query['fields']?.split(',').map((field) => field.trim());
    return {
      html_attributions: CREDIT,
      result: fields ? Object.fromEntries(Object.entries(result).filter(([name]) => fields.includes(name))) : result,
      status: 'OK',
    };
  });
  return app;
}

const typesOf = (place: Place) => (place.route ? ['street_address', 'geocode'] : ['locality', 'political', 'geocode']);

function predictionOf(place: Place, input: string) {
  const description = describe(place);
  const main = streetOf(place) || localityOf(place);
  const secondary = streetOf(place) ? localityOf(place) : 'USA';
  const parts = description.split(', ');
  const matched = matchedLength(description, input);
  return {
    description,
    matched_substrings: matched ? [{ offset: 0, length: matched }] : [],
    place_id: placeIdOf(place),
    reference: placeIdOf(place),
    structured_formatting: {
      main_text: main,
      main_text_matched_substrings: matched ? [{ offset: 0, length: Math.min(matched, main.length) }] : [],
      secondary_text: secondary,
    },
    terms: parts.map((value, index) => ({
      offset: parts.slice(0, index).reduce((sum, part) => sum + part.length + 2, 0),
      value,
    })),
    types: typesOf(place),
  };
}

/** How much of the suggestion's beginning has been typed, whatever the case of the letters. */
function matchedLength(description: string, input: string): number {
  let length = 0;
  while (length < input.length && description[length]?.toLowerCase() === input[length]?.toLowerCase()) length += 1;
  return length;
}
