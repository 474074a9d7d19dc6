import { api, fromEndpoint } from '@redress/api-client';
import { clearSessionForm, createEditSession, getFormSession } from '@redress/contracts';

/** Mutations, because each must be fresh: an answer in the cache or under way may be from before a save. */
export const { endpoints: openClaimEndpoints } = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    openClaim: build.mutation(fromEndpoint(getFormSession)),
    createEditSession: build.mutation(fromEndpoint(createEditSession)),
    clearSessionForm: build.mutation(fromEndpoint(clearSessionForm)),
  }),
});
