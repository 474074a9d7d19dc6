import { wizard as copy } from '@redress/copy/wizard';
import { selectFormData, useAppSelector } from '@redress/session-store';
import styles from './first-sheet.module.css';

/**
 * The letter of this claim beside the first question, in lines that stand for text; the chosen kind of claim is its
 * subject. A picture of the product, drawn at build time: what it says in words, the tiles say too.
 */
export function FirstSheet() {
  const { situationLabel } = useAppSelector(selectFormData);
  return (
    <div data-sheet className={styles['sheet']} aria-hidden="true">
      <i />
      <p>{copy.category.sheet.mailed}</p>
      <i />
      <p className={styles['subject']}>
        {copy.category.sheet.subject}
        {situationLabel && <mark>{situationLabel}</mark>}
      </p>
      <i className={styles['body']} />
      <p>{copy.category.sheet.closing}</p>
      <i className={styles['name']} />
    </div>
  );
}
