import { api, fromEndpoint } from '@redress/api-client';
import { deleteSession, getActiveSessions, restoreSession } from '@redress/contracts';

/** Sessions change while the wizard is open, so a list is asked for again whenever it is shown. */
const sessionsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    sessions: build.query({ ...fromEndpoint(getActiveSessions), providesTags: ['Sessions'] }),
    deleteSession: build.mutation({ ...fromEndpoint(deleteSession), invalidatesTags: ['Sessions'] }),
    restoreSession: build.mutation({ ...fromEndpoint(restoreSession), invalidatesTags: ['Sessions'] }),
  }),
});

export const { useSessionsQuery, useDeleteSessionMutation, useRestoreSessionMutation } = sessionsApi;

/** Specification, section 9. */
export const SESSIONS_PAGE_SIZE = 20;
