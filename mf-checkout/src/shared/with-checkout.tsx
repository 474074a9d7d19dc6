import { injectSlice } from '@redress/session-store';
import { useState, type ComponentType } from 'react';
import { checkoutSlice } from './checkout.slice.ts';

/** Adds this remote's slice to the page's store before a slot is drawn, replacing that of another build. */
export function withCheckout<Props extends object>(Step: ComponentType<Props>): ComponentType<Props> {
  return function CheckoutSlot(props: Props) {
    useState(() => injectSlice(checkoutSlice));
    return <Step {...props} />;
  };
}
