import type { RemoteHistory } from '@redress/contracts/release-api';
import { useCallback, useState } from 'react';
import { useConsole } from '../console-context.ts';
import { ChoiceField } from '../fields.tsx';
import { List, type Columns } from '../list.tsx';
import { shortId } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';

const REFRESH_MS = 30_000;
const HOUR_MS = 3_600_000;
const HOURS = [
  [1, '1 hour'],
  [6, '6 hours'],
  [24, '1 day'],
  [168, '1 week'],
] as const;

type Build = RemoteHistory['builds'][number];
type Row = Build['points'][number] & { build: Build; when: string };

/** `null` where no tab said anything of it. */
const vital =
  (name: 'LCP' | 'INP' | 'CLS') =>
  ({ vitals: { [name]: of } }: Row) =>
    !of ? null : name === 'CLS' ? of.mean.toFixed(2) : `${Math.round(of.mean)} ms`;

const COLUMNS: Columns<Row> = {
  Build: ({ build: { version, buildId } }) => [version, shortId(buildId)].filter(Boolean).join(' '),
  When: ({ when }) => when,
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
};

/** How the builds of a remote fared, one row each for the last hour and the time before; panels of operators draw the same. */
export function OverTime({ remote }: { remote: string }) {
  const { api } = useConsole();
  const [hours, setHours] = useState<number>(6);
  const load = useCallback(async () => {
    const { until, builds } = await api('remoteHistory', { remote, hours });
    const hourAgo = new Date(new Date(until).getTime() - HOUR_MS).toISOString();
    return builds.flatMap((build) =>
      build.points
        .toReversed()
        .map((point): Row => ({ ...point, build, when: point.at < hourAgo ? 'Before' : 'Last hour' })),
    );
  }, [api, remote, hours]);
  const of = useLoaded(load, REFRESH_MS);
  return (
    <List
      heading="Over time"
      filter={
        <ChoiceField
          isInLine
          label="Period"
          value={String(hours)}
          onChange={(value) => setHours(Number(value))}
          options={HOURS.map(([each, label]) => ({ value: String(each), label }))}
        />
      }
      caption="What tabs reported of each build"
      of={of}
      rows={of.data ?? undefined}
      rowKey={({ build, at }) => `${build.buildId} ${at}`}
      columns={COLUMNS}
      empty="Nothing was reported in this time."
    />
  );
}
