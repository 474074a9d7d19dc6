import { api, fromEndpoint } from '@redress/api-client';
import { getCases, letterParts } from '@redress/contracts';

const casesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    cases: build.query({
      ...fromEndpoint(getCases),
      providesTags: ['Sessions', 'Order', 'Payments', 'Letter', 'Letters'],
    }),
    partsOfLetter: build.query({ ...fromEndpoint(letterParts), providesTags: ['Letter'] }),
  }),
});

export const { useCasesQuery, usePartsOfLetterQuery } = casesApi;
