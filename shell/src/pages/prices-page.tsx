import { guide } from '@redress/copy/guide';
import { Icon, LinkButton } from '@redress/ui';
import { check } from '@redress/ui/icons';
import { DocumentPage, Paragraphs, textPart } from './document-page.tsx';
import { personPart } from './person-part.tsx';
import styles from './prices-page.module.css';
import type { SiteWords } from './site-words.tsx';

/** Words of the table of prices: what a page needs before it can be drawn whole. */
export const PRICES = 'prices';
const PACKAGES = `${PRICES}.packages`;

/** What each package costs and holds, and what else is to know before paying. */
export function PricesPage({ words }: { words: SiteWords }) {
  const { title, intro, recipients, refunds, ...copy } = guide.prices;
  return (
    <DocumentPage
      words={words}
      title={title}
      intro={intro}
      parts={[
        {
          id: 'packages',
          heading: copy.packages,
          content: (
            <>
              {words.when(
                PRICES,
                <>
                  <p>{copy.beforeTax}</p>
                  <div className={styles.plans}>{words.each(PACKAGES, plan)}</div>
                </>,
              )}
              {words.unless(PRICES, <p>{copy.unavailable}</p>)}
              <LinkButton className={styles.start} href="/">
                {guide.start}
              </LinkButton>
            </>
          ),
        },
        {
          id: 'recipients',
          heading: recipients.heading,
          needs: PRICES,
          content: <Paragraphs of={[recipients.text(words.text(`${PRICES}.extra_recipient`)), recipients.who]} />,
        },
        textPart('tax', copy.tax),
        textPart('coupons', copy.coupons),
        textPart('not-included', copy.notIncluded),
        {
          id: 'refunds',
          heading: refunds.heading,
          content: (
            <>
              <Paragraphs of={refunds.paragraphs} />
              <p>
                <a href="/terms#refunds">{refunds.terms}</a>
              </p>
            </>
          ),
        },
        personPart(words),
      ]}
    />
  );
}

function plan(offer: SiteWords) {
  return (
    <div className={styles.plan}>
      <div className={styles.name}>
        <h3>{offer.text('title')}</h3>
        {offer.when('popular', <p className={styles.popular}>{guide.prices.popular}</p>)}
      </div>
      <p className={styles.price}>
        <strong>{offer.text('price')}</strong> <span>{offer.text('frequency')}</span>
      </p>
      <p>{offer.text('desc')}</p>
      <ul aria-label={guide.prices.included}>
        {offer.each('features', (feature) => (
          <li>
            <Icon shape={check} size={20} />
            <span>{feature.text('text')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
