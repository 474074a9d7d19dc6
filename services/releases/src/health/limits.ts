import type { ChannelSettings } from '@redress/contracts/release-api';
import type { BuildReporters, Figures } from './health-reads.ts';

/** When a fresh build is taken back without asking anybody. */
export interface HealthLimits {
  /** A build is watched this long after it began to serve. */
  watchMinutes: number;
  /** Figures of the last so many minutes count. */
  windowMinutes: number;
  /** Fewer failing sessions than this are chance. */
  minFailing: number;
  /** The same of a build that rolls out, whose sessions are weighed (`oddsOfBad`). */
  minFailingOfShare: number;
  /** Share of sessions that fail, from which on the build is bad. */
  maxShare: number;
  /** The same of sessions with a poor web vital, where the build before had at most half that share. */
  maxSlowShare: number;
  /** They must come from so many groups of addresses: one visitor has one. */
  minGroups: number;
}

export const DEFAULT_LIMITS: HealthLimits = {
  watchMinutes: 60,
  windowMinutes: 10,
  minFailing: 5,
  minFailingOfShare: 4,
  maxShare: 0.2,
  maxSlowShare: 0.5,
  minGroups: 1,
};

/** @param byRemote - what is set for single remotes of the channel */
export const limitsOf = (limits: HealthLimits, byRemote: ChannelSettings['limits'], remote: string): HealthLimits => {
  const set = Object.fromEntries(Object.entries(byRemote[remote] ?? {}).filter(([, value]) => value !== undefined));
  return { ...limits, ...set, ...(set['minFailing'] === undefined ? {} : { minFailingOfShare: set['minFailing'] }) };
};

/** Sessions of the builds that match, each build's own. */
export function figuresOf(reporters: readonly BuildReporters[], matches: (row: BuildReporters) => boolean): Figures {
  const own = reporters.filter(matches);
  const sum = (pick: (row: BuildReporters) => number) => own.reduce((total, row) => total + pick(row), 0);
  return { failing: sum(({ failing }) => failing), all: sum(({ all }) => all), groups: sum(({ groups }) => groups) };
}

/** Of the sessions that measured: those with a poor web vital. */
export function slowOf(voices: readonly BuildReporters[], matches: (row: BuildReporters) => boolean): Figures {
  const seen = voices.map((row) => ({ ...row, all: row.measured, failing: row.slow, groups: row.slowGroups }));
  return figuresOf(seen, matches);
}

export const shareOf = ({ failing, all }: Pick<Figures, 'failing' | 'all'>): number => (all === 0 ? 0 : failing / all);

/** Whether so many fail, or are slow, that it is the build's doing; whose else it could be is asked besides. */
export const isOver = (own: Pick<Figures, 'failing' | 'all'>, share: number, { minFailing }: HealthLimits): boolean =>
  own.failing >= minFailing && shareOf(own) >= share;
