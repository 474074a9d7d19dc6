import { AppError, type Quote as WireQuote, type Recipient } from '@redress/contracts';
import { allowsExtraRecipients, centsToDollars, keptOfPrice, type Quote, quote as priceOf } from '@redress/domain';
import { isUnsafeLine } from '@redress/domain/short-texts';
import type { Db, Trx } from '../../platform/database.ts';
import { findActiveCoupon } from '../../shared/reference/coupons.ts';
import { findSoldPackage, type Package } from '../../shared/reference/packages.ts';
import { findState, knownStateTax, stateTaxRate } from '../../shared/reference/tax.ts';
import type { QuoteRow } from '../../shared/orders/order.repository.ts';

export interface PriceRequest {
  packageId: string;
  /** Code or name of the state whose tax applies; nothing when it is not known yet. */
  state: string | null | undefined;
  recipientsCount: number;
  couponCode: string | null | undefined;
  userId: string | null;
  at: Date;
}

export interface Priced {
  offer: Package;
  couponCode: string | null;
  state: { code: string; name: string } | null;
  quote: Quote;
}

/**
 * The one price there is: package, coupon, recipients and tax from our own tables (R6).
 * @param mustKnowTax - refuse instead of showing an estimate (R16)
 * @throws {AppError} PACKAGE_UNKNOWN, COUPON_NOT_ACTIVE; with `mustKnowTax` also STATE_REQUIRED, TAX_UNKNOWN
 */
export async function price(db: Db | Trx, request: PriceRequest, { mustKnowTax = false } = {}): Promise<Priced> {
  const offer = await findSoldPackage(db, request.packageId);
  if (!offer) throw new AppError('PACKAGE_UNKNOWN');
  const coupon = request.couponCode ? await findActiveCoupon(db, request.couponCode, request.at, request.userId) : null;
  if (request.couponCode && !coupon) throw new AppError('COUPON_NOT_ACTIVE');
  const tax = mustKnowTax ? stateTaxRate(request.state, request.at) : knownStateTax(request.state, request.at);
  const quote = priceOf({
    package: offer,
    // Sold with the plain letter only; with another package they are not counted rather than refused.
    recipients: allowsExtraRecipients(offer) ? request.recipientsCount : 0,
    coupon,
    taxRate: tax?.rate ?? null,
  });
  return {
    offer,
    couponCode: coupon?.code ?? null,
    state: tax ? { code: tax.state.code, name: tax.state.name } : null,
    quote,
  };
}

export const priceToWire = ({ offer, couponCode, state, quote }: Priced): WireQuote => ({
  package_id: offer.id,
  package_title: offer.title,
  base_price: centsToDollars(quote.packageCents),
  discount: centsToDollars(quote.discountCents),
  coupon_code: couponCode,
  recipients_count: quote.recipientCount,
  recipients_price: centsToDollars(quote.recipientsCents),
  tax_rate: quote.taxRate,
  tax_estimated: quote.isTaxEstimated,
  state_name: state?.name ?? '',
  tax: centsToDollars(quote.taxCents),
  total: centsToDollars(quote.totalCents),
  papers_kept: centsToDollars(keptOfPrice({ ...quote, papersCents: offer.papersCents })),
  currency: 'usd',
});

export const quoteToWire = (row: QuoteRow): WireQuote => ({
  quote_id: row.id,
  package_id: row.package_id,
  package_title: row.package_title,
  base_price: centsToDollars(row.package_cents),
  discount: centsToDollars(row.discount_cents),
  coupon_code: row.coupon_code,
  recipients_count: row.recipients.length,
  recipients_price: centsToDollars(row.recipients_cents),
  tax_rate: row.tax_rate,
  tax_estimated: false,
  state_name: row.state_name,
  tax: centsToDollars(row.tax_cents),
  total: centsToDollars(row.total_cents),
  currency: 'usd',
});

/**
 * Recipients as the carrier needs them: a state of the United States each.
 * @throws {AppError} VALIDATION_FAILED naming the one that has none, or whose name or address is a threat
 */
export function checkRecipients(recipients: readonly Recipient[]): Recipient[] {
  const fields: Record<string, string> = {};
  const checked = recipients.map((recipient, index) => {
    const state = findState(recipient.state);
    if (!state) fields[`recipients.${index}.state`] = 'validation.state.required';
    if (isUnsafeLine([recipient.name])) fields[`recipients.${index}.name`] = 'validation.text.unsafe';
    if (isUnsafeLine([recipient.address, recipient.apt, recipient.city]))
      fields[`recipients.${index}.address`] = 'validation.text.unsafe';
    return { ...recipient, state: state?.code ?? recipient.state };
  });
  if (Object.keys(fields).length > 0) throw new AppError('VALIDATION_FAILED', { fields });
  return checked;
}
