import { PRIVACY_VERSION, TERMS_VERSION, legal, privacy, terms } from '@redress/copy/legal';
import { useDocumentTitle } from '@redress/mf-runtime';
import styles from './shell-pages.module.css';

const DOCUMENTS = {
  terms: { ...terms, version: TERMS_VERSION },
  privacy: { ...privacy, version: PRIVACY_VERSION },
};

/** Terms of Use or Privacy Policy, with the version that an order keeps. */
export function LegalPage({ kind }: { kind: keyof typeof DOCUMENTS }) {
  const { title, intro, sections, version } = DOCUMENTS[kind];
  useDocumentTitle(title);
  return (
    <article className={styles.legal}>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.version}>{legal.version(version)}</p>
      <p>{intro}</p>
      {sections.map(({ heading, paragraphs }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
