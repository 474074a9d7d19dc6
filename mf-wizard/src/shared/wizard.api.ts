import { api, fromEndpoint } from '@redress/api-client';
import { send } from '@redress/api-client/send';
import { categories, places, states, subcategories, type PlaceResult } from '@redress/contracts';
import type { PlaceSource } from '@redress/forms';

const A_DAY_S = 86_400;

/** Lists that change with a release of the site, not during a visit. */
const wizardApi = api.injectEndpoints({
  endpoints: (build) => ({
    categories: build.query({ ...fromEndpoint(categories), keepUnusedDataFor: A_DAY_S }),
    subcategories: build.query({ ...fromEndpoint(subcategories), keepUnusedDataFor: A_DAY_S }),
    states: build.query({ ...fromEndpoint(states), keepUnusedDataFor: A_DAY_S }),
    // Addresses that somebody typed are not kept in the cache.
    places: build.mutation(fromEndpoint(places)),
  }),
  overrideExisting: true,
});
export const { useCategoriesQuery, useSubcategoriesQuery, useStatesQuery } = wizardApi;

/** Suggestions are restricted as section 9 of the specification says: the United States, addresses, English. */
export const placeSource: PlaceSource = {
  async search(input, sessiontoken) {
    const result = await send(wizardApi.endpoints.places, {
      type: 'autocomplete',
      input,
      types: 'address',
      components: 'country:us',
      language: 'en',
      sessiontoken,
    });
    // Without suggestions an address is typed like any other answer (specification, section 8).
    if ('error' in result) return { suggestions: [] };
    const { _predictions: suggestions = [], attribution } = result.data;
    return { suggestions, ...(attribution ? { attribution } : {}) };
  },
  async details(place_id, sessiontoken): Promise<PlaceResult | null> {
    const fields = 'address_components,formatted_address';
    const result = await send(wizardApi.endpoints.places, { type: 'details', place_id, fields, sessiontoken });
    return 'data' in result ? (result.data.processed_address ?? null) : null;
  },
};
