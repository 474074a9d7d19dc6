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
type Row = Build['points'][number] & { build: Build };

/** `null` where no tab said anything of it. */
const vital =
  (name: 'LCP' | 'INP' | 'CLS') =>
  ({ vitals: { [name]: of } }: Row) =>
    !of ? null : name === 'CLS' ? of.mean.toFixed(2) : `${Math.round(of.mean)} ms`;

const columnsSince = (hourAgo: string): Columns<Row> => ({
  Build: ({ build: { version, buildId } }) => [version, shortId(buildId)].filter(Boolean).join(' '),
  When: ({ at }) => (at < hourAgo ? 'Before' : 'Last hour'),
  // Of a build whose speed alone was reported nothing is known of its loads.
  Loads: ({ loaded, failed }) => (loaded + failed > 0 ? String(loaded) : null),
  Failures: ({ loaded, failed }) =>
    loaded + failed === 0
      ? null
      : failed === 0
        ? '0'
        : `${failed} (${((failed / (loaded + failed)) * 100).toFixed(1)} %)`,
  LCP: vital('LCP'),
  INP: vital('INP'),
  CLS: vital('CLS'),
});
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
  const hourAgo = new Date(new Date(history.until).getTime() - HOUR_MS).toISOString();
  return (
    <>
      <List
        caption="What tabs reported of each build"
        of={of}
        rows={history.builds.flatMap((build) => build.points.toReversed().map((point) => ({ build, ...point })))}
        rowKey={({ build, at }) => `${build.buildId} ${at}`}
        columns={columnsSince(hourAgo)}
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
