import { api, fromEndpoint } from '@redress/api-client';
import { getCases } from '@redress/contracts';

const casesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    cases: build.query({
      ...fromEndpoint(getCases),
      providesTags: ['Sessions', 'Order', 'Payments', 'Letter', 'Letters'],
    }),
  }),
});

export const { useCasesQuery } = casesApi;
