import { SITUATIONS, type SeenBuild } from '../testing/situations.ts';
import { judge, oddsOfBad, type WatchedBuild } from './judge.ts';
import type { Figures } from './health-reads.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const limits = { ...DEFAULT_LIMITS, minGroups: 3 };
const none: Figures = { failing: 0, all: 0, groups: 0 };
const figures = (sessions: string | undefined, groups = 0): Figures => {
  const [failing = 0, all = 0] = (sessions ?? '0/0').split('/').map(Number);
  return { failing, all, groups };
};

/** As the gate reads them from the reports. */
const watched = (seen: readonly SeenBuild[]): WatchedBuild[] =>
  seen.map(({ build, sessions, networks, before }) => {
    const [remote = '', role = ''] = build.split(' ');
    const base = seen.find((other) => other.build === `${remote} base`);
    const own = figures(sessions, networks);
    return {
      remote,
      buildId: build,
      role: role === 'base' ? 'settled' : (role as WatchedBuild['role']),
      limits,
      own,
      counted: { own, base: figures(base?.sessions) },
      slow: none,
      compared: figures(role === 'canary' ? base?.sessions : before),
      comparedSlow: none,
    };
  });

it.each(SITUATIONS.map((situation) => [situation.name, situation] as const))('%s', (_, { seen, gate, promised }) => {
  const verdicts = judge(watched(seen), { isOff: gate === 'off' });
  const said = verdicts.map(({ buildId, decided, said: why, offered }) => ({
    build: buildId,
    decided,
    said: why,
    offered,
  }));
  const byBuild = (one: { build: string }, other: { build: string }) => one.build.localeCompare(other.build);
  expect(said.toSorted(byBuild)).toEqual(promised.toSorted(byBuild));
});

describe('a canary with few visitors', () => {
  /** Pseudo-random numbers of 0 to 1 that are the same in every run (mulberry32). */
  const randomFrom = (seed: number) => {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
  };

  /** @returns at which visitor it is taken back, or `null`; `ofBase` visitors of the build of everybody come with each */
  const takenBackAt = (
    { share, baseShare, most, ofBase }: { share: number; baseShare: number; most: number; ofBase: number },
    random: () => number,
  ) => {
    const own = { failing: 0, all: 0, groups: 3 };
    const base = { failing: 0, all: 0, groups: 3 };
    const comeTo = (seen: Figures, rate: number) => {
      // How many come before the next that fails: drawn at once.
      const gap = () => (rate === 0 ? Infinity : rate === 1 ? 0 : Math.floor(Math.log(random()) / Math.log(1 - rate)));
      let next = gap() + 1;
      return (visitors: number) => {
        seen.all += visitors;
        for (; next <= seen.all; next += gap() + 1) seen.failing += 1;
      };
    };
    const [comeToOwn, comeToBase] = [comeTo(own, share), comeTo(base, baseShare)];
    comeToBase(200);
    for (let visitor = 1; visitor <= most; visitor += 1) {
      comeToOwn(1);
      comeToBase(ofBase);
      // With fewer nothing is ever decided, and most runs need no judge.
      if (own.failing < 3) continue;
      const build: WatchedBuild = {
        ...{ remote: 'mf-wizard', buildId: 'c3', role: 'canary', limits },
        ...{ own, compared: base, counted: { own, base }, slow: none, comparedSlow: none },
      };
      if (judge([build], {})[0]?.decided === 'take-back') return visitor;
    }
    return null;
  };
  const shareTakenBack = (of: Parameters<typeof takenBackAt>[0], runs: number) => {
    const random = randomFrom(33);
    return Array.from({ length: runs }, () => takenBackAt(of, random)).filter((at) => at !== null).length / runs;
  };

  it.each([0, 0.01, 0.05])('fails as often as the build of everybody, %d: hardly ever taken back', (rate) => {
    expect(shareTakenBack({ share: rate, baseShare: rate, most: 60, ofBase: 9 }, 10_000)).toBeLessThan(0.01);
  });

  it('fails for one in five, the build of everybody for one in a hundred: taken back by the 40th', () => {
    expect(shareTakenBack({ share: 0.2, baseShare: 0.01, most: 40, ofBase: 9 }, 2_000)).toBeGreaterThanOrEqual(0.95);
  });

  it.each([0, 0.01, 0.05])('fails for all, the build of everybody for %d: taken back by the fifth', (baseShare) => {
    expect(shareTakenBack({ share: 1, baseShare, most: 5, ofBase: 9 }, 200)).toBe(1);
  });

  it('is weighed by the figures alone: more failures never speak for it', () => {
    const base = figures('3/300');
    const odds = [0, 1, 2, 5, 10].map((failing) => oddsOfBad({ failing, all: 10, groups: 3 }, base, limits));
    expect(odds).toEqual(odds.toSorted((one, other) => one - other));
  });
});
