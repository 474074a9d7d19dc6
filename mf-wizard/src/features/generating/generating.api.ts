import { api, fromEndpoint } from '@redress/api-client';
import { reviewCase } from '@redress/contracts';

/** A review is of the answers as they are saved at that moment, so its result is not reused. */
export const {
  endpoints: { reviewCase: review },
} = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({ reviewCase: build.mutation(fromEndpoint(reviewCase)) }),
});
