import { guide } from '@redress/copy/guide';
import type { DocumentPart } from './document-page.tsx';
import styles from './document-page.module.css';
import type { SiteWords } from './site-words.tsx';

const EMAIL = 'footer.company_email';
const POSTAL = 'footer.postal_address';

/** How to reach a person, from the site's configuration: nothing where it names no address. */
export const personPart = (words: SiteWords): DocumentPart => ({
  id: guide.person.id,
  heading: guide.person.heading,
  needs: EMAIL,
  content: <Person words={words} />,
});

export function Person({ words }: { words: SiteWords }) {
  const email = words.text(EMAIL);
  return (
    <>
      <p>{guide.person.text}</p>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      {words.when(
        POSTAL,
        <p className={styles.postal}>
          {guide.person.post} <span>{words.text(POSTAL)}</span>
        </p>,
      )}
    </>
  );
}
