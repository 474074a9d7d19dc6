import { VisuallyHidden } from '@redress/ui';
import styles from './price-tag.module.css';

export interface PriceTagProps {
  /** As it is paid: "$39.00". */
  price: string;
  /** Struck through; only while the site's offer is on. */
  originalPrice?: string | undefined;
  /** What the struck price says to those who do not see the line: "Was $59". */
  originalText?: string | undefined;
  /** "One Time". */
  frequency?: string | undefined;
}

/** A price, large, with the one before it when there is one. */
export function PriceTag({ price, originalPrice, originalText, frequency }: PriceTagProps) {
  return (
    <p className={styles['tag']}>
      <span className={styles['price']}>{price}</span>
      {originalPrice && (
        <span className={styles['before']}>
          {originalText && <VisuallyHidden>{originalText}</VisuallyHidden>}
          <s aria-hidden={originalText ? true : undefined}>{originalPrice}</s>
        </span>
      )}
      {frequency && <span className={styles['frequency']}>{frequency}</span>}
    </p>
  );
}
