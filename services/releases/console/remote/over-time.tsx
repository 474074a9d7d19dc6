import type { RemoteHistory } from '@redress/contracts/release-api';
import { useCallback, useId, useState } from 'react';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { ChoiceField } from '../fields.tsx';
import { List, Shown, type Columns } from '../list.tsx';
import { Bullets, Instant } from '../parts.tsx';
import { shortId } from '../texts.ts';
import { useLoaded, type Loaded } from '../use-loaded.ts';

const REFRESH_MS = 30_000;
const HOURS = [
  [1, '1 hour'],
  [6, '6 hours'],
  [24, '1 day'],
  [168, '1 week'],
] as const;

type Build = RemoteHistory['builds'][number];
type Point = Build['points'][number];
type Row = { build: Build; when: string; points: readonly Point[] };
const sum = (points: readonly Point[], of: (point: Point) => number) =>
  points.reduce((total, point) => total + of(point), 0);

/** `null` where no tab said anything of it. */
const vital =
  (name: 'LCP' | 'INP' | 'CLS') =>
  ({ points }: Row) => {
    const count = sum(points, ({ vitals }) => vitals[name]?.count ?? 0);
    const mean = sum(points, ({ vitals }) => (vitals[name]?.mean ?? 0) * (vitals[name]?.count ?? 0)) / count;
    return count === 0 ? null : name === 'CLS' ? mean.toFixed(2) : `${Math.round(mean)} ms`;
  };
const loadsOf = ({ points }: Row) => sum(points, ({ loaded }) => loaded);
const failuresOf = ({ points }: Row) => sum(points, ({ failed }) => failed);
const isLoaded = (row: Row) => loadsOf(row) + failuresOf(row) > 0;
const shareOf = (row: Row) => ((failuresOf(row) / (loadsOf(row) + failuresOf(row))) * 100).toFixed(1);

const COLUMNS: Columns<Row> = {
  Build: ({ build: { version, buildId } }) => [version, shortId(buildId)].filter(Boolean).join(' '),
  When: ({ when }) => when,
  // Of a build whose speed alone was reported nothing is known of its loads.
  Loads: (row) => (isLoaded(row) ? String(loadsOf(row)) : null),
  Failures: (row) => (!isLoaded(row) ? null : failuresOf(row) === 0 ? '0' : `${failuresOf(row)} (${shareOf(row)} %)`),
  LCP: vital('LCP'),
  INP: vital('INP'),
  CLS: vital('CLS'),
};
const HOUR_MS = 3_600_000;

/** How the builds of a remote fared, and when they were released. */
export function OverTime({ remote }: { remote: string }) {
  const { api, channel } = useConsole();
  const [hours, setHours] = useState<number>(6);
  const load = useCallback(() => api('remoteHistory', { channel, remote, hours }), [api, channel, remote, hours]);
  const of = useLoaded(load, REFRESH_MS);
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id}>Over time</h2>
        <ChoiceField
          isInLine
          label="Period"
          value={String(hours)}
          onChange={(value) => setHours(Number(value))}
          options={HOURS.map(([each, label]) => ({ value: String(each), label }))}
        />
      </div>
      <Shown of={of}>{(history) => <Figures history={history} of={of} />}</Shown>
    </section>
  );
}

/** One row a build for the last hour and one for the rest of the time; the panels of operators draw the same over time. */
function Figures({ history, of }: { history: RemoteHistory; of: Loaded<RemoteHistory> }) {
  // The one that was reported of last is the first to be looked at.
  const builds = history.builds.toSorted((one, other) =>
    (other.points.at(-1)?.at ?? '').localeCompare(one.points.at(-1)?.at ?? ''),
  );
  const hourAgo = new Date(new Date(history.until).getTime() - HOUR_MS).toISOString();
  const rowsOf = (build: Build): Row[] =>
    [
      { build, when: 'Last hour', points: build.points.filter(({ at }) => at >= hourAgo) },
      { build, when: 'Before', points: build.points.filter(({ at }) => at < hourAgo) },
    ].filter(({ points }) => points.length > 0);
  return (
    <>
      <List
        caption="What tabs reported of each build"
        of={of}
        rows={builds.flatMap(rowsOf)}
        rowKey={({ build, when }) => `${build.buildId} ${when}`}
        columns={COLUMNS}
        empty="Nothing was reported in this time."
      />
      <h3>Releases</h3>
      {history.releases.length === 0 ? (
        <p>No release in this time.</p>
      ) : (
        <Bullets
          of={history.releases.toReversed().map(({ at, number, kind, buildId, actor, reason }) => (
            <>
              <Instant at={at} form="clock" /> Snapshot {number}, {kind}
              {buildId !== null && `: ${shortId(buildId)}`}{' '}
              <span className={styles['soft']}>{[actor, reason].filter(Boolean).join(': ')}</span>
            </>
          ))}
        />
      )}
    </>
  );
}
