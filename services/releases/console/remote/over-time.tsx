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

const REFRESH_MS = 30_000;
const HOURS = [1, 6, 24, 168] as const;
const VITALS = ['LCP', 'INP', 'CLS'] as const;

type Build = RemoteHistory['builds'][number];
type Point = Build['points'][number];

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
        <Figures history={data} />
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

const HOUR_MS = 3_600_000;

/** What a build's tabs reported in some stretches; `–` where they said nothing. */
function figuresOf(points: readonly Point[]): string[] {
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0);
  const [loaded, failed] = [sum((point) => point.loaded), sum((point) => point.failed)];
  const vitals = VITALS.map((vital) => {
    const count = sum(({ vitals: of }) => of[vital]?.count ?? 0);
    const mean = sum(({ vitals: of }) => (of[vital]?.mean ?? 0) * (of[vital]?.count ?? 0)) / count;
    return count === 0 ? '–' : remoteTexts.vitals[vital](mean);
  });
  if (loaded + failed === 0) return ['–', '–', ...vitals];
  return [String(loaded), `${failed} (${((failed / (loaded + failed)) * 100).toFixed(1)} %)`, ...vitals];
}

/** One row a build for the last hour and one for the rest of the time; the panels of operators draw the same over time. */
function Figures({ history }: { history: RemoteHistory }) {
  const id = useId();
  // The one that was reported of last is the first to be looked at.
  const builds = history.builds.toSorted((one, other) =>
    (other.points.at(-1)?.at ?? '').localeCompare(one.points.at(-1)?.at ?? ''),
  );
  const hourAgo = new Date(new Date(history.until).getTime() - HOUR_MS).toISOString();
  const rowsOf = (build: Build) => {
    const [now, before] = [
      build.points.filter(({ at }) => at >= hourAgo),
      build.points.filter(({ at }) => at < hourAgo),
    ];
    return [
      { when: remoteTexts.now, points: now },
      { when: remoteTexts.before, points: before },
    ].filter(({ points }) => points.length > 0);
  };
  return (
    <>
      {builds.length === 0 ? (
        <p>{remoteTexts.none}</p>
      ) : (
        <table className={styles['rows']} aria-labelledby={id}>
          <caption id={id}>{remoteTexts.figures}</caption>
          <thead>
            <tr>
              {remoteTexts.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {builds.flatMap((build) =>
              rowsOf(build).map(({ when, points }) => (
                <tr key={`${build.buildId} ${when}`}>
                  <th scope="row">{nameOf(build)}</th>
                  {[when, ...figuresOf(points)].map((figure, index) => (
                    <td key={remoteTexts.columns[index + 1]}>{figure}</td>
                  ))}
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
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
