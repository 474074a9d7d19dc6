import { clockAndZone, longDate } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { Icon, VisuallyHidden } from '@redress/ui';
import { mail } from '@redress/ui/icons';
import styles from './rail.module.css';
import { useNow } from './use-now.ts';

const LOOK_EVERY_MS = 5_000;
const MINUTE_MS = 60_000;

/** "today", "tomorrow", or the day: by the calendar of the reader's zone, whatever the clocks do that night. */
function dayWords(endsAt: Date, now: Date): string {
  const day = longDate(endsAt);
  if (day === longDate(now)) return letters.window.today;
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return day === longDate(tomorrow) ? letters.window.tomorrow : letters.window.onDay(day);
}

export interface SendingTimeProps {
  /** ISO instant. */
  endsAt: string;
  /** When the window began; a service of before it was told does not say. */
  startedAt: string | null;
}

/** When the letter goes out and how long it can still be changed: in words, and as a ring that runs down. */
export function SendingTime({ endsAt, startedAt }: SendingTimeProps) {
  const now = useNow(LOOK_EVERY_MS);
  const end = new Date(endsAt).getTime();
  const leftMs = Math.max(0, end - now);
  const wholeMs = startedAt === null ? 0 : end - new Date(startedAt).getTime();
  // A device whose clock is wrong must not draw more than the whole.
  const share = wholeMs > 0 ? Math.min(1, leftMs / wholeMs) : leftMs > 0 ? 1 : 0;
  const minutes = Math.ceil(leftMs / MINUTE_MS);
  return (
    // Within a live region too, what changes every minute is not said.
    <div className={styles['sending']} role="timer">
      <div className={styles['dial']} aria-hidden="true">
        <svg className={styles['ring']} viewBox="0 0 44 44" focusable="false">
          <circle className={styles['track']} cx="22" cy="22" r="19" />
          <circle
            className={styles['left']}
            cx="22"
            cy="22"
            r="19"
            pathLength={100}
            strokeDasharray={`${(share * 100).toFixed(1)} 100`}
            transform="rotate(-90 22 22)"
          />
        </svg>
        <Icon shape={mail} size={24} />
      </div>
      <p>
        {leftMs > 0 ? (
          <>
            {letters.window.goesOut(dayWords(new Date(end), new Date(now)))}{' '}
            <strong className={styles['clock']}>{clockAndZone(end)}</strong>
            <VisuallyHidden>, </VisuallyHidden>
            <span className={styles['leftWords']}>{letters.window.left(minutes)}</span>
          </>
        ) : (
          letters.window.over
        )}
      </p>
    </div>
  );
}
