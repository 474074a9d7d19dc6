import type { RemoteHistory } from '@redress/contracts/release-api';
import { LoadError, Skeleton } from '@redress/ui';
import { Select } from '@redress/ui/controls';
import { useCallback, useId, useState } from 'react';
import { useConsole } from '../console-context.ts';
import { Instant } from '../instant.tsx';
import { shortId, texts } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import { remoteTexts } from './remote-texts.ts';
import styles from './remote.module.css';
import { TimeChart, type Series } from './time-chart.tsx';

const REFRESH_MS = 30_000;
const HOURS = [1, 6, 24, 168] as const;
const VITALS = ['LCP', 'INP', 'CLS'] as const;

type Point = RemoteHistory['builds'][number]['points'][number];

/** How the builds of a remote fared, and when they were released. */
export function OverTime({ remote }: { remote: string }) {
  const { api, channel } = useConsole();
  const [hours, setHours] = useState<number>(6);
  const load = useCallback(() => api('remoteHistory', { channel, remote, hours }), [api, channel, remote, hours]);
  const { data, refusal, reload } = useLoaded(load, REFRESH_MS);
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <div className={styles['sectionHead']}>
        <h3 id={id}>{remoteTexts.overTime}</h3>
        <span className={styles['choice']}>
          <label htmlFor={`${id}-hours`}>{remoteTexts.period}</label>
          <Select id={`${id}-hours`} value={hours} onChange={(event) => setHours(Number(event.target.value))}>
            {HOURS.map((each) => (
              <option key={each} value={each}>
                {remoteTexts.periods[each]}
              </option>
            ))}
          </Select>
        </span>
      </div>
      {data ? (
        <Charts history={data} />
      ) : refusal ? (
        <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />
      ) : (
        <Skeleton />
      )}
    </section>
  );
}

const nameOf = ({ version, buildId }: { version: string | null; buildId: string }) =>
  [version, shortId(buildId)].filter(Boolean).join(' ');

function Charts({ history }: { history: RemoteHistory }) {
  // The one that was reported of last is the first to be looked at.
  const builds = history.builds.toSorted((one, other) =>
    (other.points.at(-1)?.at ?? '').localeCompare(one.points.at(-1)?.at ?? ''),
  );
  const seriesOf = (value: (point: Point) => number | null): Series[] =>
    builds.map((build) => ({
      name: nameOf(build),
      points: build.points.flatMap((point) => {
        const found = value(point);
        return found === null ? [] : [{ at: point.at, value: found }];
      }),
    }));
  const { failed, ...vitals } = remoteTexts.charts;
  return (
    <>
      {history.builds.length === 0 && <p>{remoteTexts.none}</p>}
      <div className={styles['charts']}>
        <TimeChart
          {...failed}
          span={history}
          series={seriesOf((point) =>
            point.loaded + point.failed === 0 ? null : (point.failed / (point.loaded + point.failed)) * 100,
          )}
        />
        {VITALS.map((vital) => (
          <TimeChart
            key={vital}
            {...vitals[vital]}
            span={history}
            series={seriesOf((point) => point.vitals[vital]?.mean ?? null)}
          />
        ))}
      </div>
      <h4>{remoteTexts.releases}</h4>
      {history.releases.length === 0 ? (
        <p>{remoteTexts.noReleases}</p>
      ) : (
        <ol className={styles['list']}>
          {history.releases.toReversed().map(({ at, number, kind, buildId, actor, reason }) => (
            <li key={`${number} ${kind}`}>
              <Instant at={at} form="clock" />{' '}
              {remoteTexts.mark(number, kind, buildId === null ? '' : `: ${shortId(buildId)}`)}{' '}
              <span className={styles['soft']}>
                {actor}
                {reason && `: ${reason}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
