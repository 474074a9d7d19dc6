import type { ComponentProps, ElementType, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './layout.module.css';

/** One under the other. */
export function Stack({ gap = 16, children }: { gap?: 8 | 12 | 16 | 24 | undefined; children: ReactNode }) {
  return <div className={cx(styles['stack'], styles[`gap${gap}`])}>{children}</div>;
}

/** Buttons of a form: the main one first in reading order, the whole width on phones. */
export function ButtonRow({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={cx(styles['buttons'], className)}>{children}</div>;
}

export interface CardProps extends Omit<ComponentProps<'section'>, 'style' | 'title'> {
  as?: ElementType | undefined;
  title?: ReactNode;
  /** At the end of the line of the title. */
  action?: ReactNode;
}

/** A sheet of paper on the ground of the page. */
export function Card({ as: Tag = 'section', title, action, className, children, ...rest }: CardProps) {
  return (
    <Tag {...rest} className={cx(styles['card'], className)}>
      {(title || action) && (
        <div className={styles['cardHead']}>
          {title && <h2 className={styles['cardTitle']}>{title}</h2>}
          {action}
        </div>
      )}
      {children}
    </Tag>
  );
}

/** Pairs of name and value: a summary of what was answered. */
export function Facts({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={styles['facts']}>
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
