import type { ControllerCall, StripeJsError } from '../protocol.ts';
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
  next_action: { type: string; use_stripe_sdk?: { stripe_js?: string }; redirect_to_url?: { url: string } } | null;
};
type IntentResult = Settled<'paymentIntent'>;
type Data = Record<string, unknown>;

export interface Payments {
  retrieve(clientSecret: string): Promise<IntentResult>;
  confirmCard(clientSecret: string, data?: Data, options?: { handleActions?: boolean }): Promise<IntentResult>;
  confirm(options: Data): Promise<IntentResult>;
  handleNextAction(clientSecret: string): Promise<IntentResult>;
  createPaymentMethod(data: Data): Promise<Settled<'paymentMethod'>>;
}

const REDIRECTS_AWAY = new Promise<never>(() => undefined);

export function createPayments(controller: Controller): Payments {
  const failed = (error: StripeJsError): IntentResult => ({ error });

  /** An intent after a try, as the page gets it: paid, or why not. */
  async function settle(intent: Intent, handlesActions: boolean): Promise<IntentResult> {
    if (intent.status === 'requires_action' && handlesActions) {
      const { next_action: action } = intent;
      const page = action?.use_stripe_sdk?.stripe_js;
      if (page) {
        await showAuthentication(page);
        const after = await read(intent.client_secret);
        return after.error ? failed(after.error) : settle(after.intent, false);
      }
      if (action?.redirect_to_url) {
        location.assign(action.redirect_to_url.url);
        return REDIRECTS_AWAY;
      }
    }
    if (intent.status === 'requires_payment_method' && intent.last_payment_error) {
      return failed({ ...intent.last_payment_error, payment_intent: intent });
    }
    return { paymentIntent: intent };
  }

  async function read(clientSecret: string): Promise<{ intent: Intent; error?: undefined } | { error: StripeJsError }> {
    const path = `/v1/payment_intents/${intentIdOf(clientSecret, 'retrievePaymentIntent')}`;
    const answer = await controller.ask({ method: 'GET', path, params: { client_secret: clientSecret } });
    return answer.ok ? { intent: answer.body as Intent } : { error: answer.error };
  }

  async function post(call: Omit<ControllerCall, 'method'>, handlesActions: boolean): Promise<IntentResult> {
    const answer = await controller.ask({ method: 'POST', ...call });
    return answer.ok ? settle(answer.body as Intent, handlesActions) : failed(answer.error);
  }

  async function continueWith(clientSecret: string): Promise<IntentResult> {
    const found = await read(clientSecret);
    return found.error ? failed(found.error) : settle(found.intent, true);
  }

  return {
    async retrieve(clientSecret) {
      const found = await read(clientSecret);
      return found.error ? failed(found.error) : { paymentIntent: found.intent };
    },

    async confirmCard(clientSecret, data = {}, { handleActions = true } = {}) {
      const id = intentIdOf(clientSecret, 'confirmCardPayment');
      const path = `/v1/payment_intents/${id}/confirm`;
      const { payment_method: method, ...rest } = data;
      const params: Data = { ...rest, client_secret: clientSecret, use_stripe_sdk: 'true' };
      if (typeof method === 'string')
        return post({ path, params: { ...params, payment_method: method } }, handleActions);
      if (!method) {
        const found = await read(clientSecret);
        if (found.error) return failed(found.error);
        if (found.intent.status === 'requires_action') return settle(found.intent, handleActions);
        return post({ path, params }, handleActions);
      }
      const { card, ...details } = method as { card: unknown };
      if (card instanceof StripeElement) {
        return post(
          {
            path,
            params: { ...params, payment_method_data: { type: 'card', ...details } },
            fieldIds: idsFor(card),
            cardParam: 'payment_method_data',
          },
          handleActions,
        );
      }
      return post(
        { path, params: { ...params, payment_method_data: { type: 'card', card, ...details } } },
        handleActions,
      );
    },

    async confirm(options) {
      const group = options['elements'] as ElementsGroup | undefined;
      const clientSecret = (options['clientSecret'] ?? group?.clientSecret) as string;
      const id = intentIdOf(clientSecret, 'confirmPayment');
      const { return_url, payment_method_data, payment_method, ...confirmParams } = (options['confirmParams'] ??
        {}) as Data;
      const isIfRequired = options['redirect'] === 'if_required';
      if (!isIfRequired && !return_url) {
        throw new IntegrationError(
          'stripe.confirmPayment(): the `confirmParams.return_url` argument is required when using automatic payment methods.',
        );
      }
      if (group?.isDeferred && !group.isSubmitted) {
        throw new IntegrationError(
          'elements.submit() must be called before stripe.confirmPayment(). Call it as soon as the customer presses pay, before any asynchronous work.',
        );
      }
      const fields = group instanceof ElementsGroup ? group.cardFields() : [];
      if (group && !payment_method && fields.length === 0) {
        throw new IntegrationError(
          'Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element or Express Checkout Element.',
        );
      }
      const result = await post(
        {
          path: `/v1/payment_intents/${id}/confirm`,
          params: {
            ...confirmParams,
            ...(payment_method
              ? { payment_method }
              : { payment_method_data: { type: 'card', ...(payment_method_data as Data | undefined) } }),
            client_secret: clientSecret,
            use_stripe_sdk: 'true',
            ...(return_url ? { return_url } : {}),
          },
          ...(payment_method
            ? {}
            : { fieldIds: fields.map((field) => field.id), cardParam: 'payment_method_data' as const }),
        },
        true,
      );
      if (group) group.walletInUse = undefined;
      if (result.error || isIfRequired) return result;
      const back = new URL(String(return_url), location.href);
      back.searchParams.set('payment_intent', id);
      back.searchParams.set('payment_intent_client_secret', clientSecret);
      back.searchParams.set('redirect_status', 'succeeded');
      location.assign(back.href);
      return REDIRECTS_AWAY;
    },

    handleNextAction: continueWith,

    async createPaymentMethod(data) {
      const { elements, params, card, ...rest } = data;
      const fields =
        elements instanceof ElementsGroup
          ? elements.cardFields().map((field) => field.id)
          : card instanceof StripeElement
            ? idsFor(card)
            : undefined;
      const answer = await controller.ask({
        method: 'POST',
        path: '/v1/payment_methods',
        params: { type: 'card', ...(fields ? {} : { card }), ...rest, ...(params as Data | undefined) },
        ...(fields ? { fieldIds: fields, cardParam: 'card' as const } : {}),
      });
      return answer.ok ? { paymentMethod: answer.body } : { error: answer.error };
    },
  };
}

/** A single field stands for its whole group: the other two are fetched with it. */
function idsFor(element: StripeElement): string[] {
  if (!element.isMounted) {
    throw new IntegrationError(
      `We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted (${STRIPE_ORIGIN}).`,
    );
  }
  return element.type.startsWith('card') && element.type !== 'card'
    ? element.group.cardFields().map((field) => field.id)
    : [element.id];
}
