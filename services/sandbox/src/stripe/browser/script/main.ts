import { createController } from './controller.ts';
import { ElementsGroup } from './elements-group.ts';
import { IntegrationError } from './errors.ts';
import { createPayments } from './payments.ts';

declare global {
  interface Window {
    Stripe?: unknown;
  }
}

const notHere = () => Promise.reject(new IntegrationError('The sandbox confirms payments, and does nothing else.'));

/** `window.Stripe` as far as the site uses it through `@stripe/stripe-js` and `@stripe/react-stripe-js`. */
function Stripe(publishableKey: string): object {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js.\n Please pass a publishable key instead.',
    );
  }
  const payments = createPayments(createController(publishableKey));
  return {
    elements: (options: Record<string, unknown> = {}) => new ElementsGroup(publishableKey, options),
    confirmPayment: payments.confirm,
    confirmCardPayment: payments.confirmCard,
    // React Stripe.js takes an object without these for no Stripe.
    createPaymentMethod: notHere,
    createToken: notHere,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

window.Stripe = Object.assign(Stripe, { version: 'endive' });
