import { guide } from '@redress/copy/guide';
import { LinkButton } from '@redress/ui';
import { DocumentPage, textPart } from './document-page.tsx';
import styles from './how-it-works-page.module.css';
import { personPart } from './person-part.tsx';
import { PRICES } from './prices-page.tsx';
import type { SiteWords } from './site-words.tsx';

/** What happens from the first answer to the posted letter, and what this service is not. */
export function HowItWorksPage({ words }: { words: SiteWords }) {
  const { title, intro, steps, who, cost, certified, after, stop } = guide.how;
  return (
    <DocumentPage
      words={words}
      title={title}
      intro={intro}
      parts={[
        {
          id: 'steps',
          heading: steps.heading,
          content: (
            <>
              <ol className={styles.steps}>
                {steps.list.map(({ name, text }) => (
                  <li key={name}>
                    <strong>{name}</strong> {text}
                  </li>
                ))}
              </ol>
              <LinkButton className={styles.start} href="/">
                {guide.start}
              </LinkButton>
            </>
          ),
        },
        textPart('who-we-are', who),
        {
          id: 'cost',
          heading: cost.heading,
          content: (
            <>
              {words.when(
                PRICES,
                <>
                  <p>{cost.text}</p>
                  <dl className={styles.cost}>
                    {words.each(`${PRICES}.packages`, (offer) => (
                      <div>
                        <dt>{offer.text('title')}</dt>
                        <dd>{offer.text('price')}</dd>
                      </div>
                    ))}
                  </dl>
                </>,
              )}
              {words.unless(PRICES, <p>{guide.prices.unavailable}</p>)}
              <p>
                <a href="/prices">{cost.link}</a>
              </p>
            </>
          ),
        },
        textPart('certified-mail', certified),
        textPart('after', after),
        textPart('stop', stop),
        personPart(words),
      ]}
    />
  );
}
