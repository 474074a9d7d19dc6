import { injectSlice } from '@redress/session-store';
import { useState, type ComponentType } from 'react';
import { checkoutSlice } from './checkout.slice.ts';

/** Adds this remote's slice, and those of the step, to the page's store before a slot is drawn, replacing those of another build. */
export function withCheckout<Props extends object>(
  Step: ComponentType<Props>,
  injectMore?: () => void,
): ComponentType<Props> {
  return function CheckoutSlot(props: Props) {
    useState(() => {
      injectSlice(checkoutSlice);
      injectMore?.();
    });
    return <Step {...props} />;
  };
}
