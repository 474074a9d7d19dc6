import { api, fromEndpoint } from '@redress/api-client';
import { deleteSession, getActiveSessions, restoreSession } from '@redress/contracts';

/** Claims change while the wizard is open, so a list is asked for again whenever it is shown. */
const claimsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    claims: build.query({ ...fromEndpoint(getActiveSessions), providesTags: ['Sessions'] }),
    deleteDraft: build.mutation({ ...fromEndpoint(deleteSession), invalidatesTags: ['Sessions'] }),
    restoreDraft: build.mutation({ ...fromEndpoint(restoreSession), invalidatesTags: ['Sessions'] }),
  }),
});

export const { useClaimsQuery, useDeleteDraftMutation, useRestoreDraftMutation } = claimsApi;

/** Specification, section 9. */
export const CLAIMS_PAGE_SIZE = 20;
