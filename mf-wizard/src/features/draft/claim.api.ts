import { api, fromEndpoint } from '@redress/api-client';
import { clearSessionForm, getActiveSessions, getFormSession } from '@redress/contracts';

/** Mutations, because each must be fresh: an answer in the cache or under way may be from before a save or a sign-in. */
export const { endpoints: claimEndpoints } = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    readClaim: build.mutation(fromEndpoint(getFormSession)),
    readClaimsUnderWay: build.mutation(fromEndpoint(getActiveSessions)),
    leaveClaim: build.mutation(fromEndpoint(clearSessionForm)),
  }),
});
