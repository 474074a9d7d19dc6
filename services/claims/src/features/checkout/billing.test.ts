import type { OrderRow, PaymentRow, QuoteRow } from '../../shared/orders/order.repository.ts';
import { createText } from '../../platform/text.ts';
import { catalogues } from '../../texts/index.ts';
import { receiptBlocks } from './billing.ts';

const aRecipient = { name: 'A', address: '1 Pine St', city: 'Waco', state: 'TX', zipcode: '76701' };
const paidAt = new Date('2026-03-02T15:04:00Z');
const order = { order_number: 'R-7K3MQ9TDX' } as OrderRow;
const payment = {
  succeeded_at: paidAt,
  created_at: paidAt,
  refunded_cents: 0,
  card_brand: 'visa',
  card_last4: '4242',
  charge_id: 'ch_1',
} as PaymentRow;
const quote = {
  package_title: 'Demand Letter', package_cents: 3_900, discount_cents: 500, coupon_code: 'FIVER', recipients: [aRecipient, aRecipient],
  recipients_cents: 1_398, tax_rate: 0.0625, tax_cents: 300, total_cents: 5_098, state_name: 'Texas', email: 'zoe@example.org',
  billing: { cardholderName: 'Zoë Núñez', zipCode: 'H2X 1Y4', country: 'CA' },
} as QuoteRow; // prettier-ignore

it('says who was billed, in which country, each line, and the tax', () => {
  const text = JSON.stringify(
    receiptBlocks(createText('en', catalogues('en')), { order, payment, quote, paidOn: '2026-03-02' }),
  );
  for (const part of [
    '"value":"March 2, 2026"',
    '"Billed to","value":"Zoë Núñez"',
    '"H2X 1Y4, Canada"',
    '["Demand Letter package","$39.00"]',
    '["Discount (FIVER)","-$5.00"]',
    '["Extra recipients (2 x $6.99)","$13.98"]',
    '["Subtotal before tax","$47.98"]',
    '["Sales tax, Texas, 6.25%","$3.00"]',
    '["Total paid","$50.98"]',
  ])
    expect(text).toContain(part);
});
