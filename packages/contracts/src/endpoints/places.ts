import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

const PlacePrediction = z.object({ description: z.string(), place_id: z.string() });

export const PlaceResult = z.object({
  street: z.string(),
  city: z.string(),
  /** As the provider wrote it; matched to our states by the caller. Empty when it is not known (R16). */
  state: z.string(),
  country: z.string(),
  zipcode: z.string(),
  formatted_address: z.string(),
});
export type PlaceResult = z.output<typeof PlaceResult>;

export const places = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/googleplace/places-proxy.php',
  summary: 'Place suggestions and details; the key stays on the server.',
  access: 'anyone',
  effect: false,
  body: z.object({
    type: z.enum(['autocomplete', 'details']),
    input: z.optional(z.string().check(z.maxLength(200))),
    types: z.optional(z.string().check(z.maxLength(60))),
    components: z.optional(z.string().check(z.maxLength(60))),
    language: z.optional(z.string().check(z.maxLength(10))),
    sessiontoken: z.string().check(z.minLength(1), z.maxLength(36)),
    place_id: z.optional(z.string().check(z.maxLength(400))),
    fields: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: z.object({
    message: z.string(),
    _predictions: z.optional(z.array(PlacePrediction)),
    result: z.optional(z.unknown()),
    processed_address: z.optional(PlaceResult),
    /** Credit that must be printed beside the suggestions. */
    attribution: z.optional(z.string()),
  }),
  errors: ['PROVIDER_DOWN', 'RATE_LIMITED', 'NOT_FOUND', 'VALIDATION_FAILED'],
  timeoutMs: 5_000,
});

export const placeEndpoints = { places } as const;
