import type { BuildFigures, ChannelSettings } from '@redress/contracts/release-api';
import { figuresOf, isOver, limitsOf, shareOf, slowOf, type HealthLimits } from '../health/limits.ts';
import { FAILURES } from '../health/failures.ts';
import { readCounted, readFailingSince, readReporters, readStretches, type Stretch } from '../health/health-reads.ts';
import type { Db } from '../store/schema.ts';

const MINUTE_MS = 60_000;
const STRETCH_MINUTES = 5;
const STRETCHES = 12;
/** Failures are followed back so far: who reported is kept no longer. */
const BACK_MS = 24 * 60 * MINUTE_MS;

export type FiguresOf = (remote: string, buildId: string) => Promise<BuildFigures>;

/**
 * How builds fare, by the limits of the health gate. A build fails here also where the gate leaves it alone because others
 * fail as well, or because all failures come from few addresses: a person has to look then.
 * @returns for the builds of one channel's settings
 */
export async function readFigures(
  db: Db,
  now: Date,
  limits: HealthLimits,
): Promise<(channel: string, byRemote: ChannelSettings['limits']) => FiguresOf> {
  const back = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
  const window = back(limits.windowMinutes);
  const pauseMinutes = limits.windowMinutes;
  const from = new Date(now.getTime() - BACK_MS);
  const [voices, failingSince, stretches] = await Promise.all([
    readReporters(db, window),
    readFailingSince(db, { now, from, pauseMinutes }),
    readStretches(db, { since: back(STRETCHES * STRETCH_MINUTES), minutes: STRETCH_MINUTES }),
  ]);

  return (channel, byRemote) => async (remote, buildId) => {
    const isOwn = (row: { remote: string; buildId: string }) => row.remote === remote && row.buildId === buildId;
    const heard = voices.filter((row) => row.channel === channel);
    const own = limitsOf(limits, byRemote, remote);
    const recent = figuresOf(heard, isOwn);
    const slow = slowOf(heard, isOwn);
    const since = failingSince.get(`${remote} ${buildId}`);
    const isFailing = isOver(recent, own.maxShare, own);
    const someFail = recent.failing > 0 && shareOf(recent) >= own.maxShare;
    const isSlow = isOver(slow, own.maxSlowShare, own);
    const isLonger = (isFailing || someFail) && since !== undefined && since < window;
    const wanted = { channel, remote, buildId, until: now, mostOfGroup: null };
    const { all, failing } = isLonger ? await readCounted(db, { ...wanted, since }) : recent;
    return {
      verdict: isFailing ? 'failing' : someFail ? 'some-fail' : isSlow ? 'slow' : recent.all === 0 ? 'unknown' : 'well',
      since: ((isFailing || someFail) && since !== undefined ? since : window).toISOString(),
      all,
      failing,
      measured: slow.all,
      slow: slow.failing,
      lastHour: lastHour(stretches.filter(isOwn), now),
    };
  };
}

function lastHour(own: readonly Stretch[], now: Date): BuildFigures['lastHour'] {
  const length = STRETCH_MINUTES * MINUTE_MS;
  const last = Math.floor(now.getTime() / length) * length;
  return Array.from({ length: STRETCHES }, (_, index) => {
    const at = last - (STRETCHES - 1 - index) * length;
    const rows = own.filter((row) => row.at.getTime() === at);
    const sum = (matches: (row: Stretch) => boolean) =>
      rows.filter(matches).reduce((total, { sessions }) => total + sessions, 0);
    return { loaded: sum(({ kind }) => kind === 'loaded'), failed: sum(({ kind }) => FAILURES.has(kind)) };
  });
}
