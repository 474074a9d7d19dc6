import { Disclosure, VisuallyHidden, cx } from '@redress/ui';
import { useId } from 'react';
import styles from './charts.module.css';

export interface SparklineProps {
  values: readonly number[];
  /** What it shows and how it goes, in words: the picture says no more. */
  label: string;
  width?: number | undefined;
  height?: number | undefined;
  tone?: 'primary' | 'danger' | undefined;
}

/** How a number went, at the size of a word. */
export function Sparkline({ values, label, width = 120, height = 32, tone = 'primary' }: SparklineProps) {
  const inset = 3;
  const highest = Math.max(...values, 0);
  const lowest = Math.min(...values, 0);
  const range = highest - lowest || 1;
  const x = (index: number) => inset + (values.length > 1 ? (index / (values.length - 1)) * (width - 2 * inset) : 0);
  const y = (value: number) => height - inset - ((value - lowest) / range) * (height - 2 * inset);
  const points = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  const last = values.at(-1);
  return (
    <svg
      className={cx(styles['spark'], styles[tone])}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
      focusable="false"
    >
      {points.length > 1 && <path d={`M${points.join('L')}`} />}
      {last !== undefined && <circle cx={x(values.length - 1)} cy={y(last)} r={2.5} />}
    </svg>
  );
}

export interface BarsOverTimeProps {
  title: string;
  /** In order of time. */
  bars: readonly { label: string; value: number }[];
  format?: ((value: number) => string) | undefined;
  /** Words that open the table behind the picture. */
  tableText: string;
  columns: readonly [time: string, value: string];
}

const BARS_HEIGHT = 160;

/** Bars over time, with the same numbers as a table for those who cannot read a picture. */
export function BarsOverTime({ title, bars, format = String, tableText, columns }: BarsOverTimeProps) {
  const titleId = useId();
  const highest = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <figure className={styles['figure']} aria-labelledby={titleId}>
      <figcaption id={titleId} className={styles['title']}>
        {title}
      </figcaption>
      {/* Words beside the bars, not in the picture: they keep their size on a phone. */}
      <div className={styles['bars']} aria-hidden="true">
        {bars.map(({ label, value }) => (
          <div key={label} className={styles['bar']}>
            <span className={styles['value']}>{value > 0 && format(value)}</span>
            <svg width="100%" height={Math.max(2, Math.round((value / highest) * BARS_HEIGHT))} focusable="false">
              <rect width="100%" height="100%" rx={3} className={value > 0 ? undefined : styles['none']} />
            </svg>
            <span className={styles['time']}>
              {label.split(' ').map((word, index) => (
                <span key={index}>{word} </span>
              ))}
            </span>
          </div>
        ))}
      </div>
      <Disclosure summary={tableText}>
        <table className={styles['table']}>
          <caption>
            <VisuallyHidden>{title}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </figure>
  );
}
