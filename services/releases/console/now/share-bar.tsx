import styles from './now.module.css';

/** A share of the visitors as a bar; the words beside it say the number. */
export function ShareBar({ percent }: { percent: number }) {
  return (
    <svg className={styles['bar']} aria-hidden="true" focusable="false">
      <rect width="100%" height="100%" className={styles['rest']} />
      {/* The least share is seen as well. */}
      <rect width={`${percent > 0 ? Math.max(percent, 1) : 0}%`} height="100%" className={styles['part']} />
    </svg>
  );
}
