import type { NoticeFacts } from '@redress/contracts/release-api';
import type { Figures } from './health-reads.ts';
import { isOver, shareOf, type HealthLimits } from './limits.ts';

/** One build that serves, as its visitors see it. */
export interface WatchedBuild {
  remote: string;
  buildId: string;
  /** A share of the visitors has it; it was promoted a short while or long ago; or a rollback brought it back. */
  role: 'canary' | 'fresh' | 'settled' | 'returned';
  limits: HealthLimits;
  /** Sessions of the last minutes. */
  own: Figures;
  slow: Figures;
  /** What it is compared with: the build of everybody in the same minutes, the build before in its last hour. */
  compared: Figures;
  comparedSlow: Figures;
  /**
   * Of a canary, browsers since it began or its share last grew, and those of the build of everybody, the hour before
   * with them.
   */
  counted: { own: Figures; base: Figures };
}

type Held = NonNullable<NoticeFacts['held']>;

export interface Verdict {
  remote: string;
  buildId: string;
  decided: 'take-back' | 'tell';
  /** `own`: the build's own fault. */
  said: 'own' | Held;
  offered: NonNullable<NoticeFacts['offered']> | 'nothing';
  /** The figures, in words. */
  reason: string;
}

/**
 * Bounds of the odds, as logarithms: over all visitors of a canary; and over the last minutes, which are looked at again
 * and again. One failure moves the odds far where the build of everybody hardly fails, so the bound is met when they are
 * one and a half failures from it. By simulation (judge.test.ts).
 */
const SURE = 8;
const SURE_OF_WINDOW = 12;
const STEPS_OVER = 1.5;
/** What a build of everybody is taken to fail with before it was seen: 2 of 40. None is taken for better than 1 of 100. */
const SEEN_BEFORE = { failing: 2, all: 40 };
const LEAST_SHARE = 0.01;
/** Below the share at which builds are taken back somebody is told from a quarter of it on. */
const TOLD_FROM = 4;

/**
 * The sequential test of Wald: how many times likelier these sessions are with a build that fails as they do, for
 * `maxShare` at least and twice as often as the build of everybody, than with one that fails as often as that.
 * @returns its logarithm, with what the bound is met by
 */
export function oddsOfBad(own: Figures, base: Figures, { maxShare }: Pick<HealthLimits, 'maxShare'>): number {
  const good = Math.max(LEAST_SHARE, (base.failing + SEEN_BEFORE.failing) / (base.all + SEEN_BEFORE.all));
  const bad = Math.min(0.99, Math.max(maxShare, good * 2, shareOf(own)));
  if (good >= bad) return 0;
  const step = Math.log(bad / good);
  return (own.failing + STEPS_OVER) * step + (own.all - own.failing) * Math.log((1 - bad) / (1 - good));
}

/** Whether the comparison fails, or is slow, at least half as often. */
const isAsBad = (compared: Figures, own: Figures, { minFailing }: HealthLimits): boolean =>
  compared.all >= minFailing && shareOf(compared) > shareOf(own) / 2;

const countOf = ({ failing, all }: Figures): string => `${failing} of ${all} sessions`;

/** @param isOff - nothing is taken back by itself @param isStuck - what stands against it keeps a bad shell where it is */
export function judge(builds: readonly WatchedBuild[], { isOff = false, isStuck = false }): Verdict[] {
  const shell = builds.find(({ remote, role }) => remote === 'shell' && role === 'fresh');
  /** Remotes are counted, not their sessions: one that fails for many must not hide another. */
  const isElsewhere = (of: WatchedBuild, isBad: (build: WatchedBuild) => boolean): boolean => {
    // A bad shell takes all others with it.
    if (of === shell) return false;
    // Several bad ones of one release are no trouble of everybody's while what was there before is well.
    const others = builds.filter(
      ({ remote, role, own }) =>
        remote !== of.remote &&
        role !== 'canary' &&
        own.all > 0 &&
        (shell !== undefined || of.role !== 'fresh' || role !== 'fresh'),
    );
    const bad = others.filter(isBad).length;
    return bad >= 2 && bad > others.length / 2;
  };
  const isFailing = ({ own, limits }: WatchedBuild) => isOver(own, limits.maxShare, limits);
  const isSlow = ({ slow, limits }: WatchedBuild) => isOver(slow, limits.maxSlowShare, limits);

  /** It goes first: what fails beside it may be good. */
  const isBadShell = (build: WatchedBuild): boolean =>
    build.remote === 'shell' &&
    (build.role === 'canary' ? judgeCanary(build) : judgeFailing(build))?.decided === 'take-back';

  const heldOf = (build: WatchedBuild, figures: Figures): Held | null => {
    const { role, limits } = build;
    if (role === 'fresh' && isAsBad(build.compared, figures, limits)) return 'before';
    if (role === 'canary' && isAsBad(build.compared, figures, limits)) return 'base';
    const isWithShell = isStuck && role === 'fresh';
    if (role !== 'canary' && !isWithShell && isElsewhere(build, isFailing)) return shell ? 'shell' : 'elsewhere';
    if (role !== 'canary' && build.remote !== 'shell' && !isStuck && builds.some(isBadShell)) return 'shell';
    if (figures.groups < limits.minGroups) return 'networks';
    if (isOff) return 'gate-off';
    return role === 'settled' ? 'not-watched' : role === 'returned' ? 'brought-back' : null;
  };
  const offeredFor = ({ role }: WatchedBuild, held: Held): Verdict['offered'] => {
    if (held === 'shell') return 'roll-back-shell';
    if (held === 'before' || held === 'base' || held === 'elsewhere') return 'look';
    return role === 'canary' ? 'abort' : 'roll-back';
  };

  const verdict = (build: WatchedBuild, held: Held | null, reason: string): Verdict => {
    const { remote, buildId } = build;
    if (held === null) return { remote, buildId, decided: 'take-back', said: 'own', offered: 'nothing', reason };
    return { remote, buildId, decided: 'tell', said: held, offered: offeredFor(build, held), reason };
  };

  const judgeFailing = (build: WatchedBuild): Verdict | null => {
    const { own, limits, compared } = build;
    const reason = `${countOf(own)} failed within ${limits.windowMinutes} minutes`;
    if (isFailing(build)) return verdict(build, heldOf(build, own), reason);
    const isTold = isOver(own, limits.maxShare / TOLD_FROM, limits) && !isAsBad(compared, own, limits);
    return isTold ? verdict(build, 'share', reason) : null;
  };

  const judgeCanary = (build: WatchedBuild): Verdict | null => {
    const { own, counted, compared, limits } = build;
    const isBad = (figures: Figures, sure: number) =>
      figures.failing >= limits.minFailingOfShare && oddsOfBad(figures, counted.base, limits) >= sure;
    const ofAll = `${countOf(counted.own)} failed since it has this share`;
    if (isBad(counted.own, SURE)) return verdict(build, heldOf(build, counted.own), ofAll);
    const ofWindow = `${countOf(own)} failed within ${limits.windowMinutes} minutes`;
    if (isBad(own, SURE_OF_WINDOW)) return verdict(build, heldOf(build, own), ofWindow);
    if (!isFailing(build)) return null;
    return verdict(build, isAsBad(compared, own, limits) ? 'base' : 'share', ofWindow);
  };

  const judgeSlow = (build: WatchedBuild): Verdict | null => {
    const { role, slow, comparedSlow: before, limits } = build;
    if (isOff || (role !== 'canary' && role !== 'fresh')) return null;
    if (!isSlow(build) || slow.groups < limits.minGroups) return null;
    if (before.all < limits.minFailing || isAsBad(before, slow, limits) || isElsewhere(build, isSlow)) return null;
    const ofBefore = `of the build before ${before.failing} of ${before.all}`;
    return verdict(build, null, `${countOf(slow)} were slow within ${limits.windowMinutes} minutes, ${ofBefore}`);
  };

  return builds.flatMap((build) => {
    const failing = build.role === 'canary' ? judgeCanary(build) : judgeFailing(build);
    // What is told leaves the build where it is: it may be taken back for being slow.
    const slow = failing?.decided === 'take-back' ? null : judgeSlow(build);
    return slow ?? failing ?? [];
  });
}
