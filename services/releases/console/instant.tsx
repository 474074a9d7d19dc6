import { useConsole } from './console-context.ts';
import styles from './console.module.css';

/** A time, in the zone of the screen. @param props.form - `ago`: how long since, with the time as its title */
export function Instant({ at, form = 'instant' }: { at: string; form?: 'instant' | 'clock' | 'ago' }) {
  const { times } = useConsole();
  return (
    <time className={styles['instant']} dateTime={at} title={`${times.instant(at)} ${times.zone}`}>
      {times[form](at)}
    </time>
  );
}
