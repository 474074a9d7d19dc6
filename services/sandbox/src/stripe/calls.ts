import type { World } from '../world/world.ts';
import { intentForBrowser } from './browser-view.ts';
import { createEventLog } from './events.ts';
import type { FormFields } from './form.ts';
import { cancelShape, confirmShape, createShape, updateShape } from './intent-params.ts';
import { type IntentService, createIntentService } from './intents.ts';
import { listPage } from './lists.ts';
import { readParams } from './params.ts';
import { createPaymentMethodService } from './payment-methods.ts';
import { type RequestContext, type StripeRecords, openRecords } from './records.ts';
import { createRefundService, refundShape } from './refunds.ts';

export interface CallInput {
  id: string;
  fields: FormFields;
  request: RequestContext;
}

export interface StripeCall {
  method: 'GET' | 'POST';
  path: string;
  /** What the secret key may do. */
  server?: (input: CallInput) => object;
  /** What a publishable key may do. */
  browser?: (input: CallInput) => object;
}

export interface StripeCore {
  records: StripeRecords;
  intents: IntentService;
  calls: StripeCall[];
}

const textOf = (value: FormFields[string] | undefined) => (typeof value === 'string' ? value : undefined);

/** Every call of Stripe's API that is spoken here, by method and path. */
export function createStripeCore(world: World, baseUrl: () => string): StripeCore {
  const records = openRecords(world);
  const emit = createEventLog(world);
  const methods = createPaymentMethodService(world, records);
  const intents = createIntentService({ world, records, methods, emit, baseUrl });
  const refunds = createRefundService(world, records, emit);

  const browserConfirm = ({ id, fields, request }: CallInput) => {
    intents.findBySecret(id, textOf(fields['client_secret']));
    return intentForBrowser(intents.confirm(id, readParams(fields, confirmShape), request, 'browser'));
  };

  const calls: StripeCall[] = [
    {
      method: 'POST',
      path: '/v1/payment_intents',
      server: ({ fields, request }) => intents.create(readParams(fields, createShape), request),
    },
    {
      method: 'GET',
      path: '/v1/payment_intents',
      server: ({ fields }) => listPage('payment_intents', records.intents.newestFirst(), fields),
    },
    {
      method: 'GET',
      path: '/v1/payment_intents/:id',
      server: ({ id }) => intents.find(id),
      browser: ({ id, fields }) => intentForBrowser(intents.findBySecret(id, textOf(fields['client_secret']))),
    },
    {
      method: 'POST',
      path: '/v1/payment_intents/:id',
      server: ({ id, fields }) => intents.update(id, readParams(fields, updateShape)),
    },
    {
      method: 'POST',
      path: '/v1/payment_intents/:id/confirm',
      server: ({ id, fields, request }) => intents.confirm(id, readParams(fields, confirmShape), request, 'server'),
      browser: browserConfirm,
    },
    {
      method: 'POST',
      path: '/v1/payment_intents/:id/cancel',
      server: ({ id, fields, request }) => intents.cancel(id, readParams(fields, cancelShape), request),
    },
    {
      method: 'POST',
      path: '/v1/refunds',
      server: ({ fields, request }) => refunds.create(readParams(fields, refundShape), request),
    },
    {
      method: 'GET',
      path: '/v1/refunds',
      server: ({ fields }) => listPage('refunds', records.refunds.newestFirst(), fields),
    },
  ];
  return { records, intents, calls };
}
