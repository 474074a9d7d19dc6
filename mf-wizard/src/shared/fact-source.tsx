import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import styles from './fact-source.module.css';

interface FactSourceProps {
  fact: { source: string; as_of?: string | null; confidence?: string; note?: string | null };
}

/** Only an address becomes a link, and only one that leads to the web. */
const isWebAddress = (source: string) => /^https:\/\/[^\s]+$/.test(source);
/** Whose page it is, in a word; the link leads to the very page. */
const siteOf = (source: string) => new URL(source).hostname.replace(/^www\./, '');

/** Where a fact of law comes from and as of when; a fact that is not sure says so. */
export function FactSource({ fact: { source, as_of: asOf, confidence, note } }: FactSourceProps) {
  const isSure = confidence === undefined || confidence === 'official' || confidence === 'corroborated';
  return (
    <p className={styles['source']}>
      {copy.facts.source}{' '}
      {isWebAddress(source) ? (
        <a href={source} target="_blank" rel="noopener noreferrer">
          {siteOf(source)}
        </a>
      ) : (
        source
      )}
      {asOf && asOf !== 'undated' ? `, ${copy.facts.asOf(asOf)}.` : '.'} {note} {!isSure && copy.facts.confirm}
    </p>
  );
}
