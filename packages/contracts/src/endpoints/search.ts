import * as z from 'zod/mini';
import { Id24 } from '../claim/wire-values.ts';
import { endpoint } from '../endpoint.ts';

export const search = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/search',
  summary: "The person's own sessions, letters, documents and orders that match (R24).",
  access: 'user',
  query: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  answer: z.object({
    results: z.array(
      z.object({
        kind: z.enum(['session', 'letter', 'document', 'order']),
        id: Id24,
        title: z.string(),
        detail: z.string(),
        url: z.string(),
      }),
    ),
  }),
  errors: ['NOT_SIGNED_IN'],
});

export const searchEndpoints = { search } as const;
