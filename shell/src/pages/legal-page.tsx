import { useDocumentTitle } from '@redress/mf-runtime';
import { LEGAL } from './legal-documents.ts';
import styles from './shell-pages.module.css';

/** Terms of Use or Privacy Policy, with the version that an order keeps. */
export function LegalPage({ kind }: { kind: keyof typeof LEGAL }) {
  const { title, version, sections } = LEGAL[kind];
  useDocumentTitle(title);
  return (
    <article className={styles.legal}>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.version}>Version {version}</p>
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
