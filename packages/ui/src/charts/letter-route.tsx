import { Icon, cx } from '@redress/ui';
import { check, x } from '../icons/index.ts';
import styles from './letter-route.module.css';

export interface RouteStop {
  key: string;
  label: string;
  state: 'done' | 'current' | 'upcoming' | 'problem';
  /** Its state in words: a day, "Not yet". */
  word?: string | undefined;
}

const MARKS: Partial<Record<RouteStop['state'], string>> = { done: check, problem: x };

/** The way of a letter from desk to door: stops on a line, the words under them; on a narrow place a list. */
export function LetterRoute({ label, stops }: { label: string; stops: readonly RouteStop[] }) {
  return (
    <div className={styles['frame']}>
      <ol className={styles['route']} aria-label={label}>
        {stops.map(({ key, label: name, state, word }) => {
          const mark = MARKS[state];
          return (
            <li
              key={key}
              className={cx(styles['stop'], styles[state])}
              aria-current={state === 'current' || state === 'problem' ? 'step' : undefined}
            >
              <span className={styles['mark']}>{mark && <Icon shape={mark} size={16} />}</span>
              <span className={styles['label']}>{name}</span>
              {word && <span className={styles['word']}>{word}</span>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
