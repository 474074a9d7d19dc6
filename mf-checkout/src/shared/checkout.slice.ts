import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What belongs to this purchase and not to the claim: the coupon. Forgotten with the page. */
export interface CheckoutState {
  couponCode: string | null;
}

export const checkoutSlice = createSlice({
  name: 'checkout',
  initialState: (): CheckoutState => ({ couponCode: null }),
  reducers: {
    couponApplied: (state, { payload }: PayloadAction<string>) => {
      state.couponCode = payload;
    },
    couponRemoved: (state) => {
      state.couponCode = null;
    },
  },
});

export const { couponApplied, couponRemoved } = checkoutSlice.actions;
/** The slice arrives with the first slot of this remote that is drawn. */
export const selectCouponCode = (state: { checkout?: CheckoutState }): string | null =>
  state.checkout?.couponCode ?? null;

declare module '@redress/session-store' {
  interface LazySlices {
    checkout: CheckoutState;
  }
}
