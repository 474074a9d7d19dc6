import type { ComponentProps, ElementType, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './layout.module.css';

type Gap = 4 | 8 | 12 | 16 | 24 | 32 | 48 | 64;
const GAPS: Record<Gap, string> = {
  4: 'gap4',
  8: 'gap8',
  12: 'gap12',
  16: 'gap16',
  24: 'gap24',
  32: 'gap32',
  48: 'gap48',
  64: 'gap64',
};

interface BoxProps {
  as?: ElementType | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

/** One under the other. */
export function Stack({ as: Tag = 'div', gap = 16, className, children }: BoxProps & { gap?: Gap | undefined }) {
  return <Tag className={cx(styles['stack'], styles[GAPS[gap]], className)}>{children}</Tag>;
}

/** Beside each other, wrapping when there is no room. */
export function Row({
  as: Tag = 'div',
  gap = 12,
  spread,
  className,
  children,
}: BoxProps & {
  gap?: Gap | undefined;
  /** First at the start, last at the end. */
  spread?: boolean | undefined;
}) {
  return <Tag className={cx(styles['row'], styles[GAPS[gap]], spread && styles['spread'], className)}>{children}</Tag>;
}

/** Buttons of a form: the main one first in reading order, the whole width on phones. */
export function ButtonRow({ className, children }: BoxProps) {
  return <div className={cx(styles['buttons'], className)}>{children}</div>;
}

export interface CardProps extends Omit<ComponentProps<'section'>, 'style' | 'title'> {
  as?: ElementType | undefined;
  title?: ReactNode;
  /** Level of the title in the outline of the page. */
  level?: 2 | 3 | 4 | undefined;
  /** At the end of the line of the title. */
  action?: ReactNode;
  tone?: 'paper' | 'raised' | 'tint' | undefined;
}

/** A sheet of paper on the ground of the page. */
export function Card({
  as: Tag = 'section',
  title,
  level = 2,
  action,
  tone = 'paper',
  className,
  children,
  ...rest
}: CardProps) {
  const Title = `h${level}` as const;
  return (
    <Tag {...rest} className={cx(styles['card'], tone !== 'paper' && styles[tone], className)}>
      {(title || action) && (
        <div className={styles['cardHead']}>
          {title && <Title className={styles['cardTitle']}>{title}</Title>}
          {action}
        </div>
      )}
      {children}
    </Tag>
  );
}

/** Pairs of name and value: a summary of what was answered. */
export function Facts({
  items,
  className,
}: {
  items: readonly { name: string; value: ReactNode }[];
  className?: string | undefined;
}) {
  return (
    <dl className={cx(styles['facts'], className)}>
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
