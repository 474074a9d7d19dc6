import { api, fromEndpoint } from '@redress/api-client';
import { checkEmail, checkSessionCode } from '@redress/contracts';

export const {
  useCheckEmailQuery,
  endpoints: { checkSessionCode: pendingCode },
} = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    // An account may be made meanwhile, here or elsewhere.
    checkEmail: build.query({ ...fromEndpoint(checkEmail), keepUnusedDataFor: 0 }),
    checkSessionCode: build.mutation(fromEndpoint(checkSessionCode)),
  }),
});
