import type { RemoteHistory } from '@redress/contracts/release-api';
import { Disclosure } from '@redress/ui';
import { useId } from 'react';
import { useConsole } from '../console-context.ts';
import { remoteTexts } from './remote-texts.ts';
import styles from './remote.module.css';

/** One build's values; a stretch without a report is no point. */
export interface Series {
  name: string;
  points: readonly { at: string; value: number }[];
}

export interface TimeChartProps {
  title: string;
  unit: string;
  /** The first ones are told apart by line and colour, others are in the table alone. */
  series: readonly Series[];
  span: Pick<RemoteHistory, 'from' | 'until' | 'minutes' | 'releases'>;
}

const WIDTH = 600;
const HEIGHT = 120;
const LINES = ['first', 'second', 'third', 'fourth'] as const;

const rounded = (value: number) => (value < 10 ? Math.round(value * 100) / 100 : Math.round(value)).toString();

/** A figure over time, one line a build, with a mark at each release; the same numbers as a table. */
export function TimeChart({ title, unit, series, span }: TimeChartProps) {
  const { times } = useConsole();
  const id = useId();
  const [from, until] = [new Date(span.from).getTime(), new Date(span.until).getTime()];
  const highest = Math.max(...series.flatMap(({ points }) => points.map(({ value }) => value)), 0) || 1;
  const x = (at: string) => ((new Date(at).getTime() - from) / (until - from)) * WIDTH;
  const y = (value: number) => HEIGHT - (value / highest) * (HEIGHT - 4) - 2;
  const drawn = series.slice(0, LINES.length);
  if (series.every(({ points }) => points.length === 0)) return null;
  return (
    <figure className={styles['chart']} aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <ul className={styles['key']} aria-hidden="true">
        {drawn.map(({ name }, index) => (
          <li key={name}>
            <svg width="32" height="8" className={styles[LINES[index] ?? 'first']} focusable="false">
              <path d="M0 4H32" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <div className={styles['plot']} aria-hidden="true">
        <span className={styles['highest']}>
          {rounded(highest)}
          {unit}
        </span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" focusable="false">
          {span.releases.map(({ at, number }) => (
            <path key={`${number} ${at}`} className={styles['mark']} d={`M${x(at)} 0V${HEIGHT}`} />
          ))}
          {drawn.map(({ name, points }, index) => (
            <path
              key={name}
              className={styles[LINES[index] ?? 'first']}
              d={pathOf(points, span.minutes, (point) => `${x(point.at).toFixed(1)} ${y(point.value).toFixed(1)}`)}
            />
          ))}
        </svg>
        <span className={styles['ends']}>
          <span>{times.clock(span.from)}</span>
          <span>{times.clock(span.until)}</span>
        </span>
      </div>
      <Disclosure summary={remoteTexts.asTable}>
        <Rows title={title} unit={unit} series={series} />
      </Disclosure>
    </figure>
  );
}

/** A line breaks where a stretch has no report; a lonely point is a short dash, or it would not be seen. */
function pathOf(points: Series['points'], minutes: number, place: (point: Series['points'][number]) => string): string {
  const stretch = minutes * 60_000;
  return points
    .map((point, index) => {
      const before = points[index - 1];
      const isNext = before && new Date(point.at).getTime() - new Date(before.at).getTime() <= stretch;
      return isNext ? `L${place(point)}` : `M${place(point)}h2`;
    })
    .join('');
}

function Rows({ title, unit, series }: Pick<TimeChartProps, 'title' | 'unit' | 'series'>) {
  const { times } = useConsole();
  const at = [...new Set(series.flatMap(({ points }) => points.map((point) => point.at)))].sort().toReversed();
  return (
    <table className={styles['rows']}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{remoteTexts.time}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {at.map((time) => (
          <tr key={time}>
            <th scope="row">{times.clock(time)}</th>
            {series.map(({ name, points }) => {
              const point = points.find((each) => each.at === time);
              return <td key={name}>{point ? `${rounded(point.value)}${unit}` : '–'}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
