import type { Base, Point } from './backup-folder.ts';

export interface Source<B> {
  base: B;
  /** The time to bring the copy to; `null` for the copy as it is. */
  to: string | null;
}

/** Times that a restore can reach from one copy: from its own to that of the last point of its chain. */
interface Reach<B> {
  base: B;
  from: number;
  until: number;
}

const shown = (time: number): string => new Date(time).toISOString();

/**
 * @param at - the time to restore; `null` for the latest there is
 * @throws {Error} naming the times that can be reached
 */
export function chooseSource<B extends Base>(
  bases: readonly B[],
  pointOf: (chain: string) => Point | null,
  at: Date | null,
): Source<B> {
  const reaches = bases.map((base): Reach<B> => {
    const from = new Date(base.at).getTime();
    const point = base.chain === null ? null : pointOf(base.chain);
    return { base, from, until: Math.max(from, point ? new Date(point.until).getTime() : from) };
  });
  const newest = (found: readonly Reach<B>[]) => found.toSorted((a, b) => b.from - a.from)[0];
  const latest = Math.max(...reaches.map(({ until }) => until));
  const wanted = at?.getTime() ?? latest;
  if (Number.isNaN(wanted)) throw new Error('Say the time as 2026-11-22T08:00:00Z, with --at.');
  const chosen = newest(reaches.filter(({ from, until }) => from <= wanted && wanted <= until));
  if (!chosen) throw new Error(refusal(reaches, wanted, latest));
  // It is whole by itself. Log of after it counts only up to a point, which says that it is there.
  const isAsItIs = chosen.until === chosen.from;
  return { base: chosen.base, to: isAsItIs ? null : shown(wanted) };
}

function refusal<B>(reaches: readonly Reach<B>[], wanted: number, latest: number): string {
  if (reaches.length === 0) return 'There is no copy of a database here: is this the folder of the backups?';
  if (wanted > latest) return `The backups reach to ${shown(latest)}, and not to ${shown(wanted)}.`;
  const ranges = reaches.map(({ from, until }) => (from === until ? shown(from) : `${shown(from)} to ${shown(until)}`));
  return `${shown(wanted)} is in no backup. There are: ${ranges.join(', ')}.`;
}
