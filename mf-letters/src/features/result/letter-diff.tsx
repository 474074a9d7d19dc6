import { diffLetters } from '@redress/domain/letter';
import styles from './result.module.css';

/** Lines taken out and put in between two texts; marked by element, not by colour alone. */
export function LetterDiff({
  before,
  after,
  onlyChanges = false,
}: {
  before: string;
  after: string;
  /** Whether lines that are the same in both are left out. */
  onlyChanges?: boolean;
}) {
  return (
    <div className={styles['diff']}>
      {diffLetters(before, after).map(({ kind, text }, index) => {
        if (onlyChanges && kind === 'same') return null;
        const line = text || '\u00a0';
        if (kind === 'added') return <ins key={index}>+ {line}</ins>;
        if (kind === 'removed') return <del key={index}>− {line}</del>;
        return <span key={index}>{line}</span>;
      })}
    </div>
  );
}
