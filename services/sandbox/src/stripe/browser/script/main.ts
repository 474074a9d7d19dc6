import { createController } from './controller.ts';
import { ElementsGroup } from './elements-group.ts';
import { IntegrationError, intentIdOf } from './errors.ts';
import { createPayments } from './payments.ts';

declare global {
  interface Window {
    Stripe?: unknown;
  }
}

/** `window.Stripe` as `@stripe/stripe-js` and `@stripe/react-stripe-js` use it. */
function Stripe(publishableKey: string): object {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js.\n Please pass a publishable key instead.',
    );
  }
  const controller = createController(publishableKey);
  const payments = createPayments(controller);
  return {
    elements: (options: Record<string, unknown> = {}) => new ElementsGroup(publishableKey, options, controller),
    confirmPayment: payments.confirm,
    confirmCardPayment: (secret: string, data?: Record<string, unknown>, options?: { handleActions?: boolean }) => {
      intentIdOf(secret, 'confirmCardPayment');
      return payments.confirmCard(secret, data, options);
    },
    retrievePaymentIntent: (secret: string) => {
      intentIdOf(secret, 'retrievePaymentIntent');
      return payments.retrieve(secret);
    },
    handleNextAction: ({ clientSecret }: { clientSecret: string }) => payments.handleNextAction(clientSecret),
    handleCardAction: (secret: string) => payments.handleNextAction(secret),
    createPaymentMethod: payments.createPaymentMethod,
    // React Stripe.js takes an object without it for no Stripe.
    createToken: () => Promise.reject(new IntegrationError('The sandbox makes no tokens: use a PaymentMethod.')),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

window.Stripe = Object.assign(Stripe, { version: 'endive' });
