import type Stripe from 'stripe';
import type { World } from '../world/world.ts';
import { noSuch } from './errors.ts';
import type { EmitEvent } from './events.ts';
import {
  type Params,
  addressShape,
  anything,
  group,
  mergeMetadata,
  metadata,
  shippingShape,
  text,
  texts,
} from './params.ts';
import type { RequestContext, StripeRecords } from './records.ts';

export const customerShape = {
  address: group(addressShape),
  description: text,
  email: text,
  metadata,
  name: text,
  phone: text,
  preferred_locales: texts,
  shipping: group(shippingShape),
  tax: anything,
};
type CustomerParams = Params<typeof customerShape>;

export interface CustomerService {
  create(params: CustomerParams, request: RequestContext): Stripe.Customer;
  find(id: string): Stripe.Customer;
  update(id: string, params: CustomerParams, request: RequestContext): Stripe.Customer;
}

/** Customers as far as a shop that keeps no cards needs them: who paid, and how to reach them. */
export function createCustomerService(world: World, records: StripeRecords, emit: EmitEvent): CustomerService {
  const find = (id: string) => {
    const customer = records.customers.get(id);
    if (!customer) throw noSuch('customer', id, 'id');
    return customer;
  };
  const addressOf = (address: CustomerParams['address']) =>
    address
      ? {
          city: address.city ?? null,
          country: address.country ?? null,
          line1: address.line1 ?? null,
          line2: address.line2 ?? null,
          postal_code: address.postal_code ?? null,
          state: address.state ?? null,
        }
      : null;
  return {
    create(params, request) {
      const id = world.ids.next('cus_', 14);
      const customer: Stripe.Customer = {
        id,
        object: 'customer',
        address: addressOf(params.address),
        balance: 0,
        created: world.clock.seconds(),
        currency: null,
        customer_account: null,
        default_source: null,
        delinquent: false,
        description: params.description || null,
        discount: null,
        email: params.email || null,
        invoice_prefix: world.ids.hex(8).toUpperCase(),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: params.metadata ?? {},
        name: params.name || null,
        phone: params.phone || null,
        preferred_locales: params.preferred_locales ?? [],
        shipping: (params.shipping as Stripe.Customer.Shipping | undefined) ?? null,
        tax_exempt: 'none',
        test_clock: null,
      };
      records.customers.put(id, customer);
      emit('customer.created', customer, { request });
      return customer;
    },
    find,
    update(id, params, request) {
      const customer = find(id);
      const updated = records.customers.put(id, {
        ...customer,
        metadata: mergeMetadata(customer.metadata, params.metadata),
        ...(params.address ? { address: addressOf(params.address) } : {}),
        ...(params.description === undefined ? {} : { description: params.description || null }),
        ...(params.email === undefined ? {} : { email: params.email || null }),
        ...(params.name === undefined ? {} : { name: params.name || null }),
        ...(params.phone === undefined ? {} : { phone: params.phone || null }),
      });
      emit('customer.updated', updated, { request });
      return updated;
    },
  };
}
