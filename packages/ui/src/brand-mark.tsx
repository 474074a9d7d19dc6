import styles from './brand-mark.module.css';

/** The mark, for where the name stands beside it: a letter sheet with a folded corner. @param size - in CSS pixels */
export function BrandMark({ size = 32 }: { size?: number | undefined }) {
  return (
    <svg className={styles['mark']} viewBox="0 0 32 32" width={size} height={size} focusable="false" aria-hidden>
      <path className={styles['sheet']} d="M7 3h12l7 7v17a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Z" />
      <path className={styles['fold']} d="M19 3v5a2 2 0 0 0 2 2h5Z" />
      <path className={styles['lines']} d="M10 15h12M10 19.5h12M10 24h6" />
    </svg>
  );
}
