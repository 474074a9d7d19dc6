import { api, fromEndpoint } from '@redress/api-client';
import { checkCoupon, orderStatus, packages, quote, serverTime } from '@redress/contracts';

const checkoutApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    // Only the answer of this moment is of use.
    serverTime: build.mutation(fromEndpoint(serverTime)),
    packages: build.query(fromEndpoint(packages)),
    // Only the server computes prices; the browser shows its answer.
    quote: build.query(fromEndpoint(quote)),
    // A coupon can be switched off at any moment, so an answer is not kept for the next question.
    checkCoupon: build.query({ ...fromEndpoint(checkCoupon), keepUnusedDataFor: 0 }),
    orderStatus: build.query({ ...fromEndpoint(orderStatus), keepUnusedDataFor: 0, providesTags: ['Order'] }),
  }),
});

export const {
  usePackagesQuery,
  useQuoteQuery,
  useLazyCheckCouponQuery,
  useOrderStatusQuery,
  endpoints: checkoutEndpoints,
} = checkoutApi;
