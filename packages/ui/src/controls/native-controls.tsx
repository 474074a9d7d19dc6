import { Icon, cx } from '@redress/ui';
import type { ComponentProps } from 'react';
import { calendar, chevronDown, search } from '../icons/controls.ts';
import styles from './native-controls.module.css';

/** Class of one line, or more, to write in: border, height and states. The controls below have it too. */
export const control = styles['control'] ?? '';

/** A list to choose from: the browser's own, with our chevron. */
export const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <span className={styles['box']}>
    <select {...rest} className={cx(control, styles['select'], className)} />
    <Icon shape={chevronDown} className={styles['sign']} />
  </span>
);

/** A day, written or picked from the browser's own calendar. Our sign covers the browser's where it can be hidden. */
export const DateInput = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <span className={styles['box']}>
    <input {...rest} type="date" className={cx(control, styles['date'], className)} />
    <Icon shape={calendar} className={cx(styles['sign'], styles['calendar'])} />
  </span>
);

/** Words to look for; the browser's own cross empties it, in our look. */
export const SearchInput = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <span className={styles['box']}>
    <Icon shape={search} className={cx(styles['sign'], styles['start'])} />
    <input {...rest} type="search" className={cx(control, styles['search'], className)} />
  </span>
);
