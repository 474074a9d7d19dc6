import type { Quote } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { formatDollars } from '@redress/domain';
import { Notice, Skeleton } from '@redress/ui';
import { useQuoteQuery } from './checkout.api.ts';
import { useChosen } from './chosen.ts';
import styles from './order-summary.module.css';

const percent = (rate: number): string => `${Number((rate * 100).toFixed(3))}%`;

/** The server's price of what is chosen; asked again whenever the choice changes. */
export function useQuote() {
  const { packageId, state, recipients, couponCode } = useChosen();
  return useQuoteQuery(
    { package_id: packageId, state_code: state || null, recipients_count: recipients.length, coupon_code: couponCode },
    { refetchOnMountOrArgChange: true, skip: !packageId },
  );
}

/** What is bought, line by line, with the total. */
export function OrderSummary() {
  const { data, isFetching, error } = useQuote();
  const quote = data?.quote;
  return (
    <section className={styles['summary']} aria-label={checkout.payment.summary} aria-busy={isFetching}>
      <h2>{checkout.payment.summary}</h2>
      {error && !quote && <Notice tone="danger">{checkout.summary.failed}</Notice>}
      {!quote && !error && <Skeleton shape="block" />}
      {quote && <Lines quote={quote} />}
    </section>
  );
}

function Lines({ quote }: { quote: Quote }) {
  const { summary } = checkout;
  return (
    <>
      <dl className={styles['lines']}>
        <div>
          <dt>{quote.package_title}</dt>
          <dd>{formatDollars(quote.base_price)}</dd>
        </div>
        {quote.recipients_count > 0 && (
          <div>
            <dt>{summary.recipients(quote.recipients_count)}</dt>
            <dd>{formatDollars(quote.recipients_price)}</dd>
          </div>
        )}
        {quote.discount > 0 && (
          <div>
            <dt>{quote.coupon_code ? summary.discountCode(quote.coupon_code) : summary.discount}</dt>
            <dd>{`−\u2060${formatDollars(quote.discount)}`}</dd>
          </div>
        )}
        <div>
          <dt>{quote.tax_estimated ? summary.taxUnknown : summary.tax(quote.state_name, percent(quote.tax_rate))}</dt>
          <dd>{formatDollars(quote.tax)}</dd>
        </div>
        <div className={styles['totalLine']}>
          <dt>{summary.total}</dt>
          <dd>{formatDollars(quote.total)}</dd>
        </div>
      </dl>
      {quote.tax_estimated && <Notice tone="warning">{summary.taxUnknownText}</Notice>}
    </>
  );
}
