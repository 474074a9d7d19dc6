import type { StripeJsError } from '../protocol.ts';
import type { Controller } from './controller.ts';
import { StripeElement } from './element.ts';
import { ElementsGroup } from './elements-group.ts';
import { IntegrationError, type Settled, intentIdOf } from './errors.ts';
import { STRIPE_ORIGIN } from './frame.ts';
import { showAuthentication } from './overlay.ts';

type Intent = Record<string, unknown> & {
  status: string;
  client_secret: string;
  last_payment_error: StripeJsError | null;
  next_action: { use_stripe_sdk?: { stripe_js?: string } } | null;
};
type IntentResult = Settled<'paymentIntent'>;
type Data = Record<string, unknown>;

export function createPayments(controller: Controller) {
  const failed = (error: StripeJsError): IntentResult => ({ error });

  /** An intent after a try, as the page gets it: paid, or why not. */
  async function settle(intent: Intent, isAnswered = false): Promise<IntentResult> {
    const page = intent.next_action?.use_stripe_sdk?.stripe_js;
    if (intent.status === 'requires_action' && page && !isAnswered) {
      await showAuthentication(page);
      const path = `/v1/payment_intents/${intentIdOf(intent.client_secret, 'confirmCardPayment')}`;
      const params = { client_secret: intent.client_secret };
      const answer = await controller.ask({ method: 'GET', path, params });
      return answer.ok ? settle(answer.body as Intent, true) : failed(answer.error);
    }
    if (intent.status === 'requires_payment_method' && intent.last_payment_error) {
      return failed({ ...intent.last_payment_error, payment_intent: intent });
    }
    return { paymentIntent: intent };
  }

  async function pay(clientSecret: string, call: string, element: StripeElement, method: Data): Promise<IntentResult> {
    const answer = await controller.ask({
      method: 'POST',
      path: `/v1/payment_intents/${intentIdOf(clientSecret, call)}/confirm`,
      params: {
        client_secret: clientSecret,
        use_stripe_sdk: 'true',
        payment_method_data: { type: 'card', ...method },
      },
      fieldId: element.id,
    });
    return answer.ok ? settle(answer.body as Intent) : failed(answer.error);
  }

  return {
    async confirmCard(clientSecret: string, { payment_method: method }: Data): Promise<IntentResult> {
      const { card, ...details } = (method ?? {}) as { card?: unknown };
      if (!(card instanceof StripeElement) || !card.isMounted) {
        throw new IntegrationError(
          `We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted (${STRIPE_ORIGIN}).`,
        );
      }
      return pay(clientSecret, 'confirmCardPayment', card, details);
    },

    async confirm({ elements, clientSecret, confirmParams, redirect }: Data): Promise<IntentResult> {
      const group = elements instanceof ElementsGroup ? elements : undefined;
      if (redirect !== 'if_required') {
        throw new IntegrationError("stripe.confirmPayment(): the sandbox takes `redirect: 'if_required'` alone.");
      }
      if (!group?.isSubmitted) {
        throw new IntegrationError(
          'elements.submit() must be called before stripe.confirmPayment(). Call it as soon as the customer presses pay, before any asynchronous work.',
        );
      }
      if (!group.walletInUse) {
        throw new IntegrationError(
          'Invalid value for stripe.confirmPayment(): elements should have a mounted Express Checkout Element.',
        );
      }
      const { payment_method_data: method } = (confirmParams ?? {}) as { payment_method_data?: Data };
      const result = await pay(String(clientSecret), 'confirmPayment', group.walletInUse, method ?? {});
      group.walletInUse = undefined;
      return result;
    },
  };
}
