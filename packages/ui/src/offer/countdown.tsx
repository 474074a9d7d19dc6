import styles from './countdown.module.css';

export interface CountdownProps {
  /** Whole seconds that are left; the owner counts, by the server's clock. */
  secondsLeft: number;
  /** "Offer ends in". */
  label: string;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Seconds as HH:MM:SS; hours go on past 99. */
export function clockFace(secondsLeft: number): string {
  const seconds = Math.max(0, Math.floor(secondsLeft));
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
}

/** Time that is left, as a clock. It is a timer for screen readers: read when asked, not announced each second. */
export function Countdown({ secondsLeft, label }: CountdownProps) {
  return (
    <p className={styles['countdown']}>
      <span>{label}</span>{' '}
      <span role="timer" aria-live="off" aria-label={label} className={styles['face']}>
        {clockFace(secondsLeft)}
      </span>
    </p>
  );
}
