import { api, fromEndpoint } from '@redress/api-client';
import { getCourtDocuments, getUserDemands, letterParts, letterTracking, letterVersions } from '@redress/contracts';

const lettersApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    demands: build.query({ ...fromEndpoint(getUserDemands), providesTags: ['Letters'] }),
    tracking: build.query({ ...fromEndpoint(letterTracking), providesTags: ['Letters'] }),
    versions: build.query({ ...fromEndpoint(letterVersions), providesTags: ['Letter'] }),
    parts: build.query({ ...fromEndpoint(letterParts), providesTags: ['Letter'] }),
    // Papers are made by jobs: a list from a minute ago may lack some.
    courtDocuments: build.query({
      ...fromEndpoint(getCourtDocuments),
      keepUnusedDataFor: 0,
      providesTags: ['Documents'],
    }),
  }),
});

export const { useDemandsQuery, useTrackingQuery, useVersionsQuery, usePartsQuery, useCourtDocumentsQuery } =
  lettersApi;
