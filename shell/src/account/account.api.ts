import { api, fromEndpoint } from '@redress/api-client';
import { dismissAlert, getAlerts, search } from '@redress/contracts';

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAlerts: build.query({ ...fromEndpoint(getAlerts), providesTags: ['Alerts'] }),
    dismissAlert: build.mutation({ ...fromEndpoint(dismissAlert), invalidatesTags: ['Alerts'] }),
    // What was found a minute ago may be gone.
    search: build.query({ ...fromEndpoint(search), keepUnusedDataFor: 0 }),
  }),
  overrideExisting: true,
});

export const { useGetAlertsQuery, useDismissAlertMutation, useLazySearchQuery } = accountApi;
