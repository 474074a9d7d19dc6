import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import styles from './fact-source.module.css';

interface FactSourceProps {
  fact: {
    /** Title of the text; empty when no source is confirmed. */
    source: string;
    source_url?: string | undefined;
    as_of?: string | undefined;
    read_on?: string | undefined;
    note?: string | null | undefined;
    /** The text was read in a copy: its address, or empty. */
    copy_url?: string | undefined;
  };
}

/** A longer note is folded away, so that it does not bury the answer it belongs to. */
const SHORT_NOTE = 90;

/** Link to an https address; any other stays text. */
function WebLink({ url, text }: { url: string | undefined; text: string }) {
  if (!/^https:\/\/[^\s]+$/.test(url ?? '')) return text;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

/** The text a fact of law was read in, and the day; a copy is called one, beside the state's own page. */
export function FactSource({ fact }: FactSourceProps) {
  const { source, source_url: url, as_of: asOf, read_on: readOn, note, copy_url: copyUrl } = fact;
  if (source === '') return <p className={styles['source']}>{copy.facts.unconfirmed}</p>;
  const isLong = (note?.length ?? 0) > SHORT_NOTE;
  return (
    <div className={styles['source']}>
      <p>
        {copy.facts.source} <WebLink url={url} text={source} />
        {asOf && `, ${copy.facts.asOf(asOf)}`}
        {readOn && `, ${copy.facts.readOn(readOn)}`}
        {copyUrl !== undefined && (
          <>
            {', '}
            <WebLink url={copyUrl} text={copy.facts.inCopy} />
          </>
        )}
        .{!isLong && note && ` ${note}`}
      </p>
      {isLong && (
        <details>
          <summary>{copy.facts.more}</summary>
          <p>{note}</p>
        </details>
      )}
    </div>
  );
}
